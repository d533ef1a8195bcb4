/** Exports as the command line makes them, sent while they are written, by a process of their own. */
import { z } from 'zod';
import { type CommandProcess, ended, startCommand } from '../command-process.ts';
import { Refused, type Reply, route } from '../route.ts';
import { flags } from './jobs.ts';

/** Those that fit into one answer; `text` needs a folder. */
const formats = {
  jsonl: 'application/jsonl',
  csv: 'text/csv; charset=utf-8',
  warc: 'application/warc',
  vertical: 'text/plain; charset=utf-8',
  tei: 'application/tei+xml',
  graphml: 'application/graphml+xml',
  gexf: 'application/gexf+xml',
  bibtex: 'application/x-bibtex',
  ris: 'application/x-research-info-systems',
  'csl-json': 'application/vnd.citationstyles.csl+json',
} as const;

const MOST_AT_ONCE = 4;
let running = 0;

export const exportRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/export',
    role: 'read',
    summary: 'The pages of a crawl as a stream, in one of the formats of "forage export".',
    query: z.strictObject({
      format: z.enum(Object.keys(formats) as [keyof typeof formats]).default('jsonl'),
      relevant: z.enum(['true', 'false']).default('false'),
      text: z.enum(['true', 'false']).default('false').describe('jsonl, csv: with the text of each page.'),
      minScore: z.coerce.number().min(0).max(1).optional(),
      best: z.coerce.number().int().min(1).max(10_000_000).optional(),
      language: z
        .string()
        .regex(/^[a-z]{2,3}$/)
        .optional(),
      host: z.string().max(300).optional(),
    }),
    answerType: 'application/octet-stream',
    async work({ desk, parts, query, gone }) {
      const { format, relevant, text, ...rest } = query;
      const path = desk.crawls.pathOf(parts.crawl!);
      if (running >= MOST_AT_ONCE)
        throw new Refused(
          429,
          'TOO_MANY',
          `${MOST_AT_ONCE} exports are being written. Wait for one of them.`,
          {
            'retry-after': '10',
          },
        );
      const child = startCommand([
        'export',
        path,
        `--format=${format}`,
        ...flags({ relevant: relevant === 'true', text: text === 'true', ...rest }),
      ]);
      return exported(child, format, `${parts.crawl!.replaceAll(/[^\p{L}\p{N}_-]/gu, '-')}.${format}`, gone);
    },
  }),
];

/** What is wrong is said before the first byte; afterwards a failure cuts the answer off. */
async function exported(
  child: CommandProcess,
  format: keyof typeof formats,
  name: string,
  gone: AbortSignal,
): Promise<Reply> {
  running += 1;
  const end = ended(child).finally(() => {
    running -= 1;
  });
  gone.addEventListener('abort', () => child.kill());
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  const chunks = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await chunks.next();
  if (first.done) {
    const { code } = await end;
    if (code !== 0) throw new Refused(409, 'CRAWL_FOLDER', said.trim() || 'The export failed.');
  }
  return {
    text: (async function* () {
      for (let next = first; !next.done; next = await chunks.next()) yield next.value;
      const { code } = await end;
      if (code !== 0 && !first.done) throw new Error(said.trim());
    })(),
    type: formats[format],
    headers: {
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  };
}

/** Exports as the command line makes them, sent while they are written, by a process of their own. */
import { z } from 'zod';
import { ForageError } from '../../errors.ts';
import { type CommandProcess, ended, startCommand } from '../command-process.ts';
import { type Asked, Refused, type Reply, route } from '../route.ts';
import { flags } from './jobs.ts';

/** Those that fit into one answer; `text`, `markdown` and `parquet` need a folder. */
const formats = {
  jsonl: { type: 'application/jsonl', ending: 'jsonl' },
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv' },
  warc: { type: 'application/warc', ending: 'warc.gz' },
  wacz: { type: 'application/wacz', ending: 'wacz' },
  cdxj: { type: 'text/x-cdxj', ending: 'cdxj' },
  vertical: { type: 'text/plain; charset=utf-8', ending: 'vert' },
  tei: { type: 'application/tei+xml', ending: 'tei.xml' },
  graphml: { type: 'application/graphml+xml', ending: 'graphml' },
  gexf: { type: 'application/gexf+xml', ending: 'gexf' },
  bibtex: { type: 'application/x-bibtex', ending: 'bib' },
  ris: { type: 'application/x-research-info-systems', ending: 'ris' },
  'csl-json': { type: 'application/vnd.citationstyles.csl+json', ending: 'json' },
  'dublin-core': { type: 'application/xml', ending: 'dc.xml' },
  mods: { type: 'application/mods+xml', ending: 'mods.xml' },
  'oai-pmh': { type: 'application/xml', ending: 'oai.xml' },
} as const;

export type ExportFormat = keyof typeof formats;

const yesOrNo = z.enum(['true', 'false']).default('false');

export const exportQuery = z.strictObject({
  format: z.enum(Object.keys(formats) as [ExportFormat]).default('jsonl'),
  relevant: yesOrNo,
  text: yesOrNo.describe('jsonl, csv: with the text of each page.'),
  minScore: z.coerce.number().min(0).max(1).optional(),
  best: z.coerce.number().int().min(1).max(10_000_000).optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .optional(),
  host: z.string().max(300).optional(),
  asOf: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d(T[\d:.]{4,12}(Z|[+-]\d\d:?\d\d)?)?$/)
    .optional()
    .describe('The pages as they were then: 2026-11-17 (its end), 2026-11-17T12:00Z.'),
  nearDuplicates: yesOrNo.describe('Also pages whose text differs little from that of an earlier page.'),
  uniqueParagraphs: yesOrNo.describe('jsonl, vertical, tei: without paragraphs that repeat an earlier one.'),
});

const MOST_AT_ONCE = 4;
let running = 0;

export const exportRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/export',
    role: 'read',
    summary: 'The pages of a crawl as a stream, in one of the formats of "forage export".',
    query: exportQuery,
    answerType: 'application/octet-stream',
    work: (asked) => exportOf(asked, asked.query),
  }),
];

export function exportOf(
  { desk, parts, gone }: Pick<Asked, 'desk' | 'parts' | 'gone'>,
  { format, relevant, text, nearDuplicates, uniqueParagraphs, ...rest }: z.output<typeof exportQuery>,
): Promise<Reply> {
  const path = desk.crawls.pathOf(parts.crawl!);
  if (running >= MOST_AT_ONCE)
    throw new Refused(429, 'TOO_MANY', `${MOST_AT_ONCE} exports are being written. Wait for one of them.`, {
      'retry-after': '10',
    });
  const child = startCommand([
    'export',
    path,
    `--format=${format}`,
    ...flags({
      relevant: relevant === 'true',
      text: text === 'true',
      nearDuplicates: nearDuplicates === 'true',
      uniqueParagraphs: uniqueParagraphs === 'true',
      ...rest,
    }),
  ]);
  const name = `${parts.crawl!.replaceAll(/[^\p{L}\p{N}_-]/gu, '-')}.${formats[format].ending}`;
  return exported(child, format, name, gone);
}

/** With which the command line ends if options do not go together. */
const USAGE = 2;

/** What is wrong is said before the first byte; afterwards a failure cuts the answer off. */
async function exported(
  child: CommandProcess,
  format: ExportFormat,
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
    const why = said.trim() || 'The export failed.';
    if (code === USAGE) throw new ForageError('USAGE', why);
    if (code !== 0) throw new Refused(409, 'CRAWL_FOLDER', why);
  }
  return {
    text: (async function* () {
      for (let next = first; !next.done; next = await chunks.next()) yield next.value;
      const { code } = await end;
      if (code !== 0 && !first.done) throw new Error(said.trim());
    })(),
    type: formats[format].type,
    headers: {
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  };
}

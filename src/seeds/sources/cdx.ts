/**
 * A CDX index of captures, as Common Crawl and web archives have them: from files, or from a server that is asked for
 * the hosts of the topic's seeds and examples. Pages are chosen by the words of their URLs.
 */
import { z } from 'zod';
import { ForageError } from '../../errors.ts';
import { defineSeedSource } from '../../plugin/define.ts';
import { isAddress } from '../../topic/url-list.ts';
import { SourceFailure } from '../asking.ts';
import { BestEntries } from '../best-entries.ts';
import { linesOf } from '../lines.ts';
import type { FoundSeed } from '../source.ts';
import { urlWords } from '../url-words.ts';

export const cdx = defineSeedSource({
  name: 'cdx',
  summary: 'a CDX index, such as that of Common Crawl: files, or a server',
  settings: z.object({
    from: z.array(z.string()).describe('files, plain or gzip, or the URL of a server'),
    most: z.number().int().positive().default(5000).describe('at most this many pages'),
    perHost: z
      .number()
      .int()
      .positive()
      .default(1000)
      .describe('captures that a server is asked for, for each host'),
    delayMs: z.number().min(0).default(1000).describe('pause between two requests'),
    timeoutMs: z.number().positive().default(30_000).describe('a request that takes longer fails'),
    maxRequests: z.number().int().positive().default(100).describe('requests in all'),
  }),
  asks: ({ from, delayMs, timeoutMs, maxRequests }) => ({
    servers: from.filter(isAddress),
    delayMs,
    timeoutMs,
    maxRequests,
  }),
  open({ settings, topic, likeness, ask, tell }) {
    const { from, most, perHost } = settings;
    async function* lines(): AsyncGenerator<string> {
      for (const place of from) {
        if (!isAddress(place)) yield* linesOf(place);
        else
          for (const host of hostsOf([...topic.seeds, ...topic.examples.relevant]))
            yield* (await ask(serverQuery(place, host, perHost)).catch(noCapture)).split('\n');
      }
    }
    return {
      async *list() {
        const best = new BestEntries<FoundSeed>(most);
        // Captures of one page follow each other in an index.
        let last = '';
        let captures = 0;
        let strange = 0;
        for await (const line of lines()) {
          if (line.trim() === '' || line.startsWith(' CDX')) continue;
          const capture = captureOf(line);
          if (capture === undefined) strange++;
          else captures++;
          if (capture === undefined || !isPage(capture) || capture.url === last) continue;
          const score = likeness(urlWords(capture.url));
          last = capture.url;
          best.offer({ url: capture.url, list: 'index' }, score);
        }
        if (captures === 0 && strange > 0)
          throw new ForageError('INPUT_INVALID', `${from.join(', ')}: no line is a CDX entry.`);
        if (strange > 0) tell(`${strange} lines of the CDX index could not be read.`);
        yield* best.take();
      },
    };
  },
});

interface Capture {
  url: string;
  mime: string;
  status: string;
}

/**
 * A line of CDXJ (`org,example)/ 20240101000000 {"url": …}`), of a server's JSON (`{"urlkey": …, "url": …}`), or of the
 * classic form (`urlkey timestamp url mime status digest …`).
 */
export function captureOf(line: string): Capture | undefined {
  const brace = line.indexOf('{');
  if (brace !== -1) {
    try {
      const {
        url,
        mime,
        'mime-detected': detected,
        status,
      } = JSON.parse(line.slice(brace)) as Record<string, unknown>;
      return typeof url === 'string'
        ? { url, mime: String(mime ?? detected ?? ''), status: String(status ?? '') }
        : undefined;
    } catch {
      return undefined;
    }
  }
  const [, time = '', url = '', mime = '', status = ''] = line.trim().split(/\s+/);
  return /^\d{4,14}$/.test(time) && isAddress(url) ? { url, mime, status } : undefined;
}

const isPage = ({ url, mime, status }: Capture): boolean =>
  isAddress(url) &&
  (status === '' || status === '200' || status === '-') &&
  (mime === '' || /html|warc\/revisit/.test(mime));

const hostsOf = (sources: readonly string[]): string[] => [
  ...new Set(sources.filter(isAddress).map((url) => new URL(url).host)),
];

/** Such a server answers 404 for a host of which it has nothing. */
function noCapture(error: unknown): string {
  if (error instanceof SourceFailure && error.message === 'it answered 404') return '';
  throw error;
}

/** By the protocol of pywb's CDX server, which Common Crawl and the Internet Archive understand. */
function serverQuery(server: string, host: string, limit: number): string {
  const url = new URL(server);
  url.searchParams.set('url', `${host}/*`);
  url.searchParams.set('output', 'json');
  url.searchParams.set('limit', String(limit));
  return url.href;
}

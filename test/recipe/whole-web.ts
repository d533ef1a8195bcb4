/**
 * A frozen web of sixty pages on four hosts with a topic that has everything a recipe may need: keywords, genre,
 * content and address terms, examples of both kinds (addresses and a file), a browsing log. Pages are of four kinds:
 * courses on comets (wanted), other pages on comets, gardening, and lists of links. Everything comes from a seed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CrawlOptions,
  crawl,
  type Fetched,
  type FrozenWeb,
  openFrozenWeb,
  type Web,
} from '../../src/index.ts';
import { Random } from '../../src/learn/random.ts';
import { formatBrowsingLog } from '../../src/topic/browsing-log.ts';

export interface WholeWeb {
  topic: CrawlOptions['topic'];
  /** A crawl's folder whose archive is the web. */
  folder: string;
  web: FrozenWeb;
  size: number;
}

const hosts = ['sky.test', 'cs.uni.test', 'garden.test', 'list.test'];
const kinds = ['course', 'comet', 'garden', 'list'] as const;
type Kind = (typeof kinds)[number];
const PAGES = 60;

const words: Record<Kind, string[]> = {
  course: 'syllabus homework lecture exam grading comet orbit semester instructor reading'.split(' '),
  comet: 'comet tail nucleus orbit telescope dust perihelion meteor astronomer ice'.split(' '),
  garden: 'rose soil compost prune seedling tulip hedge watering lawn mulch'.split(' '),
  list: 'links index archive directory more overview contact news resources home'.split(' '),
};
const filler = 'the of about with some other people often found year small large many new each'.split(' ');

export async function wholeWeb(folder: string): Promise<WholeWeb> {
  const pages = new Map(Array.from({ length: PAGES }, (_, i) => [addressOf(i), htmlOf(i)]));
  const out = join(folder, 'web');
  // Seeds are all of them: a web that nothing leads to is a web as well.
  const all = { name: 'all', keywords: ['comet'], seeds: [...pages.keys()] };
  await crawl({ topic: all, out, web: webOf(pages), settings: { recipe: 'breadth-first', threads: 0 } })
    .finished;
  const ofKind = (kind: Kind) => [...pages.keys()].filter((_, i) => kindOf(i) === kind);
  const file = join(folder, 'example.html');
  writeFileSync(file, `<title>Comets 101</title><p>${textOf('course', new Random(99))}</p>`);
  mkdirSync(join(folder, 'topic'), { recursive: true });
  const browsingLog = join(folder, 'topic', 'log.yaml');
  writeFileSync(browsingLog, formatBrowsingLog(logOf(), 'courses'));
  return {
    folder: out,
    web: await openFrozenWeb([out]),
    size: PAGES,
    topic: {
      name: 'courses',
      language: 'en',
      keywords: [{ comet: 2 }, 'orbit', 'telescope', { term: 'compost', weight: -1 }],
      genre: ['syllabus', 'homework', 'lecture', 'exam'],
      content: ['comet', 'orbit', 'nucleus'],
      urlTerms: ['course', 'comet'],
      seeds: [addressOf(3), addressOf(2)],
      examples: {
        relevant: [...ofKind('course').slice(0, 6), file],
        irrelevant: [...ofKind('garden').slice(0, 6), ...ofKind('list').slice(0, 3)],
      },
      browsingLog,
    },
  };
}

const kindOf = (i: number): Kind => kinds[(i * 7 + (i >> 3)) % 4]!;
const addressOf = (i: number): string => `http://${hosts[i % 4]}/${kindOf(i)}/${i % 5}/page-${i}.html`;

function textOf(kind: Kind, random: Random): string {
  return Array.from({ length: 80 }, (_, i) => {
    const list = i % 3 === 0 ? words[kind] : i % 11 === 0 ? words[kinds[random.below(4)]!] : filler;
    return list[random.below(list.length)]!;
  }).join(' ');
}

function targetsOf(i: number): number[] {
  const random = new Random(1000 + i);
  const near = [1, 4, 9].map((step) => (i + step) % PAGES);
  const far = Array.from({ length: kindOf(i) === 'list' ? 8 : 3 }, () => random.below(PAGES));
  return [...new Set([...near, ...far])].filter((target) => target !== i);
}

function htmlOf(i: number): string {
  const random = new Random(i);
  const links = targetsOf(i).map((target) => {
    const anchor =
      target % 3 === 0 ? 'here' : words[kindOf(target)].slice(target % 7, (target % 7) + 2).join(' ');
    const path = target % 4 === i % 4 ? addressOf(target).replace(/^http:\/\/[^/]+/, '') : addressOf(target);
    return `<li>${textOf(kindOf(target), random).slice(0, 60)} <a href="${path}">${anchor}</a> ${filler[target % 15]}</li>`;
  });
  return `<!doctype html><html lang="en"><title>${kindOf(i)} ${words[kindOf(i)][i % 10]} ${i}</title>
<h1>${words[kindOf(i)][(i + 3) % 10]}</h1><p>${textOf(kindOf(i), random)}.</p><ul>${links.join('\n')}</ul></html>`;
}

/** Paths of a person through the web: from two pages along their links to a course. */
function logOf() {
  const visits: { url: string; relevant: boolean; from?: number }[] = [];
  for (const start of [3, 2, 8, 13]) {
    let at = start;
    for (let step = 0; step < 4; step++) {
      const from = step === 0 ? {} : { from: visits.length - 1 };
      visits.push({ url: addressOf(at), relevant: kindOf(at) === 'course', ...from });
      at = targetsOf(at).find((target) => kindOf(target) === 'course') ?? targetsOf(at)[0]!;
    }
  }
  return visits;
}

/** Pages of a table as a web of one's own. */
function webOf(pages: ReadonlyMap<string, string>): Web {
  return {
    async fetch({ url }): Promise<Fetched> {
      const html = pages.get(url);
      const asked = { url, startedAt: 1_700_000_000_000, durationMs: 1 };
      if (html === undefined)
        return { ...asked, ok: false, reason: 'not-in-web', detail: 'there is no such page', mayPass: false };
      const body = Buffer.from(html);
      const headers: [string, string][] = [['content-type', 'text/html; charset=utf-8']];
      return {
        ...asked,
        ok: true,
        status: 200,
        statusText: 'OK',
        headers,
        requestHeaders: [],
        wire: body,
        body,
      };
    },
    close: async () => {},
  };
}

/**
 * A frozen web of sixty pages on four hosts with a topic that has everything a recipe may need: keywords, genre,
 * content and URL terms, examples of both kinds (URLs and a file), a browsing log. Pages are of four kinds:
 * courses on comets (wanted), other pages on comets, gardening, and lists of links. Everything comes from a seed.
 *
 * Among them stand the oddities of the open Web, a few each: pages that say noindex or nofollow, links that say so,
 * pages in another language, a PDF, an empty answer, a server error, redirects, robots.txt and a sitemap.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toPdf } from '../../../src/demo/pdf.ts';
import {
  type CrawlOptions,
  crawl,
  type Fetched,
  type FrozenWeb,
  openFrozenWeb,
  type Web,
} from '../../../src/index.ts';
import { Random } from '../../../src/learn/random.ts';
import { formatBrowsingLog } from '../../../src/topic/browsing-log.ts';

export interface WholeWeb {
  topic: CrawlOptions['topic'];
  /** A crawl's folder whose archive is the web. */
  folder: string;
  web: FrozenWeb;
  /** What rules forbid to ask for: behind nofollow, or disallowed by robots.txt. */
  forbidden: readonly string[];
  /** Listed in the sitemap and linked to nowhere. */
  listed: string;
}

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body: string | Uint8Array;
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
  const pages = new Map(Array.from({ length: PAGES }, (_, i) => [addressOf(i), { body: htmlOf(i) }]));
  const out = join(folder, 'web');
  const oddities = oddPages();
  // Seeds are all of them: a web that nothing leads to is a web as well.
  const all = { name: 'all', keywords: ['comet'], seeds: [...pages.keys(), ...oddities.keys()] };
  // So that everything is recorded, with its rules and errors.
  const politeness = { pageRules: 'ignore', maxTries: 1 } as const;
  const settings = { recipe: 'breadth-first', threads: 0, politeness, archive: { followDuplicates: true } };
  await crawl({ topic: all, out, web: webOf(new Map([...pages, ...oddities])), settings }).finished;
  const ofKind = (kind: Kind) => [...pages.keys()].filter((_, i) => kindOf(i) === kind);
  const file = join(folder, 'example.html');
  writeFileSync(file, `<title>Comets 101</title><p>${textOf('course', new Random(99))}</p>`);
  mkdirSync(join(folder, 'topic'), { recursive: true });
  const browsingLog = join(folder, 'topic', 'log.yaml');
  writeFileSync(browsingLog, formatBrowsingLog(logOf(), 'courses'));
  return {
    folder: out,
    web: await openFrozenWeb([out]),
    forbidden,
    listed,
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
  for (const [n, odd] of oddTargets.entries())
    if (n % 4 === i % 4)
      links.push(
        `<li><a href="${new URL(odd, ODD).href}">${words.comet.slice(n % 8, (n % 8) + 2).join(' ')}</a></li>`,
      );
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

const ODD = 'http://sky.test/odd/';
const forbidden = [
  `${ODD}behind-nofollow-link`,
  `${ODD}behind-nofollow-page`,
  'http://sky.test/private/page',
];
/** On a host of its own, which is asked for nothing more for a while. */
const broken = 'http://broken.test/error';
const listed = 'http://sky.test/listed-only.html';
const FRENCH =
  'Les comètes sont de petits corps du système solaire, formés de glace et de poussière. Quand elles approchent du ' +
  'Soleil, une chevelure brillante apparaît autour de leur noyau, et une longue queue s’étend dans le ciel. Chaque ' +
  'année, les astronomes en découvrent de nouvelles, et beaucoup ne reviendront pas avant des milliers d’années.';

/** Every oddity links on by an anchor that matches the topic, `comet orbit`. */
function oddPages(): Map<string, Answer> {
  const on = (i: number): string => `<a href="${addressOf(i)}">comet orbit</a>`;
  const random = new Random(7);
  const text = (kind: Kind): string => `<p>${textOf(kind, random)}</p>`;
  const html = (head: string, body: string): Answer => ({
    body: `<!doctype html><html lang="en">${head}<body>${body}</body></html>`,
  });
  const noindex = '<meta name="robots" content="noindex">';
  const nofollow = '<meta name="robots" content="nofollow">';
  const sitemap = [listed, addressOf(11), forbidden[2]].map((url) => `<url><loc>${url}</loc></url>`).join('');
  const rules = 'User-agent: *\nDisallow: /private/\n';
  return new Map<string, Answer>([
    [`${ODD}plain`, html('<title>Odd</title>', `${text('comet')}${on(5)}`)],
    [`${ODD}noindex`, html(noindex, `${text('comet')}${on(6)}`)],
    [
      `${ODD}noindex-header`,
      { ...html('', `${text('comet')}${on(7)}`), headers: { 'x-robots-tag': 'noindex' } },
    ],
    [
      `${ODD}nofollow-link`,
      html('', `${text('comet')}<a rel="nofollow" href="${forbidden[0]}">comet orbit</a> ${on(9)}`),
    ],
    [`${ODD}nofollow`, html(nofollow, `${text('comet')}<a href="${forbidden[1]}">comet orbit</a>`)],
    [forbidden[0]!, html('', text('course'))],
    [forbidden[1]!, html('', text('course'))],
    [forbidden[2]!, html('', text('course'))],
    [`${ODD}french`, { body: `<!doctype html><html lang="fr"><p>${FRENCH}</p>${on(10)}</html>` }],
    [
      `${ODD}paper.pdf`,
      {
        headers: { 'content-type': 'application/pdf' },
        body: toPdf({
          title: 'Comets',
          lines: [textOf('comet', random)],
          links: [addressOf(13)],
          deflated: true,
        }),
      },
    ],
    [`${ODD}empty`, { body: '' }],
    [broken, { status: 503, body: 'busy' }],
    [`${ODD}moved`, { status: 302, headers: { location: '/odd/plain' }, body: '' }],
    [`${ODD}lost`, { status: 301, headers: { location: 'ftp://sky.test/' }, body: '' }],
    [`${ODD}no-links`, html('<title>End</title>', text('list'))],
    [listed, html('<title>Listed</title>', `${text('course')}${on(14)}`)],
    ['http://sky.test/sitemap.xml', xml(`<urlset xmlns="${SITEMAPS}">${sitemap}</urlset>`)],
    ['http://sky.test/robots.txt', plain(`${rules}Sitemap: http://sky.test/sitemap.xml\n`)],
    ...[...hosts.slice(1), 'broken.test'].map((host): [string, Answer] => [
      `http://${host}/robots.txt`,
      plain(rules),
    ]),
  ]);
}

const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const plain = (body: string): Answer => ({ headers: { 'content-type': 'text/plain' }, body });
const xml = (body: string): Answer => ({ headers: { 'content-type': 'application/xml' }, body });

/** The pages that lists lead to. */
const oddTargets = ['noindex', 'noindex-header', 'nofollow-link', 'nofollow', 'french', 'paper.pdf', 'empty'];
oddTargets.push('//broken.test/error', 'moved', 'lost', 'no-links', '../private/page');

/** Answers of a table as a web. */
function webOf(pages: ReadonlyMap<string, Answer>): Web {
  return {
    async fetch({ url }): Promise<Fetched> {
      const answer = pages.get(url);
      const asked = { url, startedAt: 1_700_000_000_000, durationMs: 1 };
      if (answer === undefined)
        return { ...asked, ok: false, reason: 'not-in-web', detail: 'there is no such page', mayPass: false };
      const body = Buffer.from(answer.body);
      const given = { 'content-type': 'text/html; charset=utf-8', ...answer.headers };
      const headers = Object.entries(given) as [string, string][];
      return {
        ...asked,
        ok: true,
        status: answer.status ?? 200,
        statusText: '',
        headers,
        requestHeaders: [],
        wire: body,
        body,
      };
    },
    close: async () => {},
  };
}

/** The Lund family: what its recipes ask for, how they learn, and in which order they visit a small web. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { crawl, type SettingsInput } from '../../src/index.ts';
import type { Page } from '../../src/page/page.ts';
import { ofEarlierCrawl, ofLabels } from '../../src/recipe/families/lund-anchor.ts';
import { gatherLayers } from '../../src/recipe/families/lund-context.ts';
import type { ExamplePage, Lesson, LinkGraph } from '../../src/recipe/lesson.ts';
import { prepareRecipe } from '../../src/recipe/prepare.ts';
import { findRecipe } from '../../src/recipe/registry.ts';
import { parseTopic } from '../../src/topic/load.ts';
import { newFolder, optionsFor, page, prose, removeFolders, smallWeb } from '../crawl/small-web.ts';
import { pageOf } from '../page-of.ts';

afterAll(removeFolders);

const names = [
  'bfs',
  'svm',
  'sm',
  'svm+sm',
  'svm+sm-anchor',
  'learning-anchor',
  'sm-anchor',
  'history-path',
  'history-path-sm',
  'context-graph',
  'context-graph-nonrelevant',
  'context-graph-erase',
];
const full = parseTopic(
  'name: t\nkeywords: [comet]\nseeds: [http://o.test/]\nexamples: {relevant: [http://o.test/1], irrelevant: [http://o.test/2]}',
);

describe('the recipes', () => {
  it.each(names)('lund/%s is there and works with its defaults', (name) => {
    const recipe = findRecipe(`lund/${name}`);
    expect(recipe.summary.length).toBeLessThanOrEqual(70);
    expect(recipe.origin).toMatch(/García Dorado/);
    const prepared = prepareRecipe(recipe, {}, full);
    expect(prepared.recipe.strategy.kind).toBe(recipe.strategy.kind);
  });

  it('that need no examples ask for none', () => {
    const keywords = parseTopic('name: t\nkeywords: [comet]\nseeds: [http://o.test/]');
    expect(() => prepareRecipe(findRecipe('lund/sm'), {}, keywords)).not.toThrow();
    expect(() => prepareRecipe(findRecipe('lund/svm'), {}, keywords)).toThrow(/needs examples/);
  });

  it('have the thesis’s weights: 0.5 and 0.5, 0.8 and 0.2, 0.8', () => {
    const strategyOf = (name: string) => prepareRecipe(findRecipe(name), {}, full).recipe.strategy;
    expect(strategyOf('lund/svm+sm-anchor').anchorShare).toBe(0.2);
    expect(strategyOf('lund/learning-anchor')).toMatchObject({ pageShare: 0.8, fitEvery: 256 });
    expect(strategyOf('lund/history-path')).toMatchObject({ threshold: 0.4, cutoff: 20 });
    const { judge } = prepareRecipe(findRecipe('lund/svm+sm'), {}, full).recipe;
    expect((judge.judges as { weight: number }[]).map(({ weight }) => weight)).toEqual([0.5, 0.5]);
  });
});

/** Each page with the pages that link to it. */
function graphOf(backlinks: Record<string, string[]>, gone: string[] = []): LinkGraph & { closed: boolean } {
  const graph = {
    closed: false,
    linksTo: (url: string) => (backlinks[url] ?? []).map((from) => ({ url: from, anchor: `to ${url}` })),
    page: async (url: string): Promise<Page | undefined> =>
      gone.includes(url) ? undefined : pageOf({ url, text: url }),
    close: () => {
      graph.closed = true;
    },
  };
  return graph;
}
const example = (source: string, relevant = true): ExamplePage => ({
  source,
  relevant,
  page: pageOf({ url: source, text: source }),
});
const lessonOf = (graph: LinkGraph, given: Partial<Lesson> = {}): Lesson => ({
  topic: full,
  examples: [],
  openGraph: async () => graph,
  frozenWeb: 'web.warc.gz',
  seed: 1,
  warn() {},
  quality() {},
  ...given,
});

describe('the layers of a context graph', () => {
  const examples = [example('r1'), example('r2'), example('n', false)];
  const texts = (layers: string[][]) => layers.map((layer) => layer.map((text) => text.trim()).join(' '));
  const settings = { layers: 4, pagesPerLayer: 300, nonRelevant: false };

  it('are the pages that link to the layer before, each in the innermost it can be in', async () => {
    // r2 links to r1 and stays relevant; a and b link to the examples; c to a; d to b and c; nobody to d.
    const graph = graphOf({ r1: ['r2', 'a'], r2: ['b', 'a'], a: ['c', 'b'], b: ['d'], c: ['d'] });
    expect(texts(await gatherLayers({ examples }, graph, settings))).toEqual(['r1 r2', 'b a', 'd c']);
  });

  it('take turns over the pages they link to, up to the limit, and skip what is gone', async () => {
    const graph = graphOf({ r1: ['a', 'b', 'c', 'd'], r2: ['x', 'y'] }, ['x']);
    const layers = await gatherLayers({ examples }, graph, { ...settings, layers: 1, pagesPerLayer: 3 });
    expect(texts(layers)).toEqual(['r1 r2', 'a b y']);
  });

  it('have the irrelevant pages outermost if set', async () => {
    const graph = graphOf({ r1: ['a'] });
    const layers = await gatherLayers({ examples }, graph, { ...settings, nonRelevant: true });
    expect(texts(layers)).toEqual(['r1 r2', 'a', 'n']);
  });

  it('need a source of links: without one, or with one that knows no link, it is said what to give', async () => {
    const prepared = prepareRecipe(findRecipe('lund/context-graph'), { judge: 'string-match' }, full);
    const graph = graphOf({});
    await expect(prepared.train(lessonOf(graph, { frozenWeb: undefined, examples }))).rejects.toThrow(
      /--set backlinks=/,
    );
    await expect(prepared.train(lessonOf(graph, { examples }))).rejects.toThrow(
      /No page that links to a relevant/,
    );
    expect(graph.closed).toBe(true);
  });
});

describe('anchors learnt before the crawl', () => {
  it('are those of links to the examples, each once a page', async () => {
    const graph = graphOf({ r: ['a', 'b'], n: ['a'] });
    const examples = [example('r'), example('n', false)];
    const pairs = await ofLabels(lessonOf(graph, { examples }), { backlinks: '', urlTokens: false });
    expect(pairs).toEqual([
      { text: 'to r', relevant: true },
      { text: 'to n', relevant: false },
    ]);
  });

  it('of an earlier crawl are those that lead to pages with sure scores', async () => {
    // With half = 1 a page with "comet" n times scores n / (n + 1), a margin of ln n: 1.39 for 4, 0 for 1, −20 for 0.
    const web = await smallWeb({
      'o.test/': page({ '/four': 'Icy Visitor', '/one': 'unsure', '/none': 'garden' }, prose('start')),
      'o.test/four': `comet comet comet comet ${prose('four')}`,
      'o.test/one': `comet ${prose('one')}`,
      'o.test/none': prose('none'),
    });
    const folder = await crawled(web, { kind: 'breadth-first' });
    await web.close();
    const settings = { earlier: folder, threshold: 1, urlTokens: false, maxPairs: 10 };
    expect(ofEarlierCrawl(settings)).toEqual([
      { text: 'icy visitor', relevant: true },
      { text: 'garden', relevant: false },
    ]);
    expect(ofEarlierCrawl({ ...settings, maxPairs: 1 })).toEqual([{ text: 'garden', relevant: false }]);
    expect(() => ofEarlierCrawl({ ...settings, earlier: '' })).toThrow(/--set earlier=FOLDER/);
    expect(() => ofEarlierCrawl({ ...settings, earlier: join(folder, 'no') })).toThrow(/cannot be opened/);
  });

  // Scores 1/2, 1/11 and 0 with half = 10: as log odds 0 and −2.30 for /ten and /one. The border 0.05 is at −2.94, so
  // both are relevant, with margins of 2.94 and 0.64; only the first is sure at T = 1.
  it('of an earlier crawl have its judge’s border, not ½', async () => {
    const web = await smallWeb({
      'o.test/': page({ '/ten': 'many', '/one': 'unsure', '/none': 'garden' }, prose('start')),
      'o.test/ten': `${'comet '.repeat(10)} ${prose('ten')}`,
      'o.test/one': `comet ${prose('one')}`,
      'o.test/none': prose('none'),
    });
    const keywords = {
      kind: 'blend',
      threshold: 0.05,
      judges: [{ judge: { ...judge, half: 10 }, weight: 1 }],
    };
    const earlier = await crawled(web, { kind: 'breadth-first' }, undefined, keywords);
    await web.close();
    const settings = { earlier, urlTokens: false, maxPairs: 10 };
    const sure = [
      { text: 'many', relevant: true },
      { text: 'garden', relevant: false },
    ];
    expect(ofEarlierCrawl({ ...settings, threshold: 1 })).toEqual(sure);
    const [many, garden] = sure;
    const unsure = { text: 'unsure', relevant: true };
    expect(ofEarlierCrawl({ ...settings, threshold: 0.6 })).toEqual([many, unsure, garden]);
  });
});

/** A page with "comet" n times scores n / (n + 1): string match, half = 1, titles left out. */
const judge = { kind: 'string-match', half: 1, halfOfText: 1, titleWeight: 0 };

async function crawled(
  web: Awaited<ReturnType<typeof smallWeb>>,
  strategy: { kind: string } & Record<string, unknown>,
  examples = { relevant: [] as string[], irrelevant: [] as string[] },
  by: { kind: string } & Record<string, unknown> = judge,
): Promise<string> {
  const recipe = { name: 'test', judge: by, strategy } as SettingsInput['recipe'] & object;
  const { topic: _, ...options } = optionsFor(web, {
    seeds: [],
    settings: { recipe, concurrency: 1 },
  });
  const topic = { name: 'test', keywords: ['comet'], seeds: ['http://o.test/'], examples };
  await crawl({ ...options, topic }).finished;
  return options.out;
}

async function orderOf(
  table: Parameters<typeof smallWeb>[0],
  strategy: { kind: string } & Record<string, unknown>,
  examples?: Parameters<typeof crawled>[2],
): Promise<string> {
  const web = await smallWeb(table);
  await crawled(web, strategy, examples);
  await web.close();
  return web
    .paths()
    .filter((path) => path !== '/robots.txt')
    .join(' ');
}

describe('the order of', () => {
  /**
   * Margin ln n: relevant above 0.4 from two comets on. C = 2.
   *
   *   page  comets  c    before  distance            its link
   *   /     2       2/3  -       0 (relevant)        /a /b at 1
   *   /a    1       1/2  0       0.5                 /a1 at 0.5
   *   /b    3       3/4  0       0 (relevant)        /b1 at 1
   *   /a1   1       1/2  0.5     0.5 · e^0.5 = 0.824 /a2 at 0.176
   *   /b1   1       1/2  0       0.5                 /b2 at 0.5
   */
  it('history path is the one worked out by hand', async () => {
    const table = {
      'o.test/': `comet comet <a href="/a">x</a> <a href="/b">x</a> ${prose('o')}`,
      'o.test/a': `comet <a href="/a1">x</a> ${prose('a')}`,
      'o.test/b': `comet comet comet <a href="/b1">x</a> ${prose('b')}`,
      'o.test/a1': `comet <a href="/a2">x</a> ${prose('a1')}`,
      'o.test/b1': `comet <a href="/b2">x</a> ${prose('b1')}`,
      'o.test/a2': prose('a2'),
      'o.test/b2': prose('b2'),
    };
    expect(await orderOf(table, { kind: 'history-path', cutoff: 2 })).toBe('/ /a /b /b1 /a1 /b2 /a2');
    expect(await orderOf(table, { kind: 'breadth-first' })).toBe('/ /a /b /a1 /b1 /a2 /b2');
  });

  /**
   * /a is worth learning (three comets, margin 1.1), and so is /b (none). After the third page "telescope" speaks
   * for a link and "garden" against it; all of them stand on /c, whose own score is the same for both.
   */
  it('learning anchor is the one worked out by hand', async () => {
    const table = {
      'o.test/': page({ '/a': 'telescope', '/b': 'garden', '/c': 'hub' }, prose('o')),
      'o.test/a': `comet comet comet ${prose('a')}`,
      'o.test/b': prose('b'),
      'o.test/c': page({ '/c1': 'garden tips', '/c2': 'telescope mirrors' }, prose('c')),
      'o.test/c1': prose('c1'),
      'o.test/c2': prose('c2'),
    };
    expect(await orderOf(table, { kind: 'learning-anchor', fitEvery: 3, threshold: 1 })).toBe(
      '/ /a /b /c /c2 /c1',
    );
    expect(await orderOf(table, { kind: 'learning-anchor', fitEvery: 3, pageShare: 1 })).toBe(
      '/ /a /b /c /c1 /c2',
    );
  });

  /**
   * The anchors' judge knows "comet" alone. Of the page 0.8, of the anchor 0.2:
   * /a 0.6 + 0, /b 0.6 + 0.1, /c 0.6 + 0.133; then /c1 0.8 · 2/3 + 0.1 = 0.633, /a1 0.64, /b1 0.
   */
  it('page and anchor by two judges is the one worked out by hand', async () => {
    const table = {
      'o.test/': `<a href="/a">rose</a> <a href="/b">comet</a> <a href="/c">comet comet</a> ${prose('start')}`,
      'o.test/a': `comet comet comet comet <a href="/a1">rose</a> ${prose('a')}`,
      'o.test/b': `<a href="/b1">rose</a> ${prose('b')}`,
      'o.test/c': `comet <a href="/c1">comet</a> ${prose('c')}`,
      'o.test/a1': prose('a1'),
      'o.test/b1': prose('b1'),
      'o.test/c1': prose('c1'),
    };
    expect(await orderOf(table, { kind: 'best-first', anchorShare: 0.2, anchorJudge: judge })).toBe(
      '/ /c /b /c1 /a /a1 /b1',
    );
  });

  /**
   * Examples are pages on comets; observatories link to them, and departments to observatories. The start page
   * is on comets and names a page of each layer, the outermost first; their own links follow from the innermost
   * outwards.
   */
  it('the context graph is the one worked out by hand', async () => {
    const kinds = {
      comet: 'comet nucleus tail orbit ice',
      observatory: 'observatory telescope dome mountain visitors',
      department: 'department faculty lectures students campus',
    };
    const of = (kind: keyof typeof kinds, i: number): string =>
      `${kinds[kind]} ${kinds[kind]} ${prose(`${kind}${i}`, 5)}`;
    const table: Record<string, string> = {
      'o.test/': page(['/department7', '/observatory7', '/comet7'], of('comet', 0)),
    };
    const list: string[] = [];
    for (const i of [1, 2, 3]) {
      for (const kind of ['comet', 'observatory', 'department'] as const)
        table[`o.test/${kind}${i}`] = of(kind, i);
      list.push(`http://o.test/observatory${i}\thttp://o.test/comet${i}\ta comet`);
      list.push(`http://o.test/department${i}\thttp://o.test/observatory${i}\tan observatory`);
    }
    for (const kind of ['comet', 'observatory', 'department'] as const) {
      table[`o.test/${kind}7`] = `${of(kind, 7)} <a href="/${kind}8">x</a>`;
      table[`o.test/${kind}8`] = of(kind, 8);
    }
    const backlinks = join(newFolder(), 'links.tsv');
    writeFileSync(backlinks, list.join('\n'));
    const relevant = [1, 2, 3].map((i) => `http://o.test/comet${i}`);
    const order = await orderOf(table, { kind: 'context-graph', backlinks }, { relevant, irrelevant: [] });
    // Before it, the examples and the pages of the layers are read.
    const crawlOnly = order.slice(order.indexOf('/ '));
    expect(crawlOnly).toBe('/ /department7 /observatory7 /comet7 /comet8 /observatory8 /department8');
  });
});

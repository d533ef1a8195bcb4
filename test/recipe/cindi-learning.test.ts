/**
 * What CINDI's judge learns while a crawl runs, on a small web: pages on the topic are about comets, observatories
 * lead to them, the rest is about soup and leads to soup. No example leads to the topic.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crawl, openCrawl, openFrozenWeb, resume, type SettingsInput, startReplay } from '../../src/index.ts';
import { judgementOf } from '../../src/judge/judge.ts';
import { pageText } from '../../src/judge/page-text.ts';
import { type Bag, bagReader } from '../../src/judge/training/bags.ts';
import {
  LayerLearner,
  type LayerLearning,
  type LayersModel,
} from '../../src/recipe/families/cindi-learning.ts';
import { prepareRecipe } from '../../src/recipe/prepare.ts';
import { findRecipe } from '../../src/recipe/registry.ts';
import { parseTopic } from '../../src/topic/load.ts';
import {
  newFolder,
  pagesOf,
  removeFolders,
  type SmallWeb,
  smallWeb,
  type Table,
} from '../crawl/small-web.ts';
import { linkTo, pageOf } from '../page-of.ts';

const words = {
  comet: 'comet tail orbit nucleus comet',
  // The salt is for Layer 1, which knows no other word of it.
  tower: 'observatory telescope dome observatory salt',
  soup: 'onion soup salt broth onion',
};
type Kind = keyof typeof words;
const html = (kind: Kind, name: string, links: string[] = []): string =>
  `<!doctype html><title>x</title>${links.map((to) => `<a href="${to}">${to.replace(/[^a-z]/g, '')}</a> `).join('')}<p>${words[kind]} ${babble(name)}</p>`;

/** Twenty words that no other page has, so that no two pages are duplicates and no classifier knows them. */
const babble = (name: string): string => {
  const letters = [...name].map((sign) => String.fromCharCode(97 + (sign.charCodeAt(0) % 26))).join('');
  return Array.from({ length: 20 }, (_, i) => `q${letters}${String.fromCharCode(97 + i)}z`).join(' ');
};

const ten = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
/** Fourteen sites, each with a tower that links to comets and a kitchen that links to soup and to the next site. */
const sites = Array.from({ length: 14 }, (_, n) => n);
const four = ten.slice(0, 4);
const table: Table = Object.fromEntries([
  ...ten.map((n) => [`ex.test/c${n}`, html('comet', `ec${n}`)]),
  ...ten.map((n) => [`ex.test/s${n}`, html('soup', `es${n}`)]),
  ...sites.flatMap((n) => [
    [
      `s${n}.test/tower`,
      html(
        'tower',
        `t${n}`,
        four.map((i) => `/c${i}`),
      ),
    ],
    [
      `s${n}.test/kitchen`,
      html('soup', `k${n}`, [
        ...four.map((i) => `/s${i}`),
        `http://s${n + 1}.test/tower`,
        `http://s${n + 1}.test/kitchen`,
      ]),
    ],
    ...four.map((i) => [`s${n}.test/c${i}`, html('comet', `c${n}.${i}`)]),
    ...four.map((i) => [`s${n}.test/s${i}`, html('soup', `s${n}.${i}`)]),
  ]),
]);
const topic = {
  name: 'comets',
  seeds: ['http://s0.test/tower', 'http://s0.test/kitchen'],
  examples: {
    relevant: ten.map((n) => `http://ex.test/c${n}`),
    irrelevant: ten.map((n) => `http://ex.test/s${n}`),
  },
};

let web: SmallWeb;
beforeAll(async () => {
  web = await smallWeb(table, { threads: 0 });
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

const settings = (more: SettingsInput = {}): SettingsInput => ({
  ...web.settings,
  recipe: 'cindi/two-layers',
  set: { layer2After: 30 },
  concurrency: 1,
  budget: { pages: 100 },
  ...more,
});

async function crawled(given: SettingsInput = settings()) {
  const out = `${newFolder()}/crawl`;
  await crawl({ topic, out, settings: given }).finished;
  return out;
}
const layersOf = (out: string): [url: string, layer: string][] =>
  pagesOf(out).map(({ url, why }) => [url, /^(layer \d|neither)/.exec(why?.[0] ?? '')?.[0] ?? '?']);

describe('on the live Web', () => {
  it('Layer 2 is learnt from the crawl’s own links, and is empty before', async () => {
    const layers = layersOf(await crawled());
    expect(layers).toHaveLength(100);
    expect(layers.slice(0, 30).filter(([, layer]) => layer === 'layer 2')).toEqual([]);
    const later = layers.slice(60).filter(([url]) => url.endsWith('/tower'));
    expect(later.length).toBeGreaterThan(3);
    expect(later.filter(([, layer]) => layer !== 'layer 2')).toEqual([]);
    const kitchens = layers.slice(60).filter(([url]) => url.endsWith('/kitchen'));
    expect(kitchens.filter(([, layer]) => layer === 'layer 2')).toEqual([]);
  });

  it('no page is of Layer 2 if it is not learnt', async () => {
    const layers = layersOf(await crawled(settings({ set: { layer2: false } })));
    expect(layers.filter(([, layer]) => layer === 'layer 2')).toEqual([]);
  });

  it('the order is the same twice, and the same for a crawl that was stopped in between', async () => {
    const whole = layersOf(await crawled());
    expect(layersOf(await crawled())).toEqual(whole);
    const out = await crawled(settings({ budget: { pages: 50 } }));
    await resume(out, { budget: { pages: 100 } }).finished;
    expect(layersOf(out)).toEqual(whole);
  });
});

describe('the same web, frozen and replayed as a live one', () => {
  const given = (): SettingsInput => ({
    recipe: 'cindi/robot',
    set: { layer2After: 30 },
    budget: { pages: 110 },
  });
  let archive: string;
  beforeAll(async () => {
    archive = await crawled(
      settings({ recipe: 'breadth-first', set: { judge: 'two-layers' }, budget: { pages: 500 } }),
    );
  });

  /** Pages of Layer 2, and those whose links the tunnel let through. */
  function found(out: string) {
    const { read, db } = openCrawl(out);
    const ways = pagesOf(out).map(({ id }) => read.linksOf(id).map(({ why }) => why));
    db.close();
    return {
      leading: layersOf(out).filter(([, layer]) => layer === 'layer 2').length,
      tunnelled: ways.filter((whys) => whys.some((why) => why?.startsWith('layer 2 by tunnel'))).length,
    };
  }

  it('have pages of Layer 2, and a tunnel that opens, in both', async () => {
    const frozen = await crawled({ ...settings(given()), web: [archive] });
    const replayed = await startReplay(await openFrozenWeb([archive], { cache: false }));
    const live = await crawled({
      ...settings(given()),
      http: { contact: 'mailto:test@example.org', proxy: replayed.url },
    });
    await replayed.close();
    for (const out of [frozen, live]) {
      expect(found(out).leading).toBeGreaterThan(0);
      expect(found(out).tunnelled).toBeGreaterThan(0);
    }
    expect(layersOf(live)).toEqual(layersOf(frozen));
  });
});

describe('Layer 1', () => {
  const bagOf = bagReader();
  const page = (kind: Kind, name: string) =>
    pageOf({
      url: `http://a.test/${name}`,
      text: `${words[kind]} ${babble(name)}`,
      links: [linkTo('http://a.test/x', '')],
    });
  const learning: LayerLearning = {
    values: 'd',
    bayes: 'tf-idf',
    layer2After: 0,
    retrainEvery: 60,
    bayesFrom: 50,
  };

  const examplePages = ten.flatMap((n) => [
    { source: `c${n}`, page: page('comet', `c${n}`), relevant: true },
    { source: `s${n}`, page: page('soup', `s${n}`), relevant: false },
  ]);

  async function model(set: Record<string, unknown> = {}, examples = examplePages): Promise<LayersModel> {
    const read = parseTopic('name: a\nexamples: { relevant: [x], irrelevant: [y] }');
    const lesson = {
      topic: read,
      examples,
      seed: 1,
      openGraph: () => Promise.reject(new Error('none')),
      warn() {},
      quality() {},
    };
    const models = await prepareRecipe(findRecipe('cindi/robot'), set, read).train(lesson);
    return models.judge as LayersModel;
  }

  /** What it has learnt after pages of which the judge was sure. */
  function learntAfter(
    pages: number,
    given: LayersModel,
    settings: LayerLearning,
    says: (kind: Kind) => number,
  ) {
    const learner = new LayerLearner(given, settings);
    let latest: LayersModel | undefined;
    for (let n = 0; n < pages; n++) {
      const kind: Kind = n % 3 === 0 ? 'comet' : 'soup';
      const score = says(kind);
      const judgement = judgementOf({ score, relevant: score > 0.5, why: [] });
      const visited = page(kind, `p${n}`);
      learner.visited(visited, judgement, bagOf(pageText(visited)) as Bag);
      latest = learner.learn() ?? latest;
    }
    return latest;
  }
  const rightly = (kind: Kind): number => (kind === 'comet' ? 0.9 : 0.1);

  it('starts with the SVM and goes over to naive Bayes with enough pages', async () => {
    const before = await model();
    expect(before.learner).toBe('svm');
    expect(learntAfter(59, before, learning, rightly)).toBeUndefined();
    expect(learntAfter(60, before, learning, rightly)?.learner).toBe('naive-bayes');
    expect(learntAfter(60, before, { ...learning, bayesFrom: 61 }, rightly)?.learner).toBe('svm');
    expect(learntAfter(600, before, { ...learning, retrainEvery: 0 }, rightly)).toBeUndefined();
  });

  it('is the classifier that does best on held-out examples, where that is asked for', async () => {
    // Every page has both words, relevant ones more of the first: presence says nothing, and log2(N/n) is 0.
    const text = (often: string, seldom: string): string => `${`${often} `.repeat(9)}${seldom}`;
    const examples = ten.flatMap((n) => [
      { source: `c${n}`, page: pageOf({ text: text('comet', 'onion') }), relevant: true },
      { source: `s${n}`, page: pageOf({ text: text('onion', 'comet') }), relevant: false },
    ]);
    expect((await model({ learner: 'best' }, examples)).learner).toBe('linear-svm');
    expect((await model({ learner: 'svm' }, examples)).learner).toBe('svm');
    expect((await model({ learner: 'best' })).learner).toBe('svm');
  });

  it('is not retrained by pages that contradict the topic’s examples', async () => {
    const wrongly = (kind: Kind): number => (kind === 'comet' ? 0.1 : 0.9);
    expect(learntAfter(60, await model(), learning, wrongly)).toBeUndefined();
  });

  it('is not retrained by pages of which the judge was not sure', async () => {
    expect(
      learntAfter(60, await model(), learning, (kind) => (kind === 'comet' ? 0.7 : 0.3)),
    ).toBeUndefined();
  });
});

/**
 * The kind `context-graph`: layers of pages around the relevant examples, found by following back-links, and one
 * classifier per layer.
 *
 * Layer 0 is the relevant examples, layer n + 1 the pages that link to layer n and are in no layer yet. Pages are taken
 * round-robin over the pages they link to, so that one very popular page does not fill a layer. The thesis built layers
 * of 500, 400, 300, 50 and 30 pages (what Google returned), the paper before it used 300 each. The thesis does not give
 * the limit of `erase`; 0 is where no classifier claims the page.
 */
import { z } from 'zod';
import { ForageError } from '../../errors.ts';
import { pageText } from '../../judge/page-text.ts';
import { defineStrategy } from '../../plugin/define.ts';
import { contextLayers } from '../../strategy/context-layers.ts';
import { layerQuality, layerScores, trainLayers } from '../../strategy/layer-classifiers.ts';
import type { Lesson, LinkGraph } from '../lesson.ts';

interface ContextGraphSettings {
  backlinks: string;
  layers: number;
  pagesPerLayer: number;
  classifier: 'svm' | 'naive-bayes';
  nonRelevant: boolean;
  erase: boolean;
  eraseBelow: number;
}

export const backlinksSetting = z
  .string()
  .default('')
  .describe(
    'source of back-links: a frozen web, the folder of an earlier crawl, or a list file; empty: the web of this crawl, if it is frozen',
  );

export const contextGraphKind = defineStrategy({
  name: 'context-graph',
  summary: 'links of pages that look one link away from a relevant one first',
  settings: z.strictObject({
    backlinks: backlinksSetting,
    layers: z.number().int().min(1).max(20).default(4).describe('layers beyond the relevant examples'),
    pagesPerLayer: z
      .number()
      .int()
      .min(1)
      .max(5000)
      .default(300)
      .describe('maximum number of pages per layer'),
    classifier: z
      .enum(['svm', 'naive-bayes'])
      .default('svm')
      .describe('classifier for each layer’s pages against all others'),
    nonRelevant: z.boolean().default(false).describe('irrelevant pages form one more layer, the outermost'),
    erase: z.boolean().default(false).describe('skip links of pages that fit no layer'),
    eraseBelow: z.number().default(0).describe('with erase: a page fits a layer whose score is above this'),
  }),
  needs: ({ nonRelevant }) => (nonRelevant ? ['examples', 'counterexamples'] : ['examples']),
  async train(lesson, settings) {
    const graph = await lesson.openGraph(graphSource(lesson, settings.backlinks, 'backlinks'));
    let layers: string[][];
    try {
      layers = await gatherLayers(lesson, graph, settings);
    } finally {
      graph.close();
    }
    if (layers.length < 2) {
      throw new ForageError(
        'TRAINING',
        'No page that links to a relevant example was found; use examples that others link to, or a larger source of links with --set backlinks=…',
      );
    }
    const how = {
      classifier: settings.classifier,
      language: lesson.topic.language ?? 'en',
      seed: lesson.seed,
    };
    const sizes = Object.fromEntries(layers.map((texts, layer) => [`layer ${layer}`, texts.length]));
    lesson.quality('context graph', { ...sizes, ...layerQuality(layers, how) });
    return trainLayers(layers, how);
  },
  untrained: ['erase', 'eraseBelow'],
  measure: ({ model }) => {
    const scores = layerScores(model);
    return (page) => ({ layers: scores(pageText(page)) });
  },
  make: ({ settings: { erase, eraseBelow } }) => contextLayers(erase ? { eraseBelow } : {}),
});

/** The source named by a setting, or the frozen web of the crawl itself. */
export function graphSource({ frozenWeb }: Lesson, named: string, setting: string): string {
  if (named !== '') return named;
  if (frozenWeb !== undefined) return frozenWeb;
  throw new ForageError(
    'USAGE',
    `The live Web has no back-links; name a source: --set ${setting}=… with a frozen web, the folder of an earlier crawl, or a list file.`,
  );
}

/** The texts of each layer, innermost first; ends where nothing links to the outermost. */
export async function gatherLayers(
  { examples }: Pick<Lesson, 'examples'>,
  graph: LinkGraph,
  settings: Pick<ContextGraphSettings, 'layers' | 'pagesPerLayer' | 'nonRelevant'>,
): Promise<string[][]> {
  const relevant = examples.filter((example) => example.relevant);
  const seen = new Set(examples.flatMap(({ source, page }) => [source, page.url]));
  const layers = [relevant.map(({ page }) => pageText(page))];
  let outermost = [...new Set(relevant.flatMap(({ source, page }) => [page.url, source]))];
  while (layers.length <= settings.layers) {
    const found = await pagesLinkingTo(outermost, graph, seen, settings.pagesPerLayer);
    if (found.length === 0) break;
    layers.push(found.map(({ text }) => text));
    outermost = found.map(({ url }) => url);
  }
  if (settings.nonRelevant) {
    const others = examples.filter((example) => !example.relevant);
    layers.push(others.map(({ page }) => pageText(page)));
  }
  return layers;
}

async function pagesLinkingTo(
  targets: readonly string[],
  graph: LinkGraph,
  seen: Set<string>,
  limit: number,
): Promise<{ url: string; text: string }[]> {
  const found: { url: string; text: string }[] = [];
  // A list may contain thousands of pages that are gone.
  let missesLeft = 3 * limit;
  for (const url of inTurns(targets.map((target) => graph.linksTo(target)))) {
    if (seen.has(url)) continue;
    seen.add(url);
    const page = await graph.page(url);
    if (page === undefined) {
      missesLeft -= 1;
      if (missesLeft === 0) break;
      continue;
    }
    found.push({ url, text: pageText(page) });
    if (found.length >= limit) break;
  }
  return found;
}

/** The first of each, the second of each, and so on. */
function* inTurns(lists: readonly Iterable<{ url: string }>[]): Generator<string> {
  let open = lists.map((list) => list[Symbol.iterator]());
  while (open.length > 0) {
    const still: typeof open = [];
    for (const iterator of open) {
      const next = iterator.next();
      if (next.done) continue;
      still.push(iterator);
      yield next.value.url;
    }
    open = still;
  }
}

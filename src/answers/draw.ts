/** Which pages a person is asked about next. */
import type { JudgedPage, Label } from '../archive/records.ts';
import type { OpenCrawl } from '../crawl/open.ts';
import { loadModels } from '../crawl/training/models.ts';
import { calledPages, exampleTest, latestLabels } from './called-pages.ts';
import { inRandomOrder } from './random-order.ts';
import { remembered } from './remembered.ts';

export interface Drawn {
  drawn: Label['drawn'];
  pages: JudgedPage[];
}

/** Pages called relevant, at random: the next ones that nobody has been asked about. */
export function drawCalled(crawl: OpenCrawl, wanted: number): Drawn {
  const { pages } = calledPages(crawl);
  const labels = latestLabels(crawl);
  return { drawn: 'called', pages: pages.filter(({ id }) => !labels.has(id)).slice(0, wanted) };
}

/**
 * Judged pages over the whole range of scores: the same number from each of six layers, at random within it. The top
 * layer holds the best 1/32 of the pages, the next as many, and each further one twice as many as the one above, since
 * the border between relevant and irrelevant pages is usually near the top. Answered pages count for their layer.
 */
export function drawOverScores(crawl: OpenCrawl, wanted: number): Drawn {
  const labels = latestLabels(crawl);
  const chosen: JudgedPage[] = [];
  let missing = wanted;
  for (const [i, layer] of layersOf(judgedPages(crawl)).entries()) {
    const share = Math.ceil(missing / (LAYERS - i));
    const open = inRandomOrder(layer, crawl.folder.settings.seed).filter(({ id }) => !labels.has(id));
    const taken = open.slice(0, Math.max(0, share - (layer.length - open.length)));
    chosen.push(...taken);
    missing -= share;
  }
  return { drawn: 'scores', pages: inRandomOrder(chosen, crawl.folder.settings.seed) };
}

/** Best first; without the topic's examples and without pages that do not count whatever their score. */
export const judgedPages = (crawl: OpenCrawl): readonly JudgedPage[] =>
  remembered(crawl, 'judged pages', () => readJudgedPages(crawl));

function readJudgedPages(crawl: OpenCrawl): JudgedPage[] {
  const isExample = exampleTest(crawl, loadModels(crawl.folder.path)?.calibration);
  const pages: JudgedPage[] = [];
  for (const page of crawl.read.judgedPages()) {
    const isExcluded = !page.called && (page.margin ?? -1) > 0;
    if (!isExcluded && !isExample(page)) pages.push(page);
  }
  return pages.sort((a, b) => b.score - a.score || (a.url < b.url ? -1 : 1));
}

const LAYERS = 6;

/** Six layers of scores; the first two hold the best 1/32 of the pages each, the others twice as many as the one above. */
export function layersOf(best: readonly JudgedPage[]): JudgedPage[][] {
  const layers: JudgedPage[][] = [];
  let from = 0;
  for (let i = LAYERS - 1; i >= 0; i--) {
    const to = Math.max(from, Math.ceil(best.length / 2 ** i));
    layers.push(best.slice(from, to));
    from = to;
  }
  return layers;
}

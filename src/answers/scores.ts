/** How the scores of a crawl's pages are spread, where people's labels stand among them, what a threshold would do. */
import type { OpenCrawl } from '../crawl/open.ts';
import { latestLabels } from './called-pages.ts';
import { judgedPages } from './draw.ts';
import { judgeQuality } from './judge-quality.ts';
import { scoreHistogram } from './score-histogram.ts';
import { judgeInForce } from './survey.ts';
import { thresholdEffect } from './threshold-effect.ts';

/** The effect is that of the given threshold, otherwise of the one in force. */
export function scoresOf(crawl: OpenCrawl, threshold: number | undefined) {
  const judged = judgedPages(crawl);
  const labels = latestLabels(crawl);
  const byId = new Map(judged.map(({ id, score }) => [id, score]));
  const { threshold: inForce, version } = judgeInForce(crawl);
  const asked = threshold ?? inForce;
  return {
    threshold: inForce,
    version,
    pages: judged.length,
    /** Of all pages: those that the version in force has not judged. */
    byEarlierVersions: crawl.read.judgedByOthers(version),
    ...scoreHistogram(judged),
    quality: judgeQuality(judged, labels),
    labels: [...labels].flatMap(([page, { label }]) => {
      const at = byId.get(page);
      return at === undefined || label === 'unsure'
        ? []
        : [{ page, score: at, relevant: label === 'relevant' }];
    }),
    ...(asked === undefined
      ? {}
      : { effect: thresholdEffect(judged, labels, asked, { threshold: inForce, version }) }),
  };
}

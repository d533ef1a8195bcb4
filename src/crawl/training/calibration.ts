/**
 * What the topic's examples say about the judge of a crawl, measured before its first page: how the judge does on
 * examples it was not trained on, and a gauge for the pages it will call relevant (`judge/gauge.ts`). `answers/` makes
 * figures of it.
 */
import { type GaugeModel, trainGauge } from '../../judge/gauge.ts';
import type { Page } from '../../page/page.ts';
import type { Lesson } from '../../recipe/lesson.ts';
import type { JudgePart } from '../../recipe/parts.ts';
import { type HeldOutOpinion, validateJudge } from '../../recipe/validate.ts';
import type { Topic } from '../../topic/topic.ts';

/** Plain JSON. */
export interface Calibration {
  /** The examples that could be read. */
  relevant: number;
  irrelevant: number;
  /** Whether the judge learnt from them. */
  learns: boolean;
  /** By URL and by digest of the body: what is known before the crawl never counts as found. */
  examples: { urls: string[]; digests: string[] };
  /** The judge on examples it was not trained on; absent with fewer than two of a class. */
  heldOut?: HeldOutOpinion[] | undefined;
  /** Absent if the examples are too few. */
  gauge?: GaugeModel | undefined;
}

export async function calibrate(judge: JudgePart, lesson: Lesson): Promise<Calibration> {
  const { examples, topic, seed } = lesson;
  const relevant = examples.filter((example) => example.relevant).length;
  const counts = { relevant, irrelevant: examples.length - relevant };
  const texts = examples.map(({ page, relevant }) => ({ text: gaugedText(page), relevant }));
  return {
    ...counts,
    learns: judge.learns,
    examples: {
      urls: [...new Set(examples.flatMap(({ source, page }) => [source, page.url]))],
      digests: [...new Set(examples.map(({ page }) => page.digest))],
    },
    heldOut: await validateJudge(judge, lesson),
    gauge: areEnough(counts)
      ? await trainGauge(texts, { language: topic.language ?? 'en', seed })
      : undefined,
  };
}

/** As the catalogue stores the text of a page. */
export const gaugedText = ({ title, mainText }: Pick<Page, 'title' | 'mainText'>): string =>
  `${title}\n${mainText}`;

/** Below this a gauge was too far off to show what it says: see docs/figures.md. */
export const areEnough = ({ relevant, irrelevant }: { relevant: number; irrelevant: number }): boolean =>
  relevant >= 10 && irrelevant >= 20 && (relevant >= 20 || irrelevant >= 100);

/** Whether a recipe that does not learn from the examples should still read them; a file may be a folder of many. */
export function worthReading({ examples: { relevant, irrelevant } }: Topic): boolean {
  if (relevant.length === 0 || irrelevant.length === 0) return false;
  const isFile = (source: string): boolean => !/^https?:\/\//i.test(source);
  const many = (sources: readonly string[]): number => (sources.some(isFile) ? 100 : sources.length);
  return areEnough({ relevant: many(relevant), irrelevant: many(irrelevant) });
}

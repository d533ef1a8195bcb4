/**
 * Links whose targets are known to be relevant or not before a crawl starts: those of an earlier crawl, judged by its
 * judge, or those among the topic's examples.
 */
import { z } from 'zod';
import { readEarlierCrawl } from '../../archive/earlier-crawl.ts';
import { linksToJudgedPages } from '../../archive/judged-links.ts';
import type { LabelledSample } from '../../learn/evolution/fitness.ts';
import { balanced, evenly } from '../../strategy/balanced-examples.ts';
import { drawOf } from '../../strategy/drawn-link.ts';
import { readLinks } from '../../strategy/link-classifier.ts';
import type { UrlExample } from '../../strategy/url-token-classifier.ts';
import type { Lesson } from '../lesson.ts';

export const earlierSetting = z
  .string()
  .default('')
  .describe(
    'folder of an earlier crawl, best by darmstadt/general: one random link of each page is the training set; empty: the links among the examples',
  );

/** From the folder of an earlier crawl or, if none is named, among the examples. */
export function labelledLinks(lesson: Pick<Lesson, 'examples' | 'seed'>, earlier: string): UrlExample[] {
  return earlier === '' ? linksAmongExamples(lesson) : linksOfCrawl(earlier, lesson.seed);
}

/**
 * Of each page of a crawl one random link, among those whose targets it judged. In a crawl by `darmstadt/general` with
 * the same seed these are the links that it drew.
 */
export function linksOfCrawl(folder: string, seed: number): UrlExample[] {
  return readEarlierCrawl(folder, (_, db) => {
    const drawn = new Map<string, UrlExample & { draw: number }>();
    for (const link of linksToJudgedPages(db)) {
      const draw = drawOf(link.source, link.target, seed);
      const known = drawn.get(link.source);
      if (known === undefined || draw < known.draw) drawn.set(link.source, { ...link, draw });
    }
    return Array.from(drawn.values(), ({ draw: _, ...link }) => link);
  });
}

export function linksAmongExamples({ examples }: Pick<Lesson, 'examples'>): UrlExample[] {
  const wanted = new Map<string, boolean>();
  for (const { source, page, relevant } of examples) wanted.set(source, relevant).set(page.url, relevant);
  return examples.flatMap(({ page }) =>
    page.links
      .filter(({ url }) => url !== page.url && wanted.has(url))
      .map(({ url }) => ({ source: page.url, target: url, relevant: wanted.get(url)! })),
  );
}

/**
 * The same links in context, balanced, at most `maxExamples` positives: the training set of a chromosome, or of
 * `evolve` (with `linkPool`), as used by `forage topic evolve`.
 */
export async function linkSamples(
  lesson: Pick<Lesson, 'examples' | 'openGraph' | 'seed'>,
  given: { earlier: string; negativesPerPositive: number; maxExamples: number; maxCharacters: number },
): Promise<LabelledSample[]> {
  const links = labelledLinks(lesson, given.earlier);
  const chosen = balanced(
    evenly(
      links.filter(({ relevant }) => relevant),
      given.maxExamples,
    ),
    links.filter(({ relevant }) => !relevant),
    given.negativesPerPositive,
  ).flat();
  const bySource = Map.groupBy(chosen, ({ source }) => source);
  const graph = given.earlier === '' ? undefined : await lesson.openGraph(given.earlier);
  try {
    const samples: LabelledSample[] = [];
    for (const [source, own] of bySource) {
      const page = graph
        ? await graph.page(source)
        : lesson.examples.find((example) => example.page.url === source)?.page;
      if (!page) continue;
      const wanted = new Map(own.map(({ target, relevant }) => [target, relevant]));
      for (const sample of readLinks(page, given.maxCharacters)) {
        const relevant = wanted.get(sample.targetUrl);
        if (relevant !== undefined) samples.push({ sample, relevant });
      }
    }
    return samples;
  } finally {
    graph?.close();
  }
}

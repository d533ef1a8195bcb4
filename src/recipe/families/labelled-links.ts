/**
 * Links whose targets are known to be relevant or not before a crawl starts: those of an earlier crawl, judged by its
 * judge, or those among the topic's examples.
 */
import { z } from 'zod';
import { readEarlierCrawl } from '../../archive/earlier-crawl.ts';
import { linksToJudgedPages } from '../../archive/judged-links.ts';
import { ForageError } from '../../errors.ts';
import type { LabelledSample } from '../../learn/evolution/fitness.ts';
import type { Page } from '../../page/page.ts';
import { balanced, evenly } from '../../strategy/balanced-examples.ts';
import { drawOf } from '../../strategy/drawn-link.ts';
import { readLinks } from '../../strategy/link-classifier.ts';
import type { UrlExample } from '../../strategy/url-token-classifier.ts';
import { readText } from '../../topic/text-file.ts';
import type { Lesson } from '../lesson.ts';

export const earlierSetting = z
  .string()
  .default('')
  .describe(
    'folder of an earlier crawl, best by darmstadt/general: one random link of each page is the training set; or a .tsv file of links: source, target, yes or no; empty: the links among the examples',
  );

/** From the folder of an earlier crawl or, if none is named, among the examples. */
export function labelledLinks(lesson: Pick<Lesson, 'examples' | 'seed'>, earlier: string): UrlExample[] {
  if (earlier === '') return linksAmongExamples(lesson);
  return /\.tsv$/i.test(earlier) ? linksOfFile(earlier) : linksOfCrawl(earlier, lesson.seed);
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

/** One link a line: the URL of the page, that of the link, and whether its target is relevant. */
export function linksOfFile(path: string): UrlExample[] {
  const lines = readText(path).split(/\r?\n/);
  return lines.flatMap((line, i) => {
    if (line === '' || line.startsWith('#')) return [];
    const [source = '', target = '', said = ''] = line.split('\t');
    const isLink = [source, target].every((url) => URL.canParse(url));
    if (isLink && (said === 'yes' || said === 'no')) return [{ source, target, relevant: said === 'yes' }];
    throw new ForageError(
      'INPUT_INVALID',
      `${path}, line ${i + 1}: write the URL of a page, that of a link on it, and yes or no, separated by tabs (found "${line.slice(0, 100)}").`,
    );
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
  if (given.earlier === '') {
    const pages = new Map(lesson.examples.map(({ page }) => [page.url, page]));
    return samplesOf(links, async (url) => pages.get(url), given);
  }
  const graph = await lesson.openGraph(given.earlier);
  try {
    return await samplesOf(links, (url) => graph.page(url), given);
  } finally {
    graph.close();
  }
}

/** Links in the context of their pages; those of pages that cannot be read are left out. */
export async function samplesOf(
  links: readonly UrlExample[],
  pageAt: (url: string) => Promise<Page | undefined>,
  given: { negativesPerPositive: number; maxExamples: number; maxCharacters: number },
): Promise<LabelledSample[]> {
  const chosen = balanced(
    evenly(
      links.filter(({ relevant }) => relevant),
      given.maxExamples,
    ),
    links.filter(({ relevant }) => !relevant),
    given.negativesPerPositive,
  ).flat();
  const samples: LabelledSample[] = [];
  for (const [source, own] of Map.groupBy(chosen, ({ source }) => source)) {
    const page = await pageAt(source);
    if (!page) continue;
    const wanted = new Map(own.map(({ target, relevant }) => [target, relevant]));
    for (const sample of readLinks(page, given.maxCharacters)) {
      const relevant = wanted.get(sample.targetUrl);
      if (relevant !== undefined) samples.push({ sample, relevant });
    }
  }
  return samples;
}

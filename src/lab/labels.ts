/**
 * Labels: which topics each page of a web belongs to, according to people or a generator. A table with a URL and its
 * topics on each line; a first line without a URL is a heading. No recipe ever sees them.
 *
 * A line that cannot be read and a page with two different labels are faults: a page that loses its label would count
 * as not relevant, for every recipe and without a trace.
 */
import { ForageError } from '../errors.ts';
import { readText } from '../topic/text-file.ts';
import { canonicalUrl } from '../url/url.ts';
import { twinsOf } from '../url/variants.ts';

/** By URL, in the form that crawls give it. */
export type Labels = ReadonlyMap<string, readonly string[]>;

export function readLabels(path: string): Labels {
  const labels = new Map<string, readonly string[]>();
  const lineOf = new Map<string, number>();
  for (const [i, line] of readText(path).split(/\r?\n/).entries()) {
    const [written, topics = ''] = line.split('\t') as [string, string?];
    if (line.trim() === '') continue;
    const canonical = canonicalUrl(written.trim());
    if (!canonical.ok || /\s/.test(written.trim())) {
      if (i === 0) continue;
      throw new ForageError(
        'INPUT_INVALID',
        `${path}, line ${i + 1}: "${written}" is not a URL; write a URL, a tab and its topics on each line.`,
      );
    }
    const { url } = canonical;
    const named = [...new Set(topics.split(/[;, ]+/).filter(Boolean))].sort();
    const before = labels.get(url);
    if (before !== undefined && before.join() !== named.join())
      throw new ForageError(
        'INPUT_INVALID',
        `${path}: ${url} is labelled ${inWords(before)} in line ${lineOf.get(url)} and ${inWords(named)} in line ${i + 1}; write one line with all of its topics.`,
      );
    labels.set(url, named);
    lineOf.set(url, i + 1);
  }
  return labels;
}

const inWords = (topics: readonly string[]): string =>
  topics.length === 0 ? 'as nothing' : `"${topics.join(', ')}"`;

/** The topics of a page; undefined if nobody labelled it. A URL without a label has that of its nearest variant. */
export function topicsIn(labels: Labels, url: string): readonly string[] | undefined {
  for (const twin of twinsOf(url)) {
    const topics = labels.get(twin);
    if (topics !== undefined) return topics;
  }
  return undefined;
}

/** Whether a page is labelled with the topic. */
export function relevanceBy(labels: Labels, label: string): (url: string) => boolean {
  return (url) => topicsIn(labels, url)?.includes(label) ?? false;
}

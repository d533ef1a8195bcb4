/**
 * Labels: which topics each page of a web belongs to, according to people or a generator. A table with a URL and its
 * topics on each line; a first line without a URL is a heading. No recipe ever sees them.
 */
import { readText } from '../topic/text-file.ts';
import { twinsOf } from '../url/variants.ts';

/** By URL. */
export type Labels = ReadonlyMap<string, readonly string[]>;

export function readLabels(path: string): Labels {
  const labels = new Map<string, readonly string[]>();
  for (const line of readText(path).split(/\r?\n/)) {
    const [url, topics = ''] = line.split('\t');
    if (/^https?:/.test(url!)) labels.set(url!, topics.split(/[;, ]+/).filter(Boolean));
  }
  return labels;
}

/** Whether a page is labelled with the topic. A URL without a label has that of its nearest variant. */
export function relevanceBy(labels: Labels, label: string): (url: string) => boolean {
  return (url) => {
    for (const twin of twinsOf(url)) {
      const topics = labels.get(twin);
      if (topics !== undefined) return topics.includes(label);
    }
    return false;
  };
}

/** What labels did, in a sentence: which version is in force since, what it says of stored pages, how many links moved. */
import type { LabelsKept } from '../crawl/control.ts';
import type { LabelsTaught } from '../crawl/labels.ts';
import { duration, plural } from './numbers.ts';

export function taughtSentence({ labels, version, tookMs, pagesChanged, linksMoved }: LabelsTaught): string {
  const effects = [
    ...(pagesChanged === undefined
      ? []
      : [`${plural(pagesChanged, 'stored page')} would change sides if judged again`]),
    ...(linksMoved === undefined ? [] : [`${plural(linksMoved, 'waiting link')} moved`]),
  ];
  const what = effects.length === 0 ? 'nothing else changed' : effects.join(', ');
  return `Version ${version} is in force, ${duration(tookMs)} after ${plural(labels, 'label')}: ${what}.`;
}

/** What is known as soon as labels are kept. */
export function keptSentence({
  kept,
  changed,
  inForce,
}: Pick<LabelsKept, 'kept' | 'changed' | 'inForce'>): string {
  const own = changed === 0 ? '' : ` ${plural(changed, 'page')} changed sides because you said so.`;
  const later = inForce === 'now' ? '' : ' The judge learns from it when the crawl goes on.';
  return `${plural(kept, 'label')} kept.${own}${later}`;
}

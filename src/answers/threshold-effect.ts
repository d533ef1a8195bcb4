/** What another threshold would do: which pages change sides, and what that means by the labels that people gave. */
import type { JudgedPage, Label } from '../archive/records.ts';
import { count } from './numbers.ts';

export interface ThresholdEffect {
  threshold: number;
  /** Pages called relevant now, and with it. */
  called: { before: number; after: number };
  /** Of the pages with a yes or no: right and missed with it, and how many change sides. */
  labels: { right: number; called: number; missed: number; relevant: number; changed: number };
  sentence: string;
  /** Pages that change sides, closest to the threshold first. */
  examples: JudgedPage[];
}

const EXAMPLES = 12;

export function thresholdEffect(
  pages: readonly JudgedPage[],
  labels: ReadonlyMap<number, Pick<Label, 'label'>>,
  threshold: number,
): ThresholdEffect {
  const now = pages.filter((page) => page.called).length;
  const then = pages.filter(({ score }) => score >= threshold).length;
  const changed = pages.filter(({ score, called }) => score >= threshold !== called);
  const labelled = pages.flatMap((page) => {
    const label = labels.get(page.id)?.label;
    return label === undefined || label === 'unsure' ? [] : [{ page, yes: label === 'relevant' }];
  });
  const calls = labelled.filter(({ page }) => page.score >= threshold);
  const of = {
    right: calls.filter(({ yes }) => yes).length,
    called: calls.length,
    relevant: labelled.filter(({ yes }) => yes).length,
    changed: labelled.filter(({ page }) => page.score >= threshold !== page.called).length,
  };
  return {
    threshold,
    called: { before: now, after: then },
    labels: { ...of, missed: of.relevant - of.right },
    sentence: sentenceOf(threshold, now, then, changed.length),
    examples: changed
      .sort((a, b) => Math.abs(a.score - threshold) - Math.abs(b.score - threshold))
      .slice(0, EXAMPLES),
  };
}

function sentenceOf(threshold: number, now: number, then: number, changed: number): string {
  const at = threshold.toFixed(2);
  if (changed === 0) return `At ${at} nothing changes: ${count(now)} pages count as relevant.`;
  const difference = then - now;
  const more = `${count(Math.abs(difference))} ${Math.abs(difference) === 1 ? 'page' : 'pages'} ${difference > 0 ? 'more' : 'fewer'}`;
  return difference === 0
    ? `At ${at} as many pages count as relevant, ${count(now)}, but ${count(changed)} change sides.`
    : `At ${at}, ${more} would count as relevant: ${count(then)} instead of ${count(now)}.`;
}

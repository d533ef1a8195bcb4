/**
 * What another threshold would do: which pages change sides, and what that means by the labels that people gave. Pages have
 * the scores of the version that judged them; used on all pages, a threshold has them judged again by the version in force,
 * so where some are of earlier versions the figure is a range.
 */
import type { JudgedPage, Label } from '../archive/records.ts';
import { count, plural } from './numbers.ts';

export interface ThresholdEffect {
  threshold: number;
  /** Pages called relevant now, and with it; at least and at most, whatever scores the others get from the version in force. */
  called: { before: number; after: number; least: number; most: number };
  /** Of the pages: those with a score of another version than the one in force. */
  byEarlierVersions: number;
  /** Of the pages with a yes or no: right and missed with it, and how many change sides. */
  labels: { right: number; called: number; missed: number; relevant: number; changed: number };
  sentence: string;
  /** Pages that change sides, closest to the threshold first. */
  examples: JudgedPage[];
}

/** What judges now. */
export interface JudgeInForce {
  threshold: number | undefined;
  version: number;
}

const EXAMPLES = 12;

export function thresholdEffect(
  pages: readonly JudgedPage[],
  labels: ReadonlyMap<number, Pick<Label, 'label'>>,
  threshold: number,
  inForce: JudgeInForce,
): ThresholdEffect {
  const now = pages.filter((page) => page.called).length;
  const then = pages.filter(({ score }) => score >= threshold).length;
  const changed = pages.filter(({ score, called }) => score >= threshold !== called);
  const sure = pages.filter(({ version }) => version === inForce.version);
  const least = sure.filter(({ score }) => score >= threshold).length;
  const byEarlierVersions = pages.length - sure.length;
  const called = { before: now, after: then, least, most: least + byEarlierVersions };
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
  const at = threshold.toFixed(2);
  const isInDoubt = byEarlierVersions > 0 && at !== inForce.threshold?.toFixed(2);
  const doubt = `${count(byEarlierVersions)} of ${plural(pages.length, 'score')} ${byEarlierVersions === 1 ? 'is' : 'are'} from earlier versions of the judge: judged again by version ${inForce.version}, it may be ${count(least)} to ${count(called.most)}.`;
  const told = toldOf(at, now, then, changed.length, isInDoubt);
  return {
    threshold,
    called,
    byEarlierVersions,
    labels: { ...of, missed: of.relevant - of.right },
    sentence: isInDoubt ? `${told} ${doubt}` : told,
    examples: changed
      .sort((a, b) => Math.abs(a.score - threshold) - Math.abs(b.score - threshold))
      .slice(0, EXAMPLES),
  };
}

function toldOf(at: string, now: number, then: number, changed: number, isInDoubt: boolean): string {
  if (changed === 0)
    return `At ${at} nothing changes${isInDoubt ? ' by the scores that the pages have' : ''}: ${count(now)} pages count as relevant.`;
  const by = isInDoubt ? ' by the scores that they have' : '';
  const difference = then - now;
  const more = `${plural(Math.abs(difference), 'page')} ${difference > 0 ? 'more' : 'fewer'}`;
  return difference === 0
    ? `At ${at} as many pages count as relevant${by}, ${count(now)}, but ${count(changed)} change sides.`
    : `At ${at}, ${more} would count as relevant${by}: ${count(then)} instead of ${count(now)}.`;
}

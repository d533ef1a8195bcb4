/** Pages and links that webmasters keep from crawlers: noindex, nofollow, robots.txt. */
import { count, plural } from '../numbers.ts';
import type { Explain } from './explanation.ts';

/** Fewer are no reason. */
const SHARE = 0.1;

export const pageRules: Explain = ({ outcomes, refusals, counts, settings }) => {
  const noindex = outcomes.get('refused: noindex') ?? 0;
  const nofollow = refusals.get('nofollow') ?? 0;
  if (noindex < SHARE * (counts.pages + noindex) && nofollow < SHARE * sum(refusals.values()))
    return undefined;
  if (noindex + nofollow === 0) return undefined;
  return {
    what: `${[
      ...(noindex === 0
        ? []
        : [`${plural(noindex, 'page')} asked not to be indexed (noindex) and ${were(noindex)} not kept`]),
      ...(nofollow === 0
        ? []
        : [`${plural(nofollow, 'link')} marked nofollow ${were(nofollow)} not followed`]),
    ].join('; ')}.`,
    next:
      settings.web.length > 0
        ? 'on an archive nobody is disturbed: write "politeness: { pageRules: ignore }" into a file and pass it with --settings'
        : 'start from other sites; these rules are the wish of the webmasters',
  };
};

export const robots: Explain = ({ refusals, counts }) => {
  const forbidden = sum(
    [...refusals].filter(([reason]) => reason.startsWith('robots.txt')).map(([, n]) => n),
  );
  if (forbidden === 0 || forbidden < counts.pages) return undefined;
  return {
    what: `robots.txt forbade ${plural(forbidden, 'request')}; ${plural(counts.pages, 'page')} ${were(counts.pages)} read.`,
    next: 'start from other sites, or ask the owners of these',
  };
};

export const scope: Explain = ({ refusals, counts, settings }) => {
  const outside = [...refusals].filter(([reason]) => reason.startsWith('scope:'));
  const links = sum(outside.map(([, n]) => n));
  if (links === 0 || counts.pages >= (settings.budget.pages ?? Number.POSITIVE_INFINITY)) return undefined;
  const most = outside.sort(([, a], [, b]) => b - a).slice(0, 3);
  return {
    what: `The scope kept ${count(links)} links out: ${most.map(([reason, n]) => `${reason.slice(7)} ${count(n)}`).join(', ')}.`,
    next: 'widen the scope: leave out --seed-hosts or --depth, or change "scope:" in the settings',
  };
};

const were = (n: number): string => (n === 1 ? 'was' : 'were');

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const n of numbers) total += n;
  return total;
}

/** Requests that failed, or answers that were no pages. */
import { typed } from '../../suggest.ts';
import { count } from '../numbers.ts';
import type { Explain } from './explanation.ts';

export const failures: Explain = ({ outcomes, counts, folder }) => {
  const bad = [...outcomes].filter(
    ([outcome]) =>
      /^(failed|http [45])/.test(outcome) || (outcome.startsWith('refused') && !outcome.endsWith('noindex')),
  );
  const failed = bad.reduce((total, [, n]) => total + n, 0);
  if (failed === 0 || failed < counts.pages) return undefined;
  const most = bad.sort(([, a], [, b]) => b - a).slice(0, 3);
  return {
    what: `${count(failed)} requests brought no page: ${most.map(([outcome, n]) => `${outcome} ${count(n)}`).join(', ')}.`,
    next: `look at the hosts with errors: forage status ${typed(folder)}, then forage status ${typed(folder)} --host NAME`,
  };
};

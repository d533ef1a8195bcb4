/** What each variant was set to, what failed, and how to run the same study again. */
import { stringify } from 'yaml';
import type { Results } from '../results.ts';
import { escaped } from './markup.ts';
import { folded, table } from './table.ts';

export function settings(results: Results): string {
  return table(
    [
      { title: 'variant', cell: ({ name }) => name },
      { title: 'recipe', cell: ({ recipe }) => recipe },
      { title: 'judge that steers', cell: ({ judge }) => judge },
      {
        title: 'settings that differ from the recipe',
        cell: ({ set }) =>
          Object.entries(set)
            .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
            .join(', ') || 'none',
      },
    ],
    results.variants,
  );
}

export function failures(results: Results): string {
  if (results.failures.length === 0) return '';
  const rows = table(
    [
      { title: 'variant', cell: ({ variant }) => variant },
      { title: 'web', cell: ({ web }) => web },
      { title: 'topic', cell: ({ topic }) => topic },
      { title: 'repeat', cell: ({ repeat }) => String(repeat), sort: ({ repeat }) => repeat },
      { title: 'why', cell: ({ reason }) => reason },
    ],
    results.failures,
  );
  return `<h3>Runs that failed</h3>${rows}`;
}

export function again(results: Results): string {
  const { name, plan } = results.study;
  const folder = /^[\w.+][\w.+-]*$/.test(name) ? name : 'study';
  const commands = `forage lab plan.yaml --out ${folder}\nforage lab report ${folder}`;
  return `<p>Save the plan as <code>plan.yaml</code>. Runs that are in the folder already are not run again. On the same files every run visits the same pages in the same order; only its cost depends on the machine.</p><pre>${escaped(commands)}</pre>${folded('The plan, with every default filled in', `<pre>${escaped(stringify(plan))}</pre>`)}`;
}

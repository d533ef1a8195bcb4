/** The start of the report: what was compared, on which pages, by which measure. */
import type { Results, TopicResults } from '../results.ts';
import { count, escaped } from './markup.ts';
import { decimal, percent, whole } from './number.ts';
import { type Column, table } from './table.ts';

export function compared(results: Results): string {
  const { plan, confidence } = results.study;
  const primary = results.measures.find(({ name }) => name === results.primary);
  const labelled = results.topics.filter((topic) => topic.labelled).length;
  const draws = [
    plan.repeats.relevant === undefined ? [] : [`${plan.repeats.relevant} relevant`],
    plan.repeats.irrelevant === undefined ? [] : [`${plan.repeats.irrelevant} irrelevant`],
  ].flat();
  const facts: [string, string][] = [
    ['Webs', plan.webs.map(({ name }) => name).join(', ')],
    ['Topics', `${results.topics.length}, of which ${labelled} with labels`],
    ['Variants', `${count(results.variants.length, 'recipe')} with their settings`],
    [
      'Repeats',
      `${count(plan.repeats.times, 'time', 'times')}${draws.length > 0 ? `, each with ${draws.join(' and ')} examples drawn each time` : ''}`,
    ],
    [
      'Runs',
      `${whole(results.runs.length)}${results.failures.length > 0 ? `, and ${results.failures.length} that failed` : ''}`,
    ],
    ['Pages of a run', plan.pages === undefined ? 'all that can be reached' : `at most ${whole(plan.pages)}`],
    ['Ranked by', primary ? `${primary.title}: ${primary.meaning}` : results.primary],
    [
      'Judge that measures',
      `${JSON.stringify(plan.judge)}${labelled === results.topics.length ? ' (beside labels)' : ''}`,
    ],
    ['Intervals', `${percent(confidence)}, by Student’s t over the means of the topics`],
  ];
  const list = facts.map(([term, said]) => `<dt>${escaped(term)}</dt><dd>${escaped(said)}</dd>`).join('');
  return `<dl class="facts">${list}</dl>${differences(results)}${topicsTable(results.topics)}`;
}

function differences({ study: { differences: said } }: Results): string {
  if (said.length === 0) return '';
  const items = said.map((one) => `<li>${escaped(one)}</li>`).join('');
  return `<h3>How these crawls differ from a live one</h3><p>Every other setting has the default of a live crawl.</p><ul>${items}</ul>`;
}

function topicsTable(topics: readonly TopicResults[]): string {
  const columns: Column<TopicResults>[] = [
    {
      title: 'topic',
      cell: ({ topic, title }) =>
        title === '' ? topic : title.toLowerCase() === topic.toLowerCase() ? title : `${title} (${topic})`,
    },
    { title: 'web', cell: ({ web }) => web },
    { title: 'seeds', cell: ({ seeds }) => whole(seeds), sort: ({ seeds }) => seeds },
    {
      title: 'examples, relevant + not',
      cell: ({ examples }) => `${whole(examples.relevant)} + ${whole(examples.irrelevant)}`,
      sort: ({ examples }) => examples.relevant,
    },
    {
      title: 'reachable pages',
      about: 'Pages that a breadth-first run to the end reached',
      cell: ({ reachable }) => whole(reachable),
      sort: ({ reachable }) => reachable,
    },
    {
      title: 'relevant among them',
      cell: ({ relevant }) => whole(relevant),
      sort: ({ relevant }) => relevant,
    },
    {
      title: 'share',
      cell: (topic) => percent(shareOf(topic)),
      sort: shareOf,
    },
    {
      title: 'area, breadth-first',
      about: 'Area under the recall curve of breadth-first search',
      cell: ({ breadthFirst }) => decimal(breadthFirst?.area),
      sort: ({ breadthFirst }) => breadthFirst?.area,
    },
    {
      title: 'area, oracle',
      about: 'Area under the recall curve of an oracle that knows every label and looks ahead',
      cell: ({ oracle }) => decimal(oracle?.area),
      sort: ({ oracle }) => oracle?.area,
    },
    {
      title: 'area, bound',
      about: 'An area that no order of visits can exceed',
      cell: ({ bound }) => decimal(bound?.area),
      sort: ({ bound }) => bound?.area,
    },
  ];
  // A column without any value is dropped.
  const known = columns.filter(
    ({ sort }) => !sort || topics.some((topic, n) => sort(topic, n) !== undefined),
  );
  return table(known, topics);
}

function shareOf({ relevant, reachable }: TopicResults): number | undefined {
  return relevant === undefined || !reachable ? undefined : relevant / reachable;
}

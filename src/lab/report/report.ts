/**
 * A study's report: one self-contained HTML file, without network access and readable without scripts (a small one
 * sorts tables), that prints. Empty sections are omitted.
 */
import type { Results } from '../results.ts';
import { again, failures, settings } from './again.ts';
import { compared } from './compared.ts';
import { depthCurves, harvestCurves, recallCurves } from './curves.ts';
import { figures, topicTables } from './figures.ts';
import { judged } from './judged.ts';
import { escaped } from './markup.ts';
import { overlaps } from './overlap.ts';
import { perplexity } from './perplexity.ts';
import { ranking } from './ranking.ts';
import { scores } from './scores.ts';
import { script } from './script.ts';
import { style } from './style.ts';
import { thresholdSweep } from './sweep.ts';
import { virtualTime } from './time.ts';

/** A group of the plan, measured by itself; its own report is in `groups/NAME`. */
export interface GroupResults {
  name: string;
  results: Results;
}

/** With groups, variants are ranked within them only. */
export function renderReport(results: Results, groups: readonly GroupResults[] = []): string {
  const { name, title, measuredAt } = results.study;
  const heading = title === '' ? name : title;
  const labelled = results.topics.some((topic) => topic.labelled);
  const sections: Section[] = [
    { id: 'compared', title: 'What was compared', content: compared(results) },
    { id: 'ranking', title: 'Ranking', content: groups.length === 0 ? ranking(results) : rankings(groups) },
    { id: 'judged', title: 'Judged by people', content: judged(results) },
    {
      id: 'recall',
      title: labelled ? 'Recall curves' : 'Curves of accepted pages',
      content: recallCurves(results),
    },
    { id: 'harvest', title: 'Harvest', content: harvestCurves(results) },
    { id: 'depth', title: 'Depth', content: depthCurves(results) },
    { id: 'time', title: 'Virtual time', content: virtualTime(results) },
    { id: 'scores', title: 'Scores', content: scores(results) },
    { id: 'threshold', title: 'Threshold', content: thresholdSweep(results) },
    { id: 'perplexity', title: 'Perplexity', content: perplexity(results) },
    { id: 'overlap', title: 'Overlap', content: overlaps(results) },
    { id: 'figures', title: 'All figures', content: figures(results) },
    { id: 'topics', title: 'Topic by topic', content: topicTables(results) },
    { id: 'settings', title: 'Settings of each variant', content: settings(results) },
    { id: 'again', title: 'How to run it again', content: `${again(results)}${failures(results)}` },
  ].filter(({ content }) => content !== '');
  const body = [
    `<header><h1>${escaped(heading)}</h1><p class="subtitle">${escaped(`Study ${name}, measured ${measuredAt.replace(/T(\d\d:\d\d).*Z$/, ' $1 UTC')}`)}</p></header>`,
    contents(sections),
    warnings(results),
    '<main>',
    ...sections.map(
      ({ id, title, content }) => `<section id="${id}"><h2>${escaped(title)}</h2>${content}</section>`,
    ),
    '</main>',
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escaped(heading)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${body.join('\n')}
<script>${script}</script>
</body>
</html>
`;
}

const rankings = (groups: readonly GroupResults[]): string =>
  groups
    .map(
      ({ name, results }) =>
        `<h3>${escaped(name)}</h3><p><a href="groups/${escaped(name)}/report.html">Its own report</a></p>${ranking(results)}`,
    )
    .join('');

interface Section {
  id: string;
  title: string;
  content: string;
}

function contents(sections: readonly Section[]): string {
  const links = sections.map(({ id, title }) => `<li><a href="#${id}">${escaped(title)}</a></li>`);
  return `<nav aria-label="Contents"><ul>${links.join('')}</ul></nav>`;
}

function warnings({ warnings: said, failures: failed }: Results): string {
  const all = [...said];
  if (failed.length > 0)
    all.push(`${failed.length} ${failed.length === 1 ? 'run' : 'runs'} failed; they are listed at the end.`);
  if (all.length === 0) return '';
  return `<aside class="warnings"><h2>Before you read the figures</h2><ul>${all.map((warning) => `<li>${escaped(warning)}</li>`).join('')}</ul></aside>`;
}

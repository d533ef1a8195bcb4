/** Virtual time: what a polite crawl of the live Web would have found after N seconds. */
import type { Results } from '../results.ts';
import { axisOver } from './axis.ts';
import { count, escaped } from './markup.ts';
import { duration, whole } from './number.ts';
import { topicPanels } from './topic-panels.ts';

const orders: Record<Results['study']['plan']['time']['order'], string> = {
  'as-run':
    'The pages come in the order of a crawl that fetched one at a time, pages of other hosts before those of a host that must wait: an estimate.',
  simulated:
    'The crawl itself ran by this clock: it chose its links with that many requests in flight and moved to other hosts while one had to wait.',
};

export function virtualTime(results: Results): string {
  const { order, connections, delayMs, latencyMs, bytesPerSecond, seconds } = results.study.plan.time;
  const model = `A deterministic event clock: ${count(connections, 'connection')}, ${duration(delayMs / 1000)} between requests to a host, ${whole(latencyMs)} ms of latency, ${whole(bytesPerSecond)} bytes a second for each connection. ${orders[order]}`;
  const unit = seconds.every((second) => second >= 3600) ? 3600 : Math.max(...seconds) >= 600 ? 60 : 1;
  const panels = topicPanels(results, {
    title: 'Relevant pages by virtual time, topic by topic',
    note: 'Means over the repeats; without labels, pages that the measuring judge accepts.',
    curve: ({ time }) =>
      time.relevant && { x: time.seconds.map((second) => second / unit), y: time.relevant },
    x: (_, curves) =>
      axisOver(
        `virtual time, ${unit === 1 ? 'seconds' : unit === 60 ? 'minutes' : 'hours'}`,
        curves.map(({ x }) => x.at(-1) ?? 0),
        { from: 0 },
      ),
    y: (_, curves) =>
      axisOver(
        'relevant pages',
        curves.map(({ y }) => y.at(-1) ?? 0),
        { from: 0 },
      ),
    columns: () => seconds.map((second) => ({ title: `after ${duration(second)}`, x: second / unit })),
    format: whole,
  });
  return panels === '' ? '' : `<p>${escaped(model)}</p>${panels}`;
}

/** Figures of all crawls in the text format of Prometheus. */
import type { Live } from '../answers/live.ts';
import { histogramLines } from './latency.ts';
import type { Desk } from './route.ts';

interface Metric {
  name: string;
  help: string;
  type: 'gauge' | 'counter';
  of(live: Live): number | undefined;
}

const METRICS: readonly Metric[] = [
  {
    name: 'forage_running',
    help: 'Whether the crawl runs.',
    type: 'gauge',
    of: ({ state }) => Number(state === 'running'),
  },
  {
    name: 'forage_crashed',
    help: 'Whether the crawl ended unexpectedly.',
    type: 'gauge',
    of: ({ state }) => Number(state === 'crashed'),
  },
  { name: 'forage_pages_total', help: 'Pages read.', type: 'counter', of: ({ figures }) => figures.pages },
  {
    name: 'forage_relevant_pages_total',
    help: 'Pages that count as relevant.',
    type: 'counter',
    of: ({ figures }) => figures.relevant,
  },
  {
    name: 'forage_harvest_rate',
    help: 'Relevant pages by judged pages.',
    type: 'gauge',
    of: ({ figures }) => figures.harvest?.share,
  },
  {
    name: 'forage_links_waiting',
    help: 'Links that wait.',
    type: 'gauge',
    of: ({ figures }) => figures.waiting,
  },
  { name: 'forage_hosts', help: 'Hosts that were asked.', type: 'gauge', of: ({ figures }) => figures.hosts },
  {
    name: 'forage_pages_per_second',
    help: 'Pages read a second, lately.',
    type: 'gauge',
    of: ({ figures }) => figures.pagesPerSecond,
  },
  {
    name: 'forage_bytes_total',
    help: 'Bytes received.',
    type: 'counter',
    of: ({ figures }) => figures.bytes,
  },
  {
    name: 'forage_elapsed_seconds_total',
    help: 'Time that the crawl ran.',
    type: 'counter',
    of: ({ figures }) => figures.elapsedMs / 1000,
  },
  {
    name: 'forage_faults_total',
    help: 'Faults, each of which cost one page.',
    type: 'counter',
    of: ({ figures }) => figures.faults,
  },
  {
    name: 'forage_requests_total',
    help: 'Requests that were sent.',
    type: 'counter',
    of: ({ figures }) => figures.requests,
  },
  {
    name: 'forage_errors_total',
    help: 'Requests without an answer, or with a status of 400 or above.',
    type: 'counter',
    of: ({ figures }) => figures.errors,
  },
  {
    name: 'forage_refused_total',
    help: 'Answers that were no page to read.',
    type: 'counter',
    of: ({ figures }) => figures.refused,
  },
  {
    name: 'forage_polite_wait_seconds_total',
    help: "Time that requests waited for their host's turn.",
    type: 'counter',
    of: ({ figures }) => figures.politeWaitMs / 1000,
  },
  {
    name: 'forage_stalled',
    help: 'Whether the crawl runs and reads nothing.',
    type: 'gauge',
    of: ({ stalled }) => Number(stalled !== undefined),
  },
  {
    name: 'forage_labels',
    help: 'Pages that somebody labelled.',
    type: 'gauge',
    of: ({ figures }) => figures.labels,
  },
];

export async function metricsOf({
  crawls,
  live,
  latency,
}: Pick<Desk, 'crawls' | 'live' | 'latency'>): Promise<string> {
  const known: [id: string, live: Live][] = [];
  for (const id of crawls.ids()) {
    const one = await live.live(id).catch(() => undefined);
    if (one !== undefined) known.push([id, one]);
  }
  const lines = METRICS.flatMap(({ name, help, type, of }) => {
    const values = known.flatMap(([id, one]) => {
      const value = of(one);
      return value === undefined ? [] : [`${name}{crawl="${escaped(id)}"} ${value}`];
    });
    return values.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...values];
  });
  const refusals = known.flatMap(([id, { leftAlone }]) =>
    leftAlone.map(
      ({ reason, links }) =>
        `forage_links_left_alone{crawl="${escaped(id)}",reason="${escaped(reason)}"} ${links}`,
    ),
  );
  if (refusals.length > 0)
    lines.push(
      '# HELP forage_links_left_alone Links that were not followed, by reason.',
      '# TYPE forage_links_left_alone gauge',
      ...refusals,
    );
  const answers = known.flatMap(([id]) => {
    const survey = live.surveyed(id);
    return survey === undefined
      ? []
      : histogramLines('forage_fetch_seconds', `crawl="${escaped(id)}"`, survey.latency);
  });
  if (answers.length > 0)
    lines.push(
      '# HELP forage_fetch_seconds How long answers to requests took.',
      '# TYPE forage_fetch_seconds histogram',
      ...answers,
    );
  lines.push(
    '# HELP forage_desk_request_seconds How long the desk took to answer.',
    '# TYPE forage_desk_request_seconds histogram',
    ...histogramLines('forage_desk_request_seconds', '', latency.histogram()),
  );
  return `${lines.join('\n')}\n`;
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

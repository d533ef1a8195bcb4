/** The crawls of the folder as rows: how each stands, in a sentence; those that need somebody come first. */
import type { Live } from '../answers/live.ts';
import type { Desk } from './route.ts';

export interface CrawlRow {
  id: string;
  title: string;
  state: Live['state'] | 'starting' | 'failed' | 'unreadable';
  sentence: string;
  pages: number;
  relevant: number;
  /** Relevant pages in equal stretches of the crawl. */
  curve: number[];
  startedAt?: number;
}

const ORDER: readonly CrawlRow['state'][] = [
  'crashed',
  'failed',
  'unreadable',
  'starting',
  'running',
  'paused',
  'stopped',
];

export async function crawlsOf({
  crawls,
  live,
  starts,
}: Pick<Desk, 'crawls' | 'live' | 'starts'>): Promise<CrawlRow[]> {
  const ids = crawls.ids();
  const rows: CrawlRow[] = [];
  for (const id of ids) {
    try {
      rows.push(rowOf(id, await live.live(id)));
    } catch (error) {
      rows.push(rowWithout(id, 'unreadable', (error as Error).message));
    }
  }
  for (const [id, { state, message }] of starts.all())
    if (!ids.includes(id)) rows.push(rowWithout(id, state, message || 'It is learning from its examples.'));
  return rows.sort(
    (a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || (b.startedAt ?? 0) - (a.startedAt ?? 0),
  );
}

const rowWithout = (id: string, state: CrawlRow['state'], sentence: string): CrawlRow => ({
  id,
  title: id,
  state,
  sentence,
  pages: 0,
  relevant: 0,
  curve: [],
});

const STRETCHES = 20;

function rowOf(id: string, { title, state, answers, stateSentence, figures, curve }: Live): CrawlRow {
  const stretch = Math.max(1, Math.ceil(curve.length / STRETCHES));
  const steps: number[] = [];
  for (let i = 0, before = 0; i < curve.length; i += stretch) {
    const { relevant } = curve[Math.min(i + stretch, curve.length) - 1]!;
    steps.push(relevant - before);
    before = relevant;
  }
  return {
    id,
    title,
    state,
    sentence: state === 'running' ? answers[0]!.sentence : stateSentence,
    pages: figures.pages,
    relevant: figures.relevant,
    curve: steps,
    ...(figures.startedAt === undefined ? {} : { startedAt: figures.startedAt }),
  };
}

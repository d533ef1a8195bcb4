/** What the hidden Markov crawlers learnt, for people to read: clusters by their words, then π, A and B as shares. */
import { HiddenMarkov } from '../../learn/hidden-markov.ts';
import { PageClusters } from '../../strategy/page-clusters.ts';
import type { Told } from '../kind.ts';

export interface HiddenPathModel {
  clusters: unknown;
  hmm: unknown;
  learntFrom: LearntFrom;
}

export interface LearntFrom {
  /** The level of each training page. */
  levels: readonly number[];
  steps: number;
  source: 'browsing log' | 'examples';
}

export function hiddenPathInWords({ clusters: record, hmm: hmmRecord, learntFrom }: HiddenPathModel): Told[] {
  const clusters = PageClusters.fromJSON(record);
  const { initial, transition, emission } = HiddenMarkov.fromJSON(hmmRecord);
  const { levels, steps, source } = learntFrom;
  const names = initial.map((_, level) => levelName(level, initial.length - 1));
  const clusterNames = emission[0]!.map((_, cluster) => `cluster ${cluster}`);
  return [
    {
      title: 'Learnt from',
      lines: [
        `${plural(levels.length, 'page')} of the ${source}, ${clusters.wanted.filter(Boolean).length} relevant`,
        `${plural(steps, 'step')} from one to another`,
      ],
    },
    { title: 'Clusters of pages, by content', lines: clusters.groups(12).map(groupText) },
    {
      title: 'Levels: links to a relevant page, with their share of the pages (π)',
      lines: names.map(
        (name, level) =>
          `${name}: ${plural(levels.filter((one) => one === level).length, 'page')}, ${percent(initial[level]!)}`,
      ),
    },
    {
      title: 'From a level, the next page is (A)',
      lines: transition.map((row, level) => `${names[level]} → ${shares(row, names)}`),
    },
    {
      title: 'On a level, the page is of (B)',
      lines: emission.map((row, level) => `${names[level]}: ${shares(row, clusterNames)}`),
    },
  ];
}

function groupText({ pages, wanted, words }: ReturnType<PageClusters['groups']>[number], cluster: number) {
  if (pages === 0) return `cluster ${cluster}: all other pages; none was given`;
  return `cluster ${cluster}: ${plural(pages, 'page')}, ${wanted} relevant: ${words.join(', ')}`;
}

function levelName(level: number, last: number): string {
  if (level === 0) return 'relevant';
  const links = level === 1 ? '1 link' : `${level} links`;
  return level === last ? `${links} or more` : links;
}

const shares = (row: readonly number[], names: readonly string[]): string =>
  row.map((share, i) => `${names[i]} ${percent(share)}`).join(', ');

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const plural = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

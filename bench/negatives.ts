/**
 * How pure the filters for negative sets are: Sobania (TU Darmstadt, 2015), Tables 6.3 and 6.4. 20news: 300 training posts
 * of a group are the examples; of 1,000 other training posts 2 % are of the same group. Each filter takes 100 of them, ten
 * times with other posts and another order. Prints how many were taken and which share of them is not of the group.
 *
 *   node bench/negatives.ts <folder with 20news.jsonl.gz>
 */
import { join } from 'node:path';
import { negativeFilters, negativeSet } from '../src/judge/training/negative-set.ts';
import { Random } from '../src/learn/random.ts';
import { labelledTexts } from './labelled-texts.ts';

const ROUNDS = 10;
const posts = labelledTexts(join(process.argv[2] ?? '../shared/texts', '20news.jsonl.gz')).filter(
  ({ split }) => split === 'train',
);

console.log('group           filter     taken  purity (lowest)');
for (const group of ['sci.med', 'sci.space', 'rec.autos']) {
  for (const filter of negativeFilters) {
    const rounds = Array.from({ length: ROUNDS }, (_, i) => round(group, filter, i + 1));
    const mean = (of: (one: (typeof rounds)[0]) => number) =>
      rounds.reduce((sum, one) => sum + of(one), 0) / ROUNDS;
    const lowest = Math.min(...rounds.map(({ purity }) => purity));
    const fellBack = rounds.filter((one) => one.fellBack).length;
    console.log(
      `${group.padEnd(16)}${filter.padEnd(11)}${mean(({ taken }) => taken)
        .toFixed(0)
        .padStart(
          5,
        )}  ${percent(mean(({ purity }) => purity))} (${percent(lowest)})${fellBack > 0 ? `, unfiltered ${fellBack} times` : ''}`,
    );
  }
}

function round(group: string, filter: (typeof negativeFilters)[number], seed: number) {
  const random = new Random(seed);
  const own = random.shuffle(posts.filter(({ label }) => label === group));
  const others = random.shuffle(posts.filter(({ label }) => label !== group));
  const general = random.shuffle([...own.slice(300, 320), ...others.slice(0, 980)]);
  const { pages, fellBack } = negativeSet(
    filter,
    own.slice(0, 300).map(({ text }) => text),
    general.map(({ text }) => text),
    { wanted: 100, seed },
  );
  const pure = pages.filter((i) => general[i]!.label !== group).length;
  return { taken: pages.length, purity: pages.length === 0 ? 0 : pure / pages.length, fellBack };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

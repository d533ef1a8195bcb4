/** What a committee judge has learnt, for people to read. */
import type { CommitteeModel } from '../../judge/committee.ts';
import { signed } from '../../judge/reasons.ts';
import { TextVectors } from '../../judge/text-view.ts';
import { packedNumbers } from '../../learn/learner-record.ts';
import type { Told } from '../kind.ts';

export function committeeInWords(model: CommitteeModel): Told[] {
  const { examples, pages, keywords, view, mix, text, said } = model;
  const relevant = examples.filter((example) => example.relevant).length;
  const basis = {
    both: `${relevant} relevant and ${examples.length - relevant} irrelevant examples`,
    relevant: `${relevant} relevant examples${examples.length > relevant ? `, ${examples.length - relevant} irrelevant ones` : ''} and ${pages} crawled pages`,
    keywords: `the keywords, over ${pages} crawled pages`,
  }[model.basis];
  const weight = (value: number): string => `weight ${value.toFixed(2)}`;
  return [
    {
      title: 'Fitted to',
      lines: [
        basis,
        `keywords ${weight(mix.keywords)}, text ${weight(mix.text)}`,
        ...(said === undefined ? [] : [said]),
      ],
    },
    {
      title: 'Keywords, by their weight times their rarity on pages that are not relevant',
      lines: [
        keywords
          .map(({ term }, i) => ({ term, value: view.weights[i]! }))
          .sort((a, b) => b.value - a.value)
          .map(({ term, value }) => `${term} ${value.toFixed(2)}`)
          .join(', '),
      ],
    },
    ...(text === undefined ? [] : wordLines(text)),
  ];
}

function wordLines(text: NonNullable<CommitteeModel['text']>): Told[] {
  const weights = packedNumbers.parse(text.weights);
  const vectors = new TextVectors(text.space);
  const order = [...weights.keys()].sort((a, b) => weights[b]! - weights[a]!);
  const named = (features: readonly number[]): string =>
    features
      .filter((feature) => weights[feature] !== 0)
      .map((feature) => `${vectors.nameOf(feature)} ${signed(weights[feature]!)}`)
      .join(', ');
  return [
    { title: 'Words that speak for a page', lines: [named(order.slice(0, mostWords))] },
    { title: 'Words that speak against it', lines: [named(order.slice(-mostWords).reverse())] },
  ];
}

const mostWords = 25;

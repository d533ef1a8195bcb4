/** What a link model has learnt, for people to read: figures, words and places that promise relevant pages. */
import type { SavedLinks } from '../../strategy/adaptive-links.ts';
import { denseCount, figureNames, priorWeights } from '../../strategy/link-features.ts';
import type { LearntWord } from '../../strategy/link-knowledge.ts';
import { Rates } from '../../strategy/success-rates.ts';
import type { Told } from '../kind.ts';

const mostWords = 20;
/** A word of fewer links says more about them than about others. */
const fewestLinks = 5;
const mostPlaces = 10;

export function linksInWords(state: Partial<SavedLinks> | undefined): Told[] {
  // A partition of a fleet has the rest of the state without the model.
  if (!isLearnt(state))
    return [{ title: 'Links', lines: ['nothing learnt yet: links are ranked by what usually helps'] }];
  const weights = new Map<number, number>();
  for (const [i, place] of state.model.places.entries()) weights.set(place, state.model.weights[i]!);
  const figures = figureNames
    .map((name, i) => ({ name, weight: weights.get(i) ?? priorWeights[i]!, prior: priorWeights[i]! }))
    .slice(1)
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const named = (JSON.parse(state.names) as [number, LearntWord][])
    .filter(([, { links }]) => links >= fewestLinks)
    .map(([feature, { name }]) => ({ name, weight: weights.get(denseCount + feature) ?? 0 }))
    .sort((a, b) => b.weight - a.weight);
  const rates = new Rates(Number.POSITIVE_INFINITY);
  rates.restore(state.rates);
  const best = rates.best(5).slice(0, mostPlaces);
  const { seen, version } = state.model;
  return [
    {
      title: `What promises a relevant page, learnt from ${seen} links (weights ${version}; at the start in brackets)`,
      lines: figures.map(({ name, weight, prior }) => `${signed(weight)} ${name} (${signed(prior)})`),
    },
    {
      title: 'Words that promise one',
      lines: [list(named.slice(0, mostWords).filter(({ weight }) => weight > 0))],
    },
    {
      title: 'Words that promise none',
      lines: [
        list(
          named
            .slice(-mostWords)
            .reverse()
            .filter(({ weight }) => weight < 0),
        ),
      ],
    },
    {
      title: 'Where pages turned out best',
      lines: best.map(
        ({ name, rate: { pages, sum } }) => `${((100 * sum) / pages).toFixed(0)} % of ${pages}: ${name}`,
      ),
    },
  ];
}

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
const list = (words: readonly { name: string; weight: number }[]): string =>
  words.map(({ name, weight }) => `${name} ${signed(weight)}`).join(', ');

const isLearnt = (state: Partial<SavedLinks> | undefined): state is SavedLinks =>
  (state?.model?.version ?? 0) > 0;

/** Why a link has its priority, in words: the figures and words that moved it most, with the version of the weights. */
import type { ReplayedLogistic } from '../learn/replayed-logistic.ts';
import { words } from '../text/tokens.ts';
import type { Candidate } from './link-candidates.ts';
import { featureOfWord } from './link-evidence.ts';
import { figureNames, type LinkFeatures } from './link-features.ts';

const mostParts = 4;
const leastPart = 0.05;

export function reasonFor(candidate: Candidate, features: LinkFeatures, model: ReplayedLogistic): string {
  const dense = features.dense(candidate);
  const parts: { place: number; value: number }[] = [];
  for (let i = 1; i < figureNames.length; i++) {
    const value = dense[i]! * model.weights[i]!;
    if (Math.abs(value) >= leastPart) parts.push({ place: i, value });
  }
  if (model.version > 0) {
    const value = features.ofWords(candidate, model);
    if (Math.abs(value) >= leastPart) parts.push({ place: 0, value });
  }
  parts.sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const nameOf = (place: number): string =>
    place === 0 ? `the words of anchor and address${strongest(candidate, model)}` : figureNames[place]!;
  const named = parts
    .slice(0, mostParts)
    .map(({ place, value }) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)} ${nameOf(place)}`);
  const rest = named.length === 0 ? 'nothing known yet' : named.join(', ');
  return model.version === 0 ? rest : `${rest}; weights ${model.version}`;
}

/** The word of the anchor with the largest weight. */
function strongest({ anchor }: Candidate, model: ReplayedLogistic): string {
  let best = '';
  let most = 0.1;
  for (const word of words(anchor, { limit: 20 })) {
    const feature = featureOfWord(word);
    const weight = feature === undefined ? 0 : Math.abs(model.sparseWeight(feature));
    if (weight > most) {
      most = weight;
      best = word;
    }
  }
  return best === '' ? '' : ` (“${best}”)`;
}

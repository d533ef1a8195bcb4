/**
 * Why a link has its priority, in words: the figures and words that moved it most, with the version of the weights. Made
 * for every link that moves, so it allocates little beside the sentence.
 */
import type { ReplayedLogistic } from '../learn/replayed-logistic.ts';
import { ownString, words } from '../text/tokens.ts';
import type { Candidate } from './link-candidates.ts';
import { featureOfWord } from './link-evidence.ts';
import { figureNames, type LinkFeatures } from './link-features.ts';

const mostParts = 4;
const leastPart = 0.05;
/** The largest parts so far, and one place to spare. The words stand at 0, where the figures have the bias. */
const places = new Uint8Array(mostParts + 1);
const values = new Float64Array(mostParts + 1);

export function reasonFor(candidate: Candidate, features: LinkFeatures, model: ReplayedLogistic): string {
  const dense = features.dense(candidate);
  let count = 0;
  for (let place = 1; place < figureNames.length; place++)
    count = withPart(place, dense[place]! * model.weights[place]!, count);
  if (model.version > 0) count = withPart(0, features.ofWords(candidate, model), count);
  let reason = count === 0 ? 'nothing known yet' : '';
  for (let i = 0; i < count; i++) {
    const place = places[i]!;
    const value = values[i]!;
    const name =
      place === 0 ? `the words of anchor and address${strongest(candidate, model)}` : figureNames[place]!;
    reason += `${i === 0 ? '' : ', '}${value < 0 ? '−' : '+'}${tenths(Math.abs(value))} ${name}`;
  }
  return model.version === 0 ? reason : `${reason}; weights ${model.version}`;
}

/** Returns how many of the largest parts there are with it. */
function withPart(place: number, value: number, count: number): number {
  const size = Math.abs(value);
  if (size < leastPart) return count;
  let rank = count;
  for (; rank > 0 && size > Math.abs(values[rank - 1]!); rank--) {
    places[rank] = places[rank - 1]!;
    values[rank] = values[rank - 1]!;
  }
  places[rank] = place;
  values[rank] = value;
  return Math.min(count + 1, mostParts);
}

/** Several times faster than `toFixed`. */
function tenths(value: number): string {
  const rounded = Math.round(10 * value);
  return `${Math.floor(rounded / 10)}.${rounded % 10}`;
}

/** The word of the anchor with the largest weight. */
function strongest({ anchor }: Candidate, model: ReplayedLogistic): string {
  let best = '';
  let most = 0.1;
  for (const { word, feature } of featuresOf(anchor)) {
    const weight = Math.abs(model.sparseWeight(feature));
    if (weight > most) {
      most = weight;
      best = word;
    }
  }
  return best === '' ? '' : ` (“${best}”)`;
}

interface AnchorWord {
  word: string;
  feature: number;
}
const known = new Map<string, AnchorWord[]>();
const mostKnown = 5000;

/** Of the anchors met lately. */
function featuresOf(anchor: string): AnchorWord[] {
  let found = known.get(anchor);
  if (found !== undefined) return found;
  found = words(anchor, { limit: 20 }).flatMap((word) => {
    const feature = featureOfWord(word);
    return feature === undefined ? [] : [{ word: ownString(word), feature }];
  });
  if (known.size >= mostKnown) known.clear();
  known.set(ownString(anchor), found);
  return found;
}

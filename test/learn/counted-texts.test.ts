import { expect, it } from 'vitest';
import { CountedTexts } from '../../src/learn/counted-texts.ts';
import { Vectoriser, type VectoriserSettings } from '../../src/learn/vectoriser.ts';
import type { SparseVector } from '../../src/text/vectors.ts';

const texts = [
  'comet tail comet ice',
  'comet orbit sun',
  'rose garden thorn',
  'rose petal garden comet',
  'sun garden ice tail',
  'moon',
];
const sorted = ({ values }: SparseVector): number[] => [...values].sort();

it.each<VectoriserSettings>([
  { weighting: 'log-tf-idf', minDocuments: 1 },
  { weighting: 'log-tf-idf', minDocuments: 2 },
  { weighting: 'count', minDocuments: 2, unitLength: false },
  { weighting: 'frequencies', minDocuments: 2 },
  { weighting: 'tf-idf', minDocuments: 1, maxTerms: 3 },
])('vectors of a part are those of a vectoriser that saw this part alone: %o', (settings) => {
  const part = [0, 1, 3, 4];
  const read = new CountedTexts(texts, settings).fittedOn(part);
  const alone = Vectoriser.fit(
    part.map((place) => texts[place]!),
    settings,
  );
  for (const [place, text] of texts.entries()) {
    const expected = sorted(alone.vector(text));
    const values = sorted(read(place).vector);
    expect(values).toHaveLength(expected.length);
    for (const [i, value] of values.entries()) expect(value).toBeCloseTo(expected[i]!, 12);
  }
});

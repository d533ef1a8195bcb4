/** A page as a vector, with lengths worked out by hand. */
import { expect, it } from 'vitest';
import { EvidenceReader } from '../../src/judge/page-evidence.ts';
import { TextVectors } from '../../src/judge/text-view.ts';
import { page as pageFrom } from '../../src/plugin/testing.ts';

const space = {
  language: 'xx',
  text: ['wald', 'eule'],
  title: ['eule'],
  address: ['path:eule'],
  early: true,
};
const page = { counts: [], words: 0, roots: 0, cosine: 0, title: '', address: '' };

it('a word of the text counts by how many others come before it, known or not', () => {
  const others = Array.from({ length: 49 }, (_, i) => `wort${i}`).join(' ');
  const { indices, values } = new TextVectors(space).ofEvidence({ ...page, text: `eule ${others} wald` });
  expect([...indices]).toEqual([0, 1]);
  // The first word weighs 1, the 51st a half: 50 / (50 + 50). All 51: the sum of (50 / (50 + i))², i = 0 … 50.
  const length = Math.sqrt(
    Array.from({ length: 51 }, (_, i) => (50 / (50 + i)) ** 2).reduce((a, b) => a + b),
  );
  expect(values[0]).toBeCloseTo(0.5 / length, 10);
  expect(values[1]).toBeCloseTo(1 / length, 10);
});

it('otherwise all words count the same', () => {
  const vectors = new TextVectors({ ...space, early: false });
  const [wald, eule] = vectors.ofEvidence({ ...page, text: `eule ${'x '.repeat(9)}wald` }).values;
  expect(wald).toBe(eule);
});

it('title and address are parts of their own, at half and less than a third of the weight', () => {
  const { indices, values } = new TextVectors(space).ofEvidence({
    ...{ ...page, text: '' },
    title: 'eule',
    address: 'path:eule path:nest',
  });
  expect([...indices]).toEqual([2, 3]);
  expect([...values]).toEqual([0.5, 0.3]);
});

it('the words of an anchor count the same wherever they come, each once', () => {
  const { indices, values } = new TextVectors(space).ofText('eule Wald eule haus');
  expect([...indices]).toEqual([0, 1]);
  for (const value of values) expect(value).toBeCloseTo(Math.SQRT1_2, 10);
});

it('words of scripts without spaces are found in an anchor, too', () => {
  const anchor = '森林里有猫头鹰';
  const words = [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(anchor)];
  const text = words.map(({ segment }) => segment);
  expect(text.length).toBeGreaterThan(1);
  expect(new TextVectors({ ...space, text }).ofText(anchor).indices).toHaveLength(text.length);
});

it('words of the text come before those of a menu at the top of the page', async () => {
  const menu = ['Home', 'Products', 'Contact', 'Imprint', 'Login'].map(
    (word) => `<li><a href="/${word}">${word}</a>`,
  );
  const prose = 'The barn owl hunts voles. '.repeat(20);
  const html = `<nav><ul>${menu.join('')}</ul></nav><article><p>${prose}</p></article>`;
  const { text } = new EvidenceReader([], 'en').read(await pageFrom('http://owls.test/', html));
  expect(text).toBe('barn owl hunt vole home product contact imprint login');
});

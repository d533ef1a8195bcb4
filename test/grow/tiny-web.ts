/** A tiny web about comets and other things, in English, with the subject of every page known; and documents on comets. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../src/learn/random.ts';
import type { Table } from '../crawl/small-web.ts';

const words: Record<string, string[]> = {
  comets:
    'comet nucleus coma tail perihelion orbit dust ice telescope solar astronomer ion sublimation period meteor'.split(
      ' ',
    ),
  shops: 'price cart discount delivery customer order shop voucher refund brand catalogue sale payment'.split(
    ' ',
  ),
  gardens: 'soil seedling rose compost hedge lawn pruning bulb greenhouse watering flower spade mulch'.split(
    ' ',
  ),
  kitchens: 'flour oven butter recipe dough sauce pepper simmer onion baking spoon kettle roast'.split(' '),
};
export const subjects = Object.keys(words);

export function textOn(subject: string, name: string, sentences = 12): string {
  const random = new Random(hashOf(`${subject} ${name}`));
  const any = (): string => words[subject]![random.below(words[subject]!.length)]!;
  const lines = Array.from(
    { length: sentences },
    () =>
      `The ${any()} of the ${any()} is what they say about every ${any()}, and the ${any()} was there before.`,
  );
  return `About ${any()} ${name}. ${lines.join(' ')}`;
}

const hashOf = (text: string): number => {
  let hash = 7;
  for (const sign of text) hash = (Math.imul(hash, 31) + sign.charCodeAt(0)) >>> 0;
  return hash;
};

export function writeDocuments(folder: string, count = 12): void {
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < count; i++) writeFileSync(join(folder, `${i}.txt`), textOn('comets', `${1000 + i}`));
}

const PAGES = 160;
/** One in eight is about comets. */
export const subjectOf = (i: number): string => (i % 8 === 5 ? 'comets' : subjects[1 + (i % 3)]!);
export const pathOf = (i: number): string => (i === 0 ? '/' : `/${subjectOf(i)}/p${i}.html`);

const NOTICE =
  'All the texts on this site were written by the people who keep it, and you may use them as you like.';

/** Pages on comets link to each other, the others to anything. */
export function tinyWeb(): Table {
  const random = new Random(3);
  const table: Table = {};
  const comets = Array.from({ length: PAGES }, (_, i) => i).filter((i) => subjectOf(i) === 'comets');
  for (let i = 0; i < PAGES; i++) {
    const isComet = subjectOf(i) === 'comets';
    const targets = Array.from({ length: 6 }, (_, k) =>
      isComet && k < 4 ? comets[random.below(comets.length)]! : random.below(PAGES),
    );
    targets.push((i + 1) % PAGES);
    const list = targets.map((target) => `<li><a href="${pathOf(target)}">page ${target}</a></li>`).join('');
    const text = textOn(subjectOf(i), String(i));
    table[`tiny.test${pathOf(i)}`] =
      `<!doctype html><html lang="en"><title>${text.slice(0, text.indexOf('.'))}</title><p>${text}</p><p>${NOTICE}</p><ul>${list}</ul></html>`;
  }
  return table;
}

const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');
const NOISY_PAGES = 400;

/**
 * A web of which every page is about comets, and documents on comets like its pages; some of the documents have words that no
 * page has. Most words are noise.
 */
export function noisyWeb(folder: string): Table {
  const random = new Random(4);
  const syllable = (): string => SYLLABLES[random.below(SYLLABLES.length)]!;
  const noise = (): string => syllable() + syllable() + (random.below(2) === 0 ? '' : syllable());
  const word = (): string =>
    random.below(10) === 0 ? words.comets![random.below(words.comets!.length)]! : noise();
  const sentence = (): string => `The ${Array.from({ length: 8 }, word).join(' and the ')} was there.`;
  const text = (): string => `The story of what they say. ${Array.from({ length: 8 }, sentence).join(' ')}`;
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < 24; i++)
    writeFileSync(
      join(folder, `${i}.txt`),
      `${text()}${i % 10 < 3 ? ` ${'The journal and the volume of the edition have a footnote. '.repeat(6)}` : ''}`,
    );
  const table: Table = {};
  for (let i = 0; i < NOISY_PAGES; i++) {
    const targets = [...Array.from({ length: 5 }, () => random.below(NOISY_PAGES)), (i + 1) % NOISY_PAGES];
    const links = targets.map((target) => `<a href="/p${target}"></a>`).join('');
    table[`noisy.test/${i === 0 ? '' : `p${i}`}`] =
      `<!doctype html><html lang="en"><p>${text()}</p>${links}</html>`;
  }
  return table;
}

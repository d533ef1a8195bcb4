/**
 * Documents with a known type and a known header, made of sentences that say nothing: theses, technical reports,
 * academic papers and lists of questions, and what is none of them. Their layouts follow what such documents look like:
 * a title page, a report's cover, two columns, a letter.
 */
export type Style = 'banner' | 'title' | 'author' | 'small' | 'heading' | 'text' | 'reference' | 'break';

export interface Block {
  text: string;
  style: Style;
}

export interface MadeDocument {
  type: 'thesis' | 'technical-report' | 'academic-paper' | 'faq' | undefined;
  title: string;
  authors: string[];
  date: string | undefined;
  abstract: string | undefined;
  keywords: string[];
  references: number;
  blocks: Block[];
}

/** Numbers that are the same for the same seed (Lehmer, as in Park and Miller, 1988). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 48_271 + 11) % 2_147_483_647 || 1;
    for (let i = 0; i < 5; i++) this.next();
  }

  next(): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    return this.#state / 2_147_483_647;
  }

  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.whole(0, items.length - 1)]!;
  }
}

const list = (words: string): string[] => words.trim().split(/\s+/);
const NOUNS = list(`survey colony nest habitat river sample site count season region plot method model signal
  pattern record group adult brood diet wing call path margin reed basin shore station census trend rate`);
const VERBS = list(
  'shows changes follows reaches describes limits exceeds supports predicts precedes affects covers',
);
const ADJECTIVES = list(
  'small wide early late northern typical frequent local stable mean dense wet open seasonal',
);
const FIRST = list(
  'Anna Ben Clara David Elena Frank Greta Hugo Ines Jonas Karin Luis Marta Nils Olga Pavel Rosa',
);
const LAST = list(
  'Gray Reed Marsh Sandoval Berger Lindqvist Novak Petrov Okafor Tanaka Moreau Rossi Keller Ferreira',
);
const PLACES = list('Northgate Riverside Lakeview Eastport Millbrook');
const MONTHS = list('January February March April May June July August September October November December');

export interface MadeOptions {
  seed: number;
  /** Words of the subject, spread over the text. */
  subject: readonly string[];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function sentence(dice: Dice, subject: readonly string[]): string {
  const thing = () => (dice.next() < 0.35 ? dice.pick(subject) : dice.pick(NOUNS));
  const words = `the ${dice.pick(ADJECTIVES)} ${thing()} ${dice.pick(VERBS)} the ${thing()} of each ${dice.pick(ADJECTIVES)} ${thing()}`;
  const more =
    dice.next() < 0.5
      ? `, while a ${thing()} ${dice.pick(VERBS)} its ${dice.pick(NOUNS)} in ${dice.whole(2, 90)} cases`
      : '';
  return `${capital(words)}${more}.`;
}

function prose(dice: Dice, subject: readonly string[], words: number): string {
  let text = '';
  let count = 0;
  while (count < words) {
    const next = sentence(dice, subject);
    text += `${text === '' ? '' : ' '}${next}`;
    count += next.split(' ').length;
  }
  return text;
}

const name = (dice: Dice): string =>
  `${dice.pick(FIRST)} ${dice.next() < 0.3 ? `${dice.pick('ABCDEFGH'.split(''))}. ` : ''}${dice.pick(LAST)}`;

function names(dice: Dice, count: number): string[] {
  const found = new Set<string>();
  while (found.size < count) found.add(name(dice));
  return [...found];
}

const titleOf = (dice: Dice, subject: readonly string[]): string =>
  `${capital(dice.pick(ADJECTIVES))} ${capital(dice.pick(subject))} ${capital(dice.pick(NOUNS))}s and the ${capital(dice.pick(NOUNS))} of ${capital(dice.pick(PLACES))}`;

function dated(dice: Dice): { shown: string; iso: string } {
  const month = dice.whole(1, 12);
  const year = dice.whole(1996, 2024);
  return { shown: `${MONTHS[month - 1]} ${year}`, iso: `${year}-${String(month).padStart(2, '0')}` };
}

function references(dice: Dice, subject: readonly string[], count: number): Block[] {
  return Array.from({ length: count }, (_, i) => ({
    style: 'reference' as const,
    text: `[${i + 1}] ${name(dice)} and ${name(dice)}. ${titleOf(dice, subject)}. Journal of ${capital(dice.pick(NOUNS))}s, ${dice.whole(1, 40)}:${dice.whole(1, 99)}-${dice.whole(100, 200)}, ${dice.whole(1980, 2020)}.`,
  }));
}

const text = (content: string): Block => ({ text: content, style: 'text' });
const heading = (content: string): Block => ({ text: content, style: 'heading' });

export function paper({ seed, subject }: MadeOptions): MadeDocument {
  const dice = new Dice(seed);
  const title = titleOf(dice, subject);
  const authors = names(dice, dice.whole(1, 4));
  const abstract = prose(dice, subject, 90);
  const keywords = [dice.pick(subject), dice.pick(NOUNS), dice.pick(ADJECTIVES)].filter(
    (word, at, all) => all.indexOf(word) === at,
  );
  const isNumbered = dice.next() < 0.7;
  const head = (at: number, content: string): Block => heading(isNumbered ? `${at} ${content}` : content);
  const middle =
    dice.next() < 0.5
      ? ['Related Work', 'Methods', 'Results']
      : ['Background', 'Model', 'Evaluation', 'Discussion'];
  const sections = ['Introduction', ...middle, dice.pick(['Conclusion', 'Conclusions'])];
  const count = dice.whole(5, 20);
  return {
    type: 'academic-paper',
    title,
    authors,
    date: undefined,
    abstract,
    keywords,
    references: count,
    blocks: [
      ...(dice.next() < 0.4
        ? [
            {
              text: `Proceedings of the ${dice.whole(2, 30)}th Conference on ${capital(dice.pick(NOUNS))}s`,
              style: 'banner' as const,
            },
          ]
        : []),
      { text: title, style: 'title' },
      { text: authors.join(', '), style: 'author' },
      { text: `Department of Biology, University of ${dice.pick(PLACES)}`, style: 'small' },
      heading('Abstract'),
      text(abstract),
      text(`Keywords: ${keywords.join(', ')}`),
      ...sections.flatMap((section, at) => [
        head(at + 1, section),
        text(prose(dice, subject, 110)),
        text(prose(dice, subject, 110)),
      ]),
      heading('References'),
      ...references(dice, subject, count),
    ],
  };
}

export function thesis({ seed, subject }: MadeOptions): MadeDocument {
  const dice = new Dice(seed);
  const title = titleOf(dice, subject);
  const [author] = names(dice, 1);
  const date = dated(dice);
  const abstract = prose(dice, subject, 150);
  const degree = dice.pick(['Doctor of Philosophy', 'Master of Science']);
  const chapters = ['Introduction', 'Background', 'Field Work', 'Results', 'Conclusion'];
  const count = dice.whole(15, 40);
  return {
    type: 'thesis',
    title,
    authors: [author!],
    date: date.iso,
    abstract,
    keywords: [],
    references: count,
    blocks: [
      { text: title, style: 'title' },
      { text: `by ${author}`, style: 'author' },
      {
        text: `A thesis submitted in partial fulfillment of the requirements for the degree of ${degree}`,
        style: 'small',
      },
      { text: `University of ${dice.pick(PLACES)}`, style: 'small' },
      { text: date.shown, style: 'small' },
      { text: '', style: 'break' },
      heading('Abstract'),
      text(abstract),
      heading('Acknowledgements'),
      text(prose(dice, subject, 40)),
      heading('Table of Contents'),
      ...chapters.map((chapter, at) => text(`${at + 1} ${chapter} ${'. '.repeat(12)}${at * 9 + 1}`)),
      ...chapters.flatMap((chapter, at) => [
        { text: '', style: 'break' as const },
        heading(`Chapter ${at + 1}: ${chapter}`),
        ...Array.from({ length: 8 }, () => text(prose(dice, subject, 110))),
      ]),
      heading('References'),
      ...references(dice, subject, count),
    ],
  };
}

export function report({ seed, subject }: MadeOptions): MadeDocument {
  const dice = new Dice(seed);
  const title = titleOf(dice, subject);
  const authors = names(dice, dice.whole(1, 3));
  const date = dated(dice);
  const abstract = prose(dice, subject, 80);
  const count = dice.next() < 0.6 ? dice.whole(3, 12) : 0;
  return {
    type: 'technical-report',
    title,
    authors,
    date: date.iso,
    abstract,
    keywords: [],
    references: count,
    blocks: [
      { text: `Technical Report TR-${dice.whole(10, 99)}-${dice.whole(100, 999)}`, style: 'banner' },
      { text: title, style: 'title' },
      { text: authors.join(' and '), style: 'author' },
      { text: `${dice.pick(PLACES)} Institute of Hydrology`, style: 'small' },
      { text: date.shown, style: 'small' },
      heading(dice.pick(['Abstract', 'Summary'])),
      text(abstract),
      ...['Introduction', 'Scope', 'Findings', 'Recommendations'].flatMap((section, at) => [
        heading(`${at + 1} ${section}`),
        text(prose(dice, subject, 120)),
        text(prose(dice, subject, 80)),
      ]),
      ...(count === 0 ? [] : [heading('References'), ...references(dice, subject, count)]),
    ],
  };
}

export function faq({ seed, subject }: MadeOptions): MadeDocument {
  const dice = new Dice(seed);
  const title = `Frequently Asked Questions about ${capital(dice.pick(subject))}s and ${capital(dice.pick(NOUNS))}s`;
  return {
    type: 'faq',
    title,
    authors: [],
    date: undefined,
    abstract: undefined,
    keywords: [],
    references: 0,
    blocks: [
      { text: title, style: 'title' },
      ...Array.from({ length: dice.whole(8, 20) }, () => [
        heading(`How does the ${dice.pick(ADJECTIVES)} ${dice.pick(subject)} find its ${dice.pick(NOUNS)}?`),
        text(prose(dice, subject, 45)),
      ]).flat(),
    ],
  };
}

/** What is none of the types: a letter, minutes, a leaflet, slides. Some say "abstract" or "references". */
export function other({ seed, subject }: MadeOptions): MadeDocument {
  const dice = new Dice(seed);
  const title = titleOf(dice, subject);
  const kind = dice.whole(0, 3);
  const body = Array.from({ length: dice.whole(5, 14) }, () => text(prose(dice, subject, 90)));
  const headings = [
    [],
    [heading('Present'), heading('Agenda'), heading('Any other business')],
    [heading('Visit us'), heading('Opening hours'), heading('Prices')],
    [heading('Outline'), heading('Introduction'), heading('Questions?')],
  ][kind]!;
  return {
    type: undefined,
    title,
    authors: [],
    date: undefined,
    abstract: undefined,
    keywords: [],
    references: 0,
    blocks: [
      { text: kind === 0 ? `Dear ${name(dice)}` : title, style: kind === 0 ? 'text' : 'title' },
      ...headings.flatMap((one) => [one, text(prose(dice, subject, 60))]),
      ...body,
      ...(dice.next() < 0.3 ? [text('For references ask the abstract office.')] : []),
    ],
  };
}

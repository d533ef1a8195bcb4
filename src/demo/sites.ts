/**
 * The sites of the demonstration web: name, subject, relative size and URL style. How a site treats its visitors is in
 * `manners.ts`.
 */
import type { Lexicon } from './lexicon.ts';
import type { Manners } from './manners.ts';
import { dealManners, plainManners } from './manners.ts';
import { mix, Random } from './random.ts';
import type { Subject } from './subjects.ts';

export interface Site {
  index: number;
  host: string;
  title: string;
  /** `theme` and `diary` are mostly about one subject, `mixed` about several, a `portal` about none. */
  kind: 'theme' | 'diary' | 'mixed' | 'portal';
  /** Index in the list of subjects; that of `general` for mixed sites and portals. */
  subject: number;
  /** Its share of pages relative to other sites of its kind. */
  weight: number;
  style: AddressStyle;
  template: number;
  manners: Manners;
  sections: Section[];
  /** Pages of a portal's directory of other sites. */
  directoryPages: number;
}

/** The pages of one subject on one site: a range of page numbers. */
export interface Section {
  subject: number;
  /** In URLs and in menus. */
  slug: string;
  title: string;
  first: number;
  count: number;
}

export type AddressStyle = 'plain' | 'html' | 'dated' | 'query' | 'tilde' | 'wiki';

export function drawSites(
  count: number,
  subjects: Subject[],
  quotas: number[],
  lexicon: Lexicon,
  seed: number,
): Site[] {
  const random = new Random(seed, 11);
  const general = subjects.length - 1;
  const portals = Math.max(2, Math.round(count * 0.04));
  const mixed = Math.max(2, Math.round(count * 0.16));
  const themes = shareOut(count - portals - mixed, quotas.slice(0, general));
  const sites: Site[] = [];
  const names = new Set<string>();
  const add = (kind: Site['kind'], subject: number) => {
    const index = sites.length;
    const word =
      random.chance(0.8) && kind !== 'portal' ? nameWord(subjects[subject]!, lexicon, random) : undefined;
    const { host, title } = nameSite(kind, word, index, random, names);
    sites.push({
      index,
      host,
      title,
      kind,
      subject,
      weight: Math.min(12, 1 / Math.sqrt(1 - random.fraction())),
      style: kind === 'diary' ? 'dated' : random.pick(STYLES),
      template: random.below(4),
      manners: plainManners(),
      sections: [],
      directoryPages: 0,
    });
  };
  for (let i = 0; i < portals; i++) add('portal', general);
  for (let i = 0; i < mixed; i++) add('mixed', general);
  for (const [subject, n] of themes.entries()) {
    for (let i = 0; i < n; i++) add(random.chance(0.3) ? 'diary' : 'theme', subject);
  }
  dealManners(sites, seed);
  return sites;
}

const STYLES: readonly AddressStyle[] = ['plain', 'plain', 'html', 'html', 'query', 'tilde', 'wiki'];

/** Integer shares that follow the weights and sum to the total. */
export function shareOut(total: number, weights: number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  let carried = 0;
  return weights.map((weight) => {
    carried += (weight * total) / sum;
    const share = Math.floor(carried + 1e-9);
    carried -= share;
    return share;
  });
}

/**
 * Some sites name a section after its subject, some after one of its words, and some by number only. Called for the
 * sections of a site in their order.
 */
export function nameSection(
  site: Site,
  subject: Subject,
  lexicon: Lexicon,
  seed: number,
): Pick<Section, 'slug' | 'title'> {
  const number = site.sections.length + 1;
  const random = new Random(seed, 79, site.index, number);
  const habit = mix(seed, 83, site.index) % 10;
  if (habit < 4) return { slug: subject.name, title: subject.title };
  const word = habit < 7 ? nameWord(subject, lexicon, random) : undefined;
  if (word !== undefined)
    return { slug: `${word}-${number}`, title: `${word[0]!.toUpperCase()}${word.slice(1)} and more` };
  const shelf = SHELVES[habit % SHELVES.length]!;
  return { slug: `${shelf}-${number}`, title: `${shelf[0]!.toUpperCase()}${shelf.slice(1)} ${number}` };
}

const SHELVES = ['shelf', 'room', 'volume'];

function nameWord(subject: Subject, lexicon: Lexicon, random: Random): string | undefined {
  for (let attempt = 0; attempt < 12; attempt++) {
    const { words } = lexicon.synset(subject.synsets[random.below(Math.min(400, subject.synsets.length))]!);
    const word = words.find((candidate) => /^[a-z]{4,11}$/.test(candidate));
    if (word !== undefined) return word;
  }
  return undefined;
}

function nameSite(
  kind: Site['kind'],
  word: string | undefined,
  index: number,
  random: Random,
  names: Set<string>,
) {
  const stem = word ?? random.pick(kind === 'portal' ? PORTAL_WORDS : PLAIN_WORDS);
  const tail = word === undefined || random.chance(0.5) ? '' : random.pick(TAILS);
  const number = 1 + ((index * 7 + random.below(5)) % 997);
  let host = `${stem}${tail}-${number}.test`;
  while (names.has(host)) host = `${stem}${tail}-${number + 997 * names.size}.test`;
  names.add(host);
  const family = random.fraction();
  if (family < 0.2) host = `www.${host}`;
  else if (kind === 'diary' && family < 0.5) host = `blog.${host}`;
  const title = `${stem[0]!.toUpperCase()}${stem.slice(1)} ${TITLE_TAILS[tail] ?? ''} ${number}`.replace(
    /\s+/g,
    ' ',
  );
  return { host, title };
}

const PORTAL_WORDS = [
  'start',
  'gateway',
  'compass',
  'signpost',
  'crossroads',
  'catalogue',
  'lighthouse',
  'hallway',
];
const PLAIN_WORDS = [
  'notebook',
  'margin',
  'attic',
  'gazette',
  'almanac',
  'pages',
  'journal',
  'corner',
  'lantern',
  'drawer',
];
const TAILS = ['watch', 'world', 'hub', 'guide', 'club', 'lore', 'notes'];
const TITLE_TAILS: Record<string, string> = {
  watch: 'Watch',
  world: 'World',
  hub: 'Hub',
  guide: 'Guide',
  club: 'Club',
  lore: 'Lore',
  notes: 'Notes',
};

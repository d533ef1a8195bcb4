/**
 * The shapes of pages: a place of the web written as a draft. Articles, diary entries, lists and glossaries are about
 * one synset and its relatives; home pages, hubs and directories link to other pages.
 */
import type { Place } from './addresses.ts';
import { addressOf, shapeOf } from './addresses.ts';
import type { Atlas } from './atlas.ts';
import { DIRECTORY_LENGTH, HUB_LENGTH, hubPages } from './atlas.ts';
import type { Anchor, Block, Draft, Piece } from './draft.ts';
import type { Synset } from './lexicon.ts';
import {
  footerOf,
  friendsOf,
  homeLink,
  linkToSynset,
  menuOf,
  NOTE_TITLES,
  pageLink,
  relatedLinks,
  strayLinks,
  wordOf,
} from './linking.ts';
import { capital, kindsAbove, openingOf, relatives, sisters } from './prose.ts';
import { Random } from './random.ts';
import type { Site } from './sites.ts';

export function draftOf(atlas: Atlas, place: Place): Draft {
  switch (place.kind) {
    case 'page':
      return pageDraft(atlas, place.site, place.page);
    case 'home':
      return homeDraft(atlas, place.site);
    case 'hub':
      return hubDraft(atlas, place);
    case 'directory':
      return directoryDraft(atlas, place);
    case 'note':
      return noteDraft(atlas, place);
  }
}

function pageDraft(atlas: Atlas, site: Site, page: number): Draft {
  const random = new Random(atlas.seed, 37, page);
  const { lexicon } = atlas;
  const synset = lexicon.synset(atlas.synsetOf[page]!);
  const word = synset.words[0]!;
  const shape = shapeOf(atlas, page);
  const linked = (other: Synset): Piece => {
    const word = other.words[0]!;
    return (random.chance(0.85) ? linkToSynset(atlas, page, other.id, random) : undefined) ?? word;
  };
  const above = kindsAbove(lexicon, synset, 3);
  const below = relatives(lexicon, synset, 'hyponym', shape === 'list' ? 14 : 6, random);
  const beside = sisters(lexicon, synset, shape === 'glossary' ? 10 : 4, random);
  const parts = [
    ...relatives(lexicon, synset, 'part', 4, random),
    ...relatives(lexicon, synset, 'whole', 2, random),
    ...relatives(lexicon, synset, 'domain', 2, random),
    ...relatives(lexicon, synset, 'member-of-domain', 4, random),
  ].filter(({ id }) => id < 100_000_000);
  const kin = relatives(lexicon, synset, 'derivation', 2, random);

  const body: Block[] = [{ kind: 'paragraph', pieces: [openingOf(synset, random)] }];
  for (const example of synset.examples.slice(0, 3)) body.push({ kind: 'quote', text: example });
  for (const wider of above) {
    body.push({
      kind: 'paragraph',
      pieces: [
        random.pick(['It belongs with ', 'It is a kind of ', 'One step wider stands ']),
        linked(wider),
        `: ${wider.definition}.`,
      ],
    });
  }
  const items = (list: Synset[]): Block =>
    shape === 'glossary'
      ? { kind: 'terms', items: list.map((other) => ({ term: linked(other), text: other.definition })) }
      : { kind: 'list', items: list.map((other) => [linked(other), ` – ${other.definition}`]) };
  if (below.length > 0) body.push({ kind: 'heading', text: `Kinds of ${word}` }, items(below));
  if (beside.length > 0) body.push({ kind: 'heading', text: 'Of the same kind' }, items(beside));
  if (parts.length > 0) body.push({ kind: 'heading', text: 'Belongs together' }, items(parts));
  for (const other of kin) {
    const example = other.examples[0];
    body.push({
      kind: 'paragraph',
      pieces: [
        `The word ${other.words[0]} is close to it: ${other.definition}.${example === undefined ? '' : ` “${capital(example)}.”`}`,
      ],
    });
  }
  const more = random.chance(0.5) ? relatedLinks(atlas, page, 1, random)[0] : undefined;
  if (more !== undefined) body.push({ kind: 'paragraph', pieces: ['There is more to read: ', more, '.'] });

  const diary = shape === 'diary';
  const author = random.pick(AUTHORS);
  if (diary) {
    body.unshift({ kind: 'paragraph', pieces: [random.pick(DIARY_OPENINGS)] });
    body.push({ kind: 'paragraph', pieces: [`Posted by ${author}.`] });
  }
  return {
    ...frame(atlas, site),
    title: `${capital(word)} – ${site.title}`,
    heading: capital(word),
    description: synset.definition,
    keywords: [...synset.words, ...above.map(({ words }) => words[0]!)],
    author,
    body,
    side: [
      { title: 'Related', anchors: relatedLinks(atlas, page, random.between(2, 5), random) },
      {
        title: random.pick(['Popular now', 'Elsewhere', 'Partners', 'Just in']),
        anchors: strayLinks(atlas, site, random.between(3, 7), random),
      },
      ...(diary ? [{ title: 'Blogroll', anchors: friendsOf(atlas, site) }] : []),
    ],
  };
}

function homeDraft(atlas: Atlas, site: Site): Draft {
  const random = new Random(atlas.seed, 41, site.index);
  const sections = site.sections.toSorted((a, b) => b.count - a.count).slice(0, 12);
  const body: Block[] = [{ kind: 'paragraph', pieces: [welcome(atlas, site, random)] }];
  for (const section of sections.slice(0, 5)) {
    const items: Piece[][] = [];
    for (let i = Math.min(6, section.count); i > 0; i--) {
      const page = section.first + random.below(section.count);
      const { definition } = atlas.lexicon.synset(atlas.synsetOf[page]!);
      items.push([pageLink(atlas, page, random), `: ${definition}`]);
    }
    const hub: Anchor = {
      to: addressOf(atlas, { kind: 'hub', site, section, number: 1 }),
      text: `All ${section.count} in ${section.title}`,
    };
    body.push({ kind: 'heading', text: section.title }, { kind: 'list', items: [...items, [hub]] });
  }
  const rest = sections.slice(5).map((section): Piece[] => [
    {
      to: addressOf(atlas, { kind: 'hub', site, section, number: 1 }),
      text: atlas.subjects[section.subject]!.title,
    },
  ]);
  if (rest.length > 0) body.push({ kind: 'heading', text: 'More sections' }, { kind: 'list', items: rest });
  return {
    ...frame(atlas, site),
    title: site.title,
    heading: `Welcome to ${site.title}`,
    description: `${site.title}: the front page`,
    keywords: sections.slice(0, 4).map(({ slug }) => slug),
    body,
    side: [
      { title: 'Friends', anchors: friendsOf(atlas, site) },
      { title: 'Elsewhere', anchors: strayLinks(atlas, site, site.kind === 'portal' ? 16 : 5, random) },
    ],
  };
}

function welcome(atlas: Atlas, site: Site, random: Random): string {
  if (site.subject === atlas.general) {
    return random.pick([
      'A little of everything, sorted by hand and never finished.',
      'Pages from all over, gathered by several people with several hobbies.',
      'Where to begin when you do not know where to begin.',
    ]);
  }
  const { title, synsets } = atlas.subjects[site.subject]!;
  const root = atlas.lexicon.synset(synsets[0]!);
  return `These pages are about ${title.toLowerCase()}. ${capital(root.words[0]!)}: ${root.definition}.`;
}

function hubDraft(atlas: Atlas, { site, section, number }: Place & { kind: 'hub' }): Draft {
  const random = new Random(atlas.seed, 43, section.first, number);
  const subject = atlas.subjects[section.subject]!;
  const last = Math.min(section.count, number * HUB_LENGTH);
  const items: Piece[][] = [];
  for (let i = (number - 1) * HUB_LENGTH; i < last; i++) {
    const page = section.first + i;
    const text = wordOf(atlas, page);
    const to = addressOf(atlas, { kind: 'page', site, page });
    items.push([{ to, text }, ` ${atlas.lexicon.synset(atlas.synsetOf[page]!).definition}`]);
  }
  const turn = (n: number) => addressOf(atlas, { kind: 'hub', site, section, number: n });
  const pager: Piece[] = [];
  if (number > 1) pager.push({ to: turn(number - 1), text: 'Previous page' }, ' ');
  if (number < hubPages(section)) pager.push({ to: turn(number + 1), text: 'Next page' });
  const suffix = number > 1 ? `, page ${number}` : '';
  return {
    ...frame(atlas, site),
    title: `${section.title}${suffix} – ${site.title}`,
    heading: `${section.title}${suffix}`,
    description: `${section.count} pages on ${subject.title.toLowerCase()}`,
    keywords: [subject.name],
    body: [
      { kind: 'list', items },
      ...(pager.length > 0 ? [{ kind: 'paragraph' as const, pieces: pager }] : []),
    ],
    side: [{ title: 'Elsewhere', anchors: strayLinks(atlas, site, 4, random) }],
    ...(number > 1 ? { previous: turn(number - 1) } : {}),
    ...(number < hubPages(section) ? { next: turn(number + 1) } : {}),
  };
}

function directoryDraft(atlas: Atlas, { site, number }: Place & { kind: 'directory' }): Draft {
  const random = new Random(atlas.seed, 47, site.index, number);
  const items: Piece[][] = [];
  for (let i = 0; i < DIRECTORY_LENGTH; i++) {
    const other = random.pick(atlas.sites);
    const about = random.chance(0.6) ? atlas.subjects[other.subject]!.title : 'a site worth a visit';
    items.push([homeLink(atlas, other), ` – ${about}`]);
  }
  const turn = (n: number) => addressOf(atlas, { kind: 'directory', site, number: n });
  const pager: Piece[] = [];
  for (let n = Math.max(1, number - 2); n <= Math.min(site.directoryPages, number + 3); n++) {
    if (n !== number) pager.push({ to: turn(n), text: `${n}` }, ' ');
  }
  return {
    ...frame(atlas, site),
    title: `Directory, page ${number} – ${site.title}`,
    heading: `Directory of sites, page ${number}`,
    description: 'Sites from everywhere',
    keywords: ['directory', 'links', 'sites'],
    body: [
      { kind: 'list', items },
      { kind: 'paragraph', pieces: ['Pages: ', ...pager] },
    ],
    side: [],
    ...(number < site.directoryPages ? { next: turn(number + 1) } : {}),
  };
}

function noteDraft(atlas: Atlas, { site, note }: Place & { kind: 'note' }): Draft {
  const title = NOTE_TITLES[note];
  return {
    ...frame(atlas, site),
    title: `${title} – ${site.title}`,
    heading: title,
    description: `${title}: ${site.title}`,
    keywords: [],
    body: [{ kind: 'paragraph', pieces: [NOTE_TEXTS[note]] }],
    side: [],
  };
}

function frame(atlas: Atlas, site: Site): Pick<Draft, 'menu' | 'footer'> {
  return { menu: menuOf(atlas, site), footer: footerOf(atlas, site) };
}

const NOTE_TEXTS = {
  about: 'We are a few people who write down what we know. All rights reserved. Opinions are our own.',
  contact: 'Write us a letter. We answer within a fortnight, on weekdays, in good weather.',
  privacy: 'We keep no cookies longer than the tea lasts. This policy may change without notice.',
} as const;

const AUTHORS = [
  'Zoë Müller',
  'Anaïs Dupré',
  'Jörg Weiß',
  'Maud Finch',
  'Søren Lund',
  'Iñigo Peña',
  'Ada Okafor',
];

const DIARY_OPENINGS = [
  'Back at the desk after a long week – thanks for all the letters!',
  'It rained all day, so here is the entry I promised.',
  'Somebody asked me about this at the café yesterday.',
  'A short one today; the kettle is on.',
];

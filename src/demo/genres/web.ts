/**
 * The web of genres: pages of a kind (course, job offer, product, review, article, news) about a subject, half of them in
 * Portuguese, with the kind and subject of every page known. Universities, job boards, shops and magazines list their
 * pages in hubs, some of which are sorted by subject, so that neither kind nor subject alone leads to what a topic asks
 * for. The same for the same seed.
 */
import { Random } from '../random.ts';
import { type GenreAnchor, type GenrePage, genreHtml, labelsOf, write } from './page.ts';
import { type GenreTopic, genreTopicsOf } from './topics.ts';
import {
  frameWords,
  type Kind,
  kinds,
  kindWords,
  type Language,
  languages,
  subjectKeys,
  subjects,
} from './words.ts';

export interface GenreWebOptions {
  /** Pages with a kind and a subject; home pages, hubs and two directories are added to these. */
  pages: number;
  seed: number;
}

export interface GenreWeb {
  /** Undefined if there is no such page. */
  htmlOf(url: string): string | undefined;
  /** The language and, of a page with a kind and a subject: "syllabus", "databases", "syllabus-databases". */
  labelsOf(url: string): string[];
  readonly topics: GenreTopic[];
  readonly size: number;
}

export function createGenreWeb({ pages: count, seed }: GenreWebOptions): GenreWeb {
  const sites = drawSites(Math.max(FEWEST_SITES, even(count / PAGES_OF_A_SITE)), seed);
  for (let number = 0; number < count; number++) addPage(sites[number % sites.length]!, number, seed);
  const contents = sites.flatMap(({ pages }) => pages);
  const fronts = sites.flatMap(frontPages);
  linkPages(sites, contents, seed);
  const directories = languages.map((language) => directory(language, sites));
  const pages = new Map([...contents, ...fronts, ...directories].map((page) => [page.url, page]));
  return {
    htmlOf(url) {
      const page = pages.get(url);
      return page && genreHtml(page);
    },
    labelsOf(url) {
      const page = pages.get(url);
      return page === undefined ? [] : labelsOf(page);
    },
    topics: genreTopicsOf((language) => [directoryUrl(language)]),
    size: pages.size,
  };
}

interface Site {
  host: string;
  title: string;
  language: Language;
  /** Shares of its pages by kind. */
  kinds: readonly (readonly [Kind, number])[];
  subjects: readonly string[];
  /** Whether its hubs are sorted by subject. */
  isSorted: boolean;
  pages: (GenrePage & Required<Pick<GenrePage, 'about'>>)[];
}

const sorts: readonly { names: Record<Language, string>; kinds: Site['kinds'] }[] = [
  {
    names: { en: 'university', pt: 'universidade' },
    kinds: [
      ['syllabus', 0.6],
      ['article', 0.2],
      ['news', 0.15],
      ['job', 0.05],
    ],
  },
  {
    names: { en: 'jobs', pt: 'empregos' },
    kinds: [
      ['job', 0.8],
      ['article', 0.1],
      ['news', 0.1],
    ],
  },
  {
    names: { en: 'shop', pt: 'loja' },
    kinds: [
      ['sale', 0.7],
      ['review', 0.2],
      ['article', 0.1],
    ],
  },
  {
    names: { en: 'magazine', pt: 'revista' },
    kinds: [
      ['article', 0.5],
      ['review', 0.3],
      ['news', 0.2],
    ],
  },
];

const PAGES_OF_A_SITE = 60;
const FEWEST_SITES = 2 * languages.length * sorts.length;

/** As many sites in each language. */
const even = (count: number): number => languages.length * Math.round(count / languages.length);

const HUB_LENGTH = 40;

function drawSites(count: number, seed: number): Site[] {
  return Array.from({ length: count }, (_, place) => {
    const language = languages[place % languages.length]!;
    const { names, kinds } = sorts[Math.floor(place / languages.length) % sorts.length]!;
    // Two sites of a sort and language have all subjects between them.
    const round = Math.floor(place / (languages.length * sorts.length));
    const deck = new Random(seed, 1, place % (languages.length * sorts.length), round >> 1);
    const dealt = deck.some(subjectKeys, subjectKeys.length);
    const half = subjectKeys.length / 2;
    const name = `${names[language]}-${place + 1}`;
    return {
      host: `${name}.test`,
      title: capital(name),
      language,
      kinds,
      subjects: round % 2 === 0 ? dealt.slice(0, half) : dealt.slice(half),
      isSorted: new Random(seed, 4, place).chance(0.5),
      pages: [],
    };
  });
}

function addPage(site: Site, number: number, seed: number): void {
  const random = new Random(seed, 2, number);
  const { language } = site;
  const kind = kindBy(site.kinds, random.fraction());
  const subject = random.pick(site.subjects);
  site.pages.push({
    url: `http://${site.host}/${kindWords[kind][language].path}/${number}.html`,
    site: site.title,
    language,
    about: { kind, subject },
    lists: [],
    ...write(kind, subject, language, random),
  });
}

function kindBy(shares: Site['kinds'], point: number): Kind {
  let left = point;
  for (const [kind, share] of shares) {
    left -= share;
    if (left < 0) return kind;
  }
  return shares[0]![0];
}

/** The home page, and the hubs that it names: one list for each kind, or for each kind and subject. */
function frontPages(site: Site): GenrePage[] {
  const { language, title } = site;
  const home = homeOf(site);
  const hubs = kinds.flatMap((kind) =>
    (site.isSorted ? site.subjects : [undefined]).flatMap((subject) => hubsOf(site, kind, subject)),
  );
  const anchors = hubs.map((hub) => ({ to: hub.url, text: hub.title }));
  const up = {
    heading: frameWords[language].home,
    anchors: [{ to: directoryUrl(language), text: frameWords[language].elsewhere }],
  };
  const front = {
    url: home.to,
    site: title,
    language,
    title,
    sentences: [],
    lists: [{ heading: title, anchors }, up],
  };
  return [front, ...hubs];
}

function hubsOf(site: Site, kind: Kind, subject: string | undefined): GenrePage[] {
  const { language, title } = site;
  const { hub, path } = kindWords[kind][language];
  const listed = site.pages.filter(
    ({ about }) => about.kind === kind && (subject === undefined || about.subject === subject),
  );
  const heading = subject === undefined ? hub : `${hub}: ${subjects[subject]![language].name}`;
  return Array.from({ length: Math.ceil(listed.length / HUB_LENGTH) }, (_, part) => ({
    url: `http://${site.host}/${path}/${subject === undefined ? '' : `${subject}/`}${part === 0 ? '' : `${part + 1}/`}`,
    site: title,
    language,
    title: part === 0 ? heading : `${heading} (${part + 1})`,
    sentences: [],
    lists: [
      { heading, anchors: listed.slice(part * HUB_LENGTH, (part + 1) * HUB_LENGTH).map(linkTo) },
      { heading: frameWords[language].home, anchors: [homeOf(site)] },
    ],
  }));
}

/** Every page links to its home page, to some of its subject on its site, and to some anywhere. */
function linkPages(sites: readonly Site[], contents: readonly GenrePage[], seed: number): void {
  for (const [place, site] of sites.entries()) {
    const words = frameWords[site.language];
    for (const [number, page] of site.pages.entries()) {
      const random = new Random(seed, 3, place, number);
      const alike = site.pages.filter(
        (other) => other !== page && other.about.subject === page.about.subject,
      );
      page.lists.push(
        { heading: words.home, anchors: [homeOf(site)] },
        { heading: words.related, anchors: random.some(alike, RELATED).map(linkTo) },
        {
          heading: words.elsewhere,
          anchors: [homeOf(random.pick(sites)), linkTo(random.pick(contents)), linkTo(random.pick(contents))],
        },
      );
    }
  }
}

const RELATED = 3;

function directory(language: Language, sites: readonly Site[]): GenrePage {
  const own = sites.filter((site) => site.language === language);
  const title = frameWords[language].elsewhere;
  const url = directoryUrl(language);
  return {
    url,
    site: title,
    language,
    title,
    sentences: [],
    lists: [{ heading: title, anchors: own.map(homeOf) }],
  };
}

const directoryUrl = (language: Language): string => `http://directory-${language}.test/`;
const homeOf = ({ host, title }: Site): GenreAnchor => ({ to: `http://${host}/`, text: title });
const linkTo = ({ url, title }: GenrePage): GenreAnchor => ({ to: url, text: title });
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

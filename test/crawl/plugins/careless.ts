/** Parts that return what nothing can be made of, as a program without types may: `?judge-promise`, `?rank-no-link` … */
import { defineFilter, defineJudge, defineReader, defineSink, defineStrategy } from '../../../src/index.ts';

/** What is returned where the URL has this mark. */
type Returns = Record<string, (page: Changeable) => unknown>;

/** A page as a program without types sees it. */
interface Changeable {
  title: unknown;
  meta?: unknown;
  refusedLinks: unknown;
  links: { url: unknown; anchor: unknown }[];
}

function returned<T>(marks: Returns, url: string, otherwise: () => T, page?: object): T {
  const [, mark = ''] = url.split('?');
  return (marks[mark] ?? otherwise)(page as Changeable) as T;
}

const opinion = { score: 0.5, relevant: true, why: ['always'] };
const late = () => Promise.reject(new Error('too late'));
const circle: Record<string, unknown> = {};
circle.self = circle;
/** What is thrown has no text, or an odd one. */
const throwsBare = () => {
  throw Object.create(null);
};
const throwsOdd = () => {
  throw Object.assign(new Error(), { message: { status: 500 }, stack: Symbol('stack') });
};

export const opinions: Returns = {
  'judge-nothing': () => undefined,
  'judge-promise': late,
  'judge-text-for-a-score': () => ({ ...opinion, score: '0.5' }),
  'judge-no-reasons': () => ({ score: 0.5, relevant: true }),
  'judge-function-for-a-reason': () => ({ ...opinion, why: [() => 'because'] }),
  'judge-maybe-relevant': () => ({ ...opinion, relevant: 'maybe' }),
  'judge-border-of-two': () => ({ ...opinion, border: 2, margin: 1 }),
  'judge-endless-findings': () => ({ ...opinion, findings: circle }),
  'judge-changes-title': (page) => {
    page.title = undefined;
    return opinion;
  },
  'judge-drops-links': (page) => {
    page.links.length = 0;
    return opinion;
  },
  'judge-throws-bare': throwsBare,
  'judge-throws-odd': throwsOdd,
};

export const judge = defineJudge({
  name: 'careless-judge',
  make: () => ({ judge: (page) => returned(opinions, page.url, () => opinion, page) }),
});

/** Learns from its third page on what no judge can be made of. */
export const learning = defineJudge({
  name: 'careless-learning-judge',
  make({ model }) {
    if (model !== undefined) throw new Error('what a model');
    return { judge: () => opinion };
  },
  learner() {
    let pages = 0;
    return {
      visited: () => {
        pages += 1;
      },
      learn: () => (pages === 3 ? { anything: true } : undefined),
    };
  },
});

export const measures: Returns = {
  'measure-nothing': () => undefined,
  'measure-promise': late,
  'measure-function': () => ({ words: () => 1 }),
  'measure-drops-meta': (page) => {
    page.meta = undefined;
    return { words: 1 };
  },
};

const url = 'http://a.test/';
const link = { url, anchor: '', tag: 'a', position: 0, nofollow: false };
export const ranks: Returns = {
  'rank-promise': late,
  'rank-nothing': () => [undefined],
  'rank-no-link': () => [{ priority: 1 }],
  'rank-other-link': () => [{ link, priority: 1 }],
  'rank-no-url': () => [{ link: { ...link, url: 'none' }, priority: 1 }],
  'rank-endless-carry': () => [{ link, priority: 1, carry: circle }],
  'rank-siblings': () => [{ siblings: 1, of: 'all', merge: 'max' }],
  'rank-changes-anchor': ({ links }) => {
    links[0]!.anchor = { says: 'all' };
    return links.map((link) => ({ link, priority: 1 }));
  },
  'rank-drops-refused-links': (page) => {
    page.refusedLinks = null;
    return [];
  },
  'rank-empty-refusal': () => [{ link, priority: 1, refuse: '' }],
  'rank-throws-bare': throwsBare,
  'rank-throws-odd': throwsOdd,
};

export const reranks: Returns = {
  'rerank-nothing': () => [undefined],
  'rerank-number': () => 7,
  'rerank-nan': () => [{ url, host: 'a.test', priority: Number.NaN }],
  'rerank-promise': late,
  'rerank-endless-carry': () => [{ url, host: 'a.test', priority: 1, carry: circle }],
};

export const reasons: Returns = {
  'admits-object': () => ({ because: 1 }),
  'admits-promise': late,
  'admits-empty': () => '',
};

export const strategy = defineStrategy({
  name: 'careless-strategy',
  measure:
    () =>
    (page): object =>
      returned(measures, page.url, () => ({ words: 1 }), page),
  make() {
    let visited = '';
    return {
      visit({ page }) {
        visited = page.url;
        if (page.url.includes('?rank-object-for-words'))
          return page.links.map((link) => ({ link, priority: 0.25, why: {} as string }));
        const ranked = () => page.links.map((link) => ({ link, priority: 0.25 }));
        return returned(ranks, page.url, ranked, page);
      },
      admits: (waiting) => returned(reasons, waiting.url, () => undefined),
      reranked: () => returned(reranks, visited, () => []),
      // Every time, which is not on a page.
      save: () => ({ words: () => 1 }),
      unsaved: () => [{ url, host: 'a.test', priority: Number.NaN }],
      close: () => {
        throw new Error('it does not close');
      },
    };
  },
});

/** Changes what sitemaps list. */
export const listing = defineStrategy({
  name: 'careless-listing-strategy',
  make: () => ({
    visit: () => [],
    listed({ links }) {
      for (const link of links as unknown as Changeable['links']) link.anchor = { says: 'all' };
      return links.map((link) => ({ link, priority: 1 }));
    },
  }),
});

export const links: Returns = {
  'filter-false': () => false,
  'filter-promise': late,
  'filter-empty': () => '',
  'filter-throws-bare': throwsBare,
};

export const filter = defineFilter({
  name: 'careless-filter',
  make: () => ({ refuses: ({ url }) => returned(links, url, () => undefined) }),
});

export const sinks: Returns = {
  'sink-promise': late,
  'sink-rejects-bare': () => Promise.reject(Object.create(null)),
};

export const sink = defineSink({
  name: 'careless-sink',
  open: () => ({
    accept: ({ url }) => returned(sinks, url, () => undefined),
    commit: async () => {
      throw new Error('too late for a commit');
    },
  }),
});

export const formats: Returns = { 'reader-promise': late };

export const reader = defineReader({
  name: 'careless-format',
  accepts: ({ url }) => returned(formats, url, () => false),
  read: () => ({ text: '' }),
});

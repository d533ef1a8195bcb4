/** Parts of every sort that fail where a page or a link says so: `?judge`, `?strategy` … or, with `always`, everywhere. */
import {
  defineFilter,
  defineJudge,
  defineReader,
  defineSink,
  defineStrategy,
  type Ranked,
  z,
} from '../../../src/index.ts';

const settings = z.object({ always: z.boolean().default(false).describe('fails on every page') });

function failAt(part: string, url: string, always = false): void {
  if (always || url.includes(`?${part}`)) throw new Error(`${part} fails on purpose at ${url}`);
}

export const judge = defineJudge({
  name: 'faulty-judge',
  settings,
  make: ({ settings: { always } }) => ({
    judge(page) {
      failAt('judge', page.url, always);
      // No number at all, as a careless author may answer.
      const score = page.url.includes('?nan') ? Number.NaN : 0.5;
      return { score, relevant: true, why: ['always'] };
    },
  }),
});

export const strategy = defineStrategy({
  name: 'faulty-strategy',
  settings,
  measure: () => (page) => {
    failAt('measure', page.url);
    return { words: page.text.length };
  },
  make: ({ settings: { always } }) => ({
    *visit({ page, signals }): Iterable<Ranked> {
      for (const [i, link] of page.links.entries()) {
        // Only at the second link: what was said of the first does not count either.
        if (i === 1) failAt('strategy', page.url, always);
        const priority = page.url.includes('?endless') ? Number.NaN : 0.25;
        yield { link, priority, why: `words ${signals.words}` };
      }
    },
    admits(waiting) {
      failAt('admits', waiting.url);
      return undefined;
    },
  }),
});

export const filter = defineFilter({
  name: 'faulty-filter',
  make: () => ({
    refuses({ url }) {
      failAt('filter', url);
      return url.includes('?unwanted') ? 'unwanted' : undefined;
    },
  }),
});

export const sink = defineSink({
  name: 'faulty-sink',
  open: () => ({
    async accept({ url }) {
      failAt('sink', url);
    },
  }),
});

export const reader = defineReader({
  name: 'faulty-format',
  accepts: ({ contentType }) => contentType === 'text/faulty',
  read({ url }) {
    failAt('reader', url);
    return { title: 'A page', text: 'of the faulty format', links: [] };
  },
});

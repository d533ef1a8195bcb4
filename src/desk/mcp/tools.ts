/** What an agent can do with the crawls of a folder: each tool with its schema, who may use it, and its work. */
import { z } from 'zod';
import { search } from '../../archive/search.ts';
import { findPage } from '../../crawl/find-page.ts';
import { labelPages } from '../../crawl/label-pages.ts';
import type { OpenCrawl } from '../../crawl/open.ts';
import { MarkdownPages, withFrontMatter } from '../../crawl/page-markdown.ts';
import { ForageError } from '../../errors.ts';
import type { Role } from '../access.ts';
import { settingsOf, startCrawl, topicOf } from '../api/crawls.ts';
import { crawlsOf } from '../crawl-list.ts';
import { pageStory } from '../page-story.ts';
import type { Desk, User } from '../route.ts';
import { type Content, quoted, said } from './framing.ts';

export type Workplace = Pick<Desk, 'crawls' | 'live' | 'starts' | 'isLocal'>;

export interface Tool<Input = unknown> {
  name: string;
  title: string;
  description: string;
  /** The least that a user must be allowed. */
  role: Role;
  input: z.ZodObject;
  work(desk: Workplace, input: Input, user: User): Promise<Content>;
}

const tool = <Schema extends z.ZodObject>(
  one: Omit<Tool<z.output<Schema>>, 'input'> & { input: Schema },
): Tool => one as unknown as Tool;

const crawl = z.string().max(300).describe('The id of a crawl, as list_crawls gives it.');
const url = z.string().max(4000).describe('The URL of a page that was fetched.');
const MOST_CHARACTERS = 100_000;

export const tools: readonly Tool[] = [
  tool({
    name: 'list_crawls',
    title: 'List crawls',
    description: 'All crawls of the folder: id, title, state, pages fetched and called relevant.',
    role: 'read',
    input: z.strictObject({}),
    async work(desk) {
      const rows = await crawlsOf(desk);
      return said(rows.map(({ curve: _, ...row }) => row));
    },
  }),
  tool({
    name: 'search_pages',
    title: 'Search pages',
    description:
      'Full-text search over the pages of a crawl, best first: words, "phrases", prefix*, -without, OR, title:word, author:name, host:name. Gives URL, title, date, authors and the matching passage.',
    role: 'read',
    input: z.strictObject({
      crawl,
      query: z.string().min(1).max(400),
      relevantOnly: z.boolean().default(true).describe('Only pages that count as relevant to the topic.'),
      limit: z.number().int().min(1).max(50).default(10),
      offset: z.number().int().min(0).max(1000).default(0),
    }),
    work: (desk, { crawl, query, relevantOnly, limit, offset }) =>
      desk.crawls.reading(crawl, ({ db, read }) => {
        const found = search(db, query, { relevantOnly, limit, offset, originalsOnly: true });
        const { hits, understood, isRelaxed, hint } = found;
        const list = hits.map(({ page, url, title, snippet, relevance }) => {
          const { about, language, fetchedAt } = read.pageById(page)!;
          const fetched = new Date(fetchedAt).toISOString();
          return { url, title, snippet, relevance, language, about, fetched };
        });
        const notes = [isRelaxed ? 'No page has all of it; these have some.' : '', hint ?? ''];
        return quoted(
          `${hits.length} pages from number ${offset + 1} in the crawl "${crawl}", looked for: ${understood}. ${notes.join(' ').trim()}`,
          JSON.stringify(list, undefined, 1),
        );
      }),
  }),
  tool({
    name: 'read_page',
    title: 'Read a page',
    description: 'The main text of a stored page as Markdown, with its URL, authors and dates before it.',
    role: 'read',
    input: z.strictObject({
      crawl,
      url,
      from: z.number().int().min(0).default(0).describe('The first character, to read on.'),
      characters: z.number().int().min(100).max(MOST_CHARACTERS).default(20_000),
    }),
    work: (desk, { crawl, url, from, characters }) =>
      desk.crawls.reading(crawl, async (open) => {
        const page = pageAt(open, url);
        const reader = new MarkdownPages(open);
        try {
          const text = withFrontMatter(page, (await reader.of(page)).markdown);
          const end = Math.min(text.length, from + characters);
          const rest = end < text.length ? ` There is more: ask again with "from": ${end}.` : '';
          return quoted(
            `Characters ${from} to ${end} of ${text.length} of the page ${page.url}, fetched ${new Date(page.fetchedAt).toISOString()}.${rest}`,
            text.slice(from, end),
          );
        } finally {
          reader.close();
        }
      }),
  }),
  tool({
    name: 'why_page',
    title: 'Why a page',
    description:
      'Why the crawler fetched a page and how it was judged: score, reasons, the path of links from a seed, what people said.',
    role: 'read',
    input: z.strictObject({ crawl, url }),
    work: (desk, { crawl, url }) =>
      desk.crawls.reading(crawl, (open) => {
        const { page, why, path, judgements, labels } = pageStory(open, pageAt(open, url).id);
        const { score, relevant, title, outcome } = page;
        return quoted(
          `The page ${page.url} in the crawl "${crawl}".`,
          JSON.stringify({ title, outcome, score, relevant, why, path, judgements, labels }, undefined, 1),
        );
      }),
  }),
  tool({
    name: 'watch_crawl',
    title: 'Watch a crawl',
    description:
      'How a crawl stands: its state, pages, relevant pages, what slows it down, what to do next; call it again to follow it.',
    role: 'read',
    input: z.strictObject({ crawl }),
    async work(desk, { crawl }) {
      const begun = desk.starts.of(crawl);
      const isNew = begun?.state === 'starting' || !desk.crawls.ids().includes(crawl);
      if (begun !== undefined && isNew) return said({ crawl, ...begun });
      const { title, state, stateSentence, found, answers, figures } = await desk.live.live(crawl);
      return said({ crawl, title, state, stateSentence, found, answers, figures });
    },
  }),
  tool({
    name: 'start_crawl',
    title: 'Start a crawl',
    description:
      'Starts a crawl of the live Web in a process of its own, politely: robots.txt, pauses between requests. Needs a contact (an e-mail address or URL) that is sent with every request, unless FORAGE_CONTACT is set.',
    role: 'all',
    input: z.strictObject({
      name: z.string().min(1).max(80).optional().describe('Of its folder; default: made from the title.'),
      title: z.string().min(1).max(500).describe('What is wanted, in a sentence.'),
      keywords: z.array(z.string().min(1).max(200)).max(500).default([]),
      language: z
        .string()
        .max(10)
        .optional()
        .describe('Two letters; pages in another language do not count.'),
      seeds: z.array(z.string().min(1).max(4000)).min(1).max(1000).describe('URLs to begin with.'),
      pages: z.number().int().min(1).max(1_000_000).default(500).describe('Stop after this many pages.'),
      contact: z.string().max(300).optional(),
      settings: z
        .record(z.string(), z.unknown())
        .default({})
        .describe('As in a settings file, without "use".'),
    }),
    async work(desk, { name, title, keywords, language, seeds, pages, contact, settings }) {
      const topic = topicOf({ title, keywords, language, seeds });
      const http = {
        ...(settings.http as object | undefined),
        ...(contact === undefined ? {} : { contact }),
      };
      const budget = { ...(settings.budget as object | undefined), pages };
      const id = name ?? topic.name;
      const state = await startCrawl(desk, id, topic, settingsOf({ ...settings, http, budget }, desk));
      return said({ crawl: id, state, next: 'watch_crawl says how it goes.' });
    },
  }),
  tool({
    name: 'stop_crawl',
    title: 'Stop a crawl',
    description: 'Ends a running crawl cleanly; everything it found is kept.',
    role: 'all',
    input: z.strictObject({ crawl }),
    async work(desk, { crawl }) {
      const stopped = await (await desk.crawls.control(crawl)).stop();
      desk.live.forget(crawl);
      return said(stopped);
    },
  }),
  tool({
    name: 'label_page',
    title: 'Label a page',
    description:
      'Says whether a page is relevant to the topic of its crawl. The answer counts at once, wins over the judge, and may teach it. "unsure" takes an earlier answer back.',
    role: 'label',
    input: z.strictObject({ crawl, url, answer: z.enum(['yes', 'no', 'unsure']) }),
    async work(desk, { crawl, url, answer }, user) {
      // What an agent says must not pass for a person's word.
      const kept = await labelPages(desk.crawls.pathOf(crawl), [{ url, answer }], {
        by: `${user.name} (agent)`,
      });
      desk.live.forget(crawl);
      if (kept.unknown.length > 0) throw unknownPage(url);
      return said(kept);
    },
  }),
];

function pageAt({ read }: OpenCrawl, url: string) {
  const page = findPage(read, url);
  if (page === undefined) throw unknownPage(url);
  return page;
}

const unknownPage = (url: string): ForageError =>
  new ForageError(
    'USAGE',
    `The crawl did not fetch ${url.slice(0, 300)}. search_pages finds pages by their words.`,
  );

/** Did it understand me? What is wanted, what was understood of it, what is missing, and Start. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { checkTopic, type TopicCheck } from '../../answers/topic/check.ts';
import type { Settings } from '../../crawl/settings.ts';
import { ForageError } from '../../errors.ts';
import { recipes } from '../../recipe/registry.ts';
import { loadTopic } from '../../topic/load.ts';
import { termText } from '../../topic/terms.ts';
import type { Topic } from '../../topic/topic.ts';
import { understand } from '../../topic/understood.ts';
import { mayDo } from '../access.ts';
import { settingsOf, startCrawl, topicOf } from '../api/crawls.ts';
import { checkSearch } from '../api/studies.ts';
import { type Asked, type Desk, type Reply, route } from '../route.ts';
import { proposedSeeds } from '../seed-finder.ts';
import { el, type VNode } from '../views/el.ts';
import { at } from '../views/words.ts';
import { htmlReply } from './document.ts';

const form = z.strictObject({
  title: z.string().max(500).default(''),
  keywords: z.string().max(20_000).default(''),
  language: z.string().trim().toLowerCase().max(10).optional(),
  seeds: z.string().max(200_000).default(''),
  recipe: z.string().max(200).default(''),
  pages: z.string().max(12).default('500'),
  contact: z.string().max(300).default(''),
  web: z.string().max(300).default(''),
  folder: z.string().max(1000).default(''),
  topic: z.string().max(500).default(''),
  search: z.string().max(500).default(''),
  copy: z.string().max(300).default(''),
  do: z.enum(['check', 'find', 'start']).default('check'),
});
type Form = z.output<typeof form>;

export const newPages = [
  route({
    method: 'GET',
    path: '/new',
    role: 'all',
    summary: 'A new crawl.',
    query: form.partial(),
    work: (asked) => {
      const given = form.parse(asked.query);
      return show(asked, given.copy === '' ? given : form.parse(copied(given.copy, asked.desk)));
    },
  }),
  route({
    method: 'POST',
    path: '/new',
    role: 'all',
    summary: 'Checks or starts a new crawl.',
    body: form,
    async work(asked) {
      const given = withWords(asked.body);
      try {
        const { topic, settings } = understood(given, asked);
        if (given.do === 'find') {
          const [filled, told] = await withSeeds(given, topic, asked.desk);
          return show(asked, filled, undefined, undefined, told);
        }
        const check = await checkTopic(topic, { web: settings.web ?? [] });
        if (given.do === 'check' || check.faults.length > 0) return show(asked, given, { topic, check });
        const state = await startCrawl(asked.desk, topic.name, topic, settings);
        // A crawl that learns first has no folder yet: the list says so.
        return { status: 303, headers: { location: state === 'running' ? at(topic.name) : '/' } };
      } catch (error) {
        if (!(error instanceof ForageError)) throw error;
        return show(asked, given, undefined, error.message);
      }
    },
  }),
];

/** The words and seeds of another crawl, to be changed before it starts; it keeps what is not shown. */
function copied(id: string, { crawls }: Desk): Partial<Form> {
  const { topic, settings } = crawls.folderOf(id);
  const { recipe, budget, http } = settings;
  return {
    title: `${topic.title} again`,
    keywords: topic.keywords.map(termText).join('\n'),
    language: topic.language ?? '',
    seeds: topic.seeds.join('\n'),
    recipe: typeof recipe === 'string' ? recipe : '',
    pages: budget.pages === undefined ? '' : String(budget.pages),
    contact: http.contact ?? '',
    copy: id,
  };
}

/** Without other words, those of the sentence and words like them, as on the command line. */
function withWords(given: Form): Form {
  const { title, keywords, language, folder, topic, copy } = given;
  if ([keywords, folder, topic, copy].some((other) => other.trim() !== '')) return given;
  return {
    ...given,
    keywords: understand({ text: title, language: language || undefined })
      .terms.map(termText)
      .join('\n'),
  };
}

function understood(
  { title, keywords, language, seeds, recipe, pages, contact, web, folder, topic: file, copy }: Form,
  { desk }: Pick<Asked, 'desk'>,
) {
  const list = (text: string): string[] =>
    text
      .split(/[\n,;]+/)
      .map((one) => one.trim())
      .filter((one) => one !== '');
  const lines = seeds.split(/\s+/).filter((one) => one !== '');
  if (!desk.isLocal && (folder !== '' || file !== ''))
    throw new ForageError('USAGE', 'Only a desk on loopback reads folders and topic files of its machine.');
  const given = topicOf({
    ...(title === '' ? {} : { title }),
    ...(language ? { language } : {}),
    ...(file === '' ? { keywords: list(keywords), seeds: lines } : { topic: { name: 'file' } }),
  });
  const topic =
    file === ''
      ? withFolder(
          copy === '' ? given : changed(desk.crawls.folderOf(copy).topic, given, language),
          folder,
          desk,
        )
      : loadTopic(desk.files.find('topics', file));
  const { web: formerWeb = [], ...former } = formerOf(copy, desk);
  const { budget, http } = former;
  const settings = settingsOf(
    {
      ...former,
      ...(recipe === '' ? {} : { recipe }),
      ...(web === '' ? {} : { web: [web] }),
      budget: { ...budget, pages: pages === '' ? undefined : Number(pages) },
      http: { ...http, ...(contact === '' ? {} : { contact }) },
    },
    desk,
  );
  return { topic, settings: web === '' && formerWeb.length > 0 ? { ...settings, web: formerWeb } : settings };
}

/** A form without a language leaves it as it was; an empty one means any. */
const changed = (
  { language: was, ...former }: Topic,
  { name, title, keywords, seeds }: Topic,
  language = was ?? '',
): Topic => ({
  ...former,
  ...(language === '' ? {} : { language }),
  name,
  title,
  keywords,
  seeds,
});

const formerOf = (copy: string, { crawls }: Desk): Partial<Settings> =>
  copy === '' ? {} : crawls.folderOf(copy).settings;

/** Documents of this machine as examples of what is wanted. */
function withFolder(topic: Topic, folder: string, { crawls }: Desk): Topic {
  if (folder.trim() === '') return topic;
  const path = resolve(crawls.folder, folder.trim());
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new ForageError('USAGE', `${folder} is not a folder. Name one with documents of what you want.`);
  return { ...topic, examples: { ...topic.examples, relevant: [...topic.examples.relevant, path] } };
}

/** What the seed finder proposes: from the crawls of this folder, and a search engine if one is named. */
async function withSeeds(given: Form, topic: Topic, desk: Desk): Promise<[Form, string]> {
  const { search } = given;
  const known = desk.crawls.ids();
  if (known.length === 0 && search === '')
    throw new ForageError('USAGE', 'There is no crawl here to search; name a search engine (SearXNG).');
  checkSearch(desk, search);
  const seeds = await proposedSeeds(topic, {
    crawls: known.slice(0, MOST_CRAWLS).map((id) => desk.crawls.pathOf(id)),
    search,
  });
  const lines = [...new Set([...given.seeds.split(/\s+/), ...seeds.map(({ url }) => url)])];
  const told =
    seeds.length === 0
      ? 'The seed finder found nothing for these words.'
      : `${seeds.length} ${seeds.length === 1 ? 'seed was' : 'seeds were'} found, best first: ${seeds[0]!.why.join('; ')}. Take out what does not fit.`;
  return [{ ...given, seeds: lines.filter((line) => line !== '').join('\n') }, told];
}

const MOST_CRAWLS = 10;

function show(
  { desk, user }: Pick<Asked, 'desk' | 'user'>,
  given: Form,
  found?: { topic: Topic; check: TopicCheck },
  trouble?: string,
  told?: string,
): Reply {
  const ready = found?.check.recipes.ready ?? recipes().map(({ name }) => name);
  return htmlReply(
    {
      title: 'New crawl',
      desk: 'new',
      main: el.div(
        { class: 'live' },
        el.form(
          { class: 'stack', method: 'post', action: '/new' },
          el.h1(null, 'What are you looking for?'),
          trouble === undefined
            ? null
            : el.div(
                { class: 'notice bad', role: 'alert' },
                el.b(null, 'This cannot be started'),
                el.p(null, trouble),
              ),
          told === undefined ? null : el.p({ class: 'notice', role: 'status' }, told),
          given.topic === ''
            ? null
            : el.p(
                { class: 'note' },
                el.input({ type: 'hidden', name: 'topic', value: given.topic }),
                `Words, language, rules, examples and seeds are those of ${given.topic}.`,
              ),
          given.copy === ''
            ? null
            : el.p(
                { class: 'note' },
                el.input({ type: 'hidden', name: 'copy', value: given.copy }),
                `What is not shown here is as in ${given.copy}: rules, examples, settings.`,
              ),
          el.div(
            { class: 'fields' },
            ...field(
              'title',
              'In a sentence',
              el.input({
                id: 'title',
                name: 'title',
                defaultValue: given.title,
                placeholder: 'Barn owls and what they eat',
              }),
            ),
            ...field(
              'keywords',
              'Words and phrases, one a line',
              el.textarea(
                {
                  id: 'keywords',
                  name: 'keywords',
                  rows: 6,
                  placeholder: 'barn owl: 3\nowl pellet\nroost',
                  defaultValue: given.keywords,
                },
                given.keywords,
              ),
            ),
            ...field(
              'language',
              'Language of the pages, in two letters; without one, any',
              el.input({
                id: 'language',
                name: 'language',
                defaultValue: given.language ?? '',
                placeholder: 'en',
              }),
            ),
            ...field(
              'seeds',
              'Where to begin: URLs, one a line',
              el.textarea(
                {
                  id: 'seeds',
                  name: 'seeds',
                  rows: 4,
                  placeholder: 'https://example.org/owls',
                  defaultValue: given.seeds,
                },
                given.seeds,
              ),
            ),
            ...(desk.isLocal
              ? [
                  ...field(
                    'folder',
                    'A folder with documents of what you want, on this machine',
                    el.input({
                      id: 'folder',
                      name: 'folder',
                      defaultValue: given.folder,
                      placeholder: 'my-documents',
                    }),
                  ),
                  ...field(
                    'search',
                    'A search engine for the seed finder (SearXNG), if you have one',
                    el.input({
                      id: 'search',
                      name: 'search',
                      type: 'url',
                      defaultValue: given.search,
                      placeholder: 'http://localhost:8888/',
                    }),
                  ),
                ]
              : []),
            ...field(
              'recipe',
              'Recipe',
              el.select(
                { id: 'recipe', name: 'recipe' },
                el.option({ value: '' }, given.copy === '' ? 'the usual one' : `that of ${given.copy}`),
                ...ready.map((name) => el.option({ value: name, selected: name === given.recipe }, name)),
              ),
            ),
            ...field(
              'pages',
              'Stop after pages',
              el.input({ id: 'pages', name: 'pages', inputMode: 'numeric', defaultValue: given.pages }),
            ),
            ...field(
              'contact',
              'Your e-mail address or URL, for webmasters',
              el.input({
                id: 'contact',
                name: 'contact',
                defaultValue: given.contact || (process.env.FORAGE_CONTACT ?? ''),
              }),
            ),
            ...field(
              'web',
              'On the live Web, or again on what a crawl has stored',
              el.select(
                { id: 'web', name: 'web' },
                el.option(
                  { value: '' },
                  formerOf(given.copy, desk).web?.length ? `what ${given.copy} reads` : 'the live Web',
                ),
                ...desk.crawls.ids().map((id) => el.option({ value: id, selected: id === given.web }, id)),
              ),
            ),
          ),
          el.div(
            { class: 'do row' },
            el.button(
              { class: found === undefined ? 'main' : '', name: 'do', value: 'check' },
              'See what was understood',
            ),
            given.topic === '' ? el.button({ name: 'do', value: 'find' }, 'Find seeds') : null,
            el.button({ class: found === undefined ? '' : 'main', name: 'do', value: 'start' }, 'Start'),
          ),
        ),
        found === undefined
          ? el.section(
              { class: 'panel' },
              el.h2(null, 'What happens'),
              el.p(
                { class: 'note' },
                'Nothing is asked of the Web before you press Start. A crawl identifies itself with your contact, obeys robots.txt and waits between requests.',
              ),
            )
          : checkView(found),
      ),
      now: Date.now(),
      mayChange: mayDo(user.role, 'all'),
    },
    trouble === undefined ? 200 : 400,
  );
}

const field = (id: string, text: string, input: VNode): VNode[] => [el.label({ for: id }, text), input];

function checkView({ topic, check }: { topic: Topic; check: TopicCheck }): VNode {
  return el.section(
    { class: 'panel', 'aria-labelledby': 'h-u' },
    el.h2({ id: 'h-u' }, 'What was understood'),
    el.p(null, el.b({ dir: 'auto' }, topic.title)),
    el.p({ class: 'note' }, check.has.filter((one) => !one.startsWith('0 ')).join(', ')),
    ...check.faults.map((fault) => el.p({ class: 'tag bad' }, fault)),
    ...check.hints.map((hint) => el.p({ class: 'note' }, hint)),
    el.p(null, `${check.recipes.ready.length} recipes are ready for it.`),
    ...check.recipes.lacking
      .slice(0, 4)
      .map(({ recipes: names, how }) =>
        el.p(
          { class: 'note small' },
          `${names.length} more ${names.length === 1 ? how : how.replace(/^needs /, 'need ')}`,
        ),
      ),
  );
}

/** Did it understand me? What is wanted, what was understood of it, what is missing, and Start. */
import { z } from 'zod';
import { checkTopic, type TopicCheck } from '../../answers/topic/check.ts';
import { ForageError } from '../../errors.ts';
import { recipes } from '../../recipe/registry.ts';
import type { Topic } from '../../topic/topic.ts';
import { mayDo } from '../access.ts';
import { settingsOf, startCrawl, topicOf } from '../api/crawls.ts';
import { type Asked, type Reply, route } from '../route.ts';
import { el, type VNode } from '../views/el.ts';
import { at } from '../views/words.ts';
import { htmlReply } from './document.ts';

const form = z.strictObject({
  title: z.string().max(500).default(''),
  keywords: z.string().max(20_000).default(''),
  seeds: z.string().max(200_000).default(''),
  recipe: z.string().max(200).default(''),
  pages: z.string().max(12).default('500'),
  contact: z.string().max(300).default(''),
  web: z.string().max(300).default(''),
  do: z.enum(['check', 'start']).default('check'),
});
type Form = z.output<typeof form>;

export const newPages = [
  route({
    method: 'GET',
    path: '/new',
    role: 'all',
    summary: 'A new crawl.',
    query: form.partial(),
    work: (asked) => show(asked, form.parse(asked.query)),
  }),
  route({
    method: 'POST',
    path: '/new',
    role: 'all',
    summary: 'Checks or starts a new crawl.',
    body: form,
    async work(asked) {
      const given = asked.body;
      try {
        const { topic, settings } = understood(given, asked);
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

function understood(
  { title, keywords, seeds, recipe, pages, contact, web }: Form,
  { desk }: Pick<Asked, 'desk'>,
) {
  const list = (text: string): string[] =>
    text
      .split(/[\n,;]+/)
      .map((one) => one.trim())
      .filter((one) => one !== '');
  const lines = seeds.split(/\s+/).filter((one) => one !== '');
  const topic = topicOf({
    ...(title === '' ? {} : { title }),
    keywords: list(keywords),
    seeds: lines,
    settings: {},
  });
  const settings = settingsOf(
    {
      ...(recipe === '' ? {} : { recipe }),
      ...(web === '' ? {} : { web: [web] }),
      budget: { ...(pages === '' ? {} : { pages: Number(pages) }) },
      ...(contact === '' ? {} : { http: { contact } }),
    },
    desk,
  );
  return { topic, settings };
}

function show(
  { desk, user }: Pick<Asked, 'desk' | 'user'>,
  given: Form,
  found?: { topic: Topic; check: TopicCheck },
  trouble?: string,
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
                el.span(null),
                el.b(null, 'This cannot be started'),
                el.p(null, trouble),
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
                  placeholder: 'barn owl\nowl pellet\nroost',
                  defaultValue: given.keywords,
                },
                given.keywords,
              ),
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
            ...field(
              'recipe',
              'Recipe',
              el.select(
                { id: 'recipe', name: 'recipe' },
                el.option({ value: '' }, 'the usual one'),
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
                el.option({ value: '' }, 'the live Web'),
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
      .map(({ recipes: names, how }) => el.p({ class: 'note small' }, `${names.length} more ${how}`)),
  );
}

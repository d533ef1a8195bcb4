/** Which topics are there, are they complete, and what can be done with them: crawl, or browse to train. */
import { join } from 'node:path';
import { z } from 'zod';
import { checkTopic, type TopicCheck } from '../../answers/topic/check.ts';
import { ForageError } from '../../errors.ts';
import { loadTopic } from '../../topic/load.ts';
import type { Topic } from '../../topic/topic.ts';
import { mayDo } from '../access.ts';
import { type Asked, route } from '../route.ts';
import { el, type VNode } from '../views/el.ts';
import { htmlReply } from './document.ts';

export const topicPages = [
  route({
    method: 'GET',
    path: '/topics',
    role: 'read',
    summary: 'Topic files, and browsing to train.',
    async work({ desk, user }) {
      const mayChange = mayDo(user.role, 'all');
      const rows: VNode[] = [];
      for (const { id, path } of desk.files.topics()) rows.push(await row(id, path, mayChange, desk.isLocal));
      return htmlReply({
        title: 'Topics',
        desk: 'topics',
        main: el.div(
          { class: 'stack' },
          el.h1(null, 'Topics'),
          el.p(
            { class: 'lead' },
            rows.length === 0
              ? 'There is no topic file in this folder. "forage init" or "forage topic new" writes one; New crawl needs none.'
              : `${rows.length} topic ${rows.length === 1 ? 'file' : 'files'} in ${desk.crawls.folder}.`,
          ),
          el.ul({ class: 'crawls' }, ...rows),
          mayChange && desk.isLocal
            ? recordForm(
                desk.files.topics().map(({ id }) => id),
                desk.crawls.ids(),
              )
            : null,
        ),
        now: Date.now(),
        mayChange,
      });
    },
  }),
  route({
    method: 'POST',
    path: '/record',
    role: 'all',
    summary: 'Browse a web and record which pages are relevant.',
    body: z.strictObject({
      topic: z.string().min(1).max(500),
      web: z.string().max(500).default(''),
      contact: z.string().max(300).default(''),
    }),
    work: (asked) => record(asked, asked.body),
  }),
];

async function row(id: string, path: string, mayChange: boolean, isLocal: boolean): Promise<VNode> {
  let topic: Topic;
  let check: TopicCheck;
  try {
    topic = loadTopic(path);
    check = await checkTopic(topic);
  } catch (error) {
    if (!(error instanceof ForageError)) throw error;
    return el.li(
      { class: 'panel' },
      el.h2(null, id),
      ...error.message.split('\n').map((line) => el.p({ class: 'tag bad' }, line)),
    );
  }
  return el.li(
    { class: 'panel' },
    el.h2({ dir: 'auto' }, topic.title),
    el.p({ class: 'note small' }, id),
    el.p(null, check.has.filter((one) => !one.startsWith('0 ')).join(', ')),
    topic.wanted === undefined ? null : el.p({ dir: 'auto' }, topic.wanted),
    topic.unwanted === undefined ? null : el.p({ dir: 'auto' }, el.b(null, 'Not: '), topic.unwanted),
    topic.rules === undefined
      ? null
      : el.ul({ class: 'rules' }, ...topic.rules.map((rule) => el.li({ dir: 'auto' }, rule))),
    ...check.faults.map((fault) => el.p({ class: 'tag bad' }, fault)),
    ...check.hints.map((hint) => el.p({ class: 'note small' }, hint)),
    el.p({ class: 'note' }, `${check.recipes.ready.length} recipes are ready for it.`),
    mayChange && isLocal && check.faults.length === 0
      ? el.a({ class: 'button', href: `/new?topic=${encodeURIComponent(id)}` }, 'Crawl for it')
      : null,
  );
}

function recordForm(topics: readonly string[], crawls: readonly string[]): VNode | null {
  if (topics.length === 0) return null;
  const option = (id: string): VNode => el.option({ value: id }, id);
  return el.section(
    { class: 'panel', 'aria-labelledby': 'h-record' },
    el.h2({ id: 'h-record' }, 'Browse to train'),
    el.p(
      { class: 'note' },
      'Browse the Web, or what a crawl has stored, and say of each page whether it is relevant. Recipes that learn from paths (crete/j) learn from the log.',
    ),
    el.form(
      { class: 'fields', method: 'post', action: '/record' },
      el.label({ for: 'r-topic' }, 'Topic'),
      el.select({ id: 'r-topic', name: 'topic' }, ...topics.map(option)),
      el.label({ for: 'r-web' }, 'Where'),
      el.select(
        { id: 'r-web', name: 'web' },
        ...crawls.map(option),
        el.option({ value: '' }, 'the live Web'),
      ),
      el.label({ for: 'r-contact' }, 'Your contact, for the live Web'),
      el.input({ id: 'r-contact', name: 'contact', defaultValue: process.env.FORAGE_CONTACT ?? '' }),
      el.button({ class: 'main' }, 'Browse'),
    ),
  );
}

/** The recorder is a page of its own, on loopback, with an origin of its own. */
function record(
  { desk }: Pick<Asked, 'desk'>,
  { topic, web, contact }: { topic: string; web: string; contact: string },
) {
  if (!desk.isLocal)
    throw new ForageError('USAGE', 'Browsing to train works only in a browser on the same machine.');
  const path = desk.files.find('topics', topic);
  const log = join(desk.crawls.folder, `${loadTopic(path).name}-browsing.yaml`);
  const job = desk.jobs.begin({
    kind: 'record',
    of: topic,
    args: [
      'topic',
      'record',
      path,
      `--out=${log}`,
      ...(web === '' ? [] : [`--web=${desk.crawls.pathOf(web)}`]),
      ...(contact === '' ? [] : [`--contact=${contact}`]),
    ],
    result: () => ({ log }),
  });
  return { status: 303, headers: { location: `/jobs/${job.id}` } };
}

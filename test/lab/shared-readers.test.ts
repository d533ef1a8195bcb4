/** One thread for all runs of a web: it reads as the threads of any crawl, and once. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ReadingTask, startReaders } from '../../src/crawl/readers/readers.ts';
import { SharedReaders } from '../../src/lab/shared-readers.ts';
import { prepareRecipe } from '../../src/recipe/prepare.ts';
import { findRecipe } from '../../src/recipe/registry.ts';
import { topicSchema } from '../../src/topic/topic.ts';
import type { Answered } from '../../src/web/web.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import { type WholeWeb, wholeWeb } from '../recipe/every/whole-web.ts';

let whole: WholeWeb;
let shared: SharedReaders;
let answers: Answered[];
beforeAll(async () => {
  whole = await wholeWeb(join(newFolder(), 'whole'));
  shared = new SharedReaders(whole.web);
  const fetched = await Promise.all([...whole.web.urls()].map((url) => whole.web.fetch({ url })));
  answers = fetched.filter((one) => one.ok).filter(({ status }) => status === 200);
});
afterAll(async () => {
  await shared.close();
  await whole.web.close();
  removeFolders();
});

function taskOf(name: string): ReadingTask {
  const topic = topicSchema.parse(whole.topic);
  const options = { urlRules: {}, warc: false, obeysPageRules: true, language: 'en', model: 1 };
  return { topic, recipe: prepareRecipe(findRecipe(name), {}, topic), models: {}, options };
}

it('pages are returned whole before the first run begins, as examples to learn from', async () => {
  expect(await shared.page(answers[0]!, { urlRules: {} })).toMatchObject({ url: answers[0]!.url });
});

it('every run gets what a crawl of its own would read, bytes or no bytes', async () => {
  for (const name of ['best-first/page+anchor', 'crete/f', 'best-first/page+anchor']) {
    const task = taskOf(name);
    const own = startReaders(0);
    own.begin(task);
    const run = shared.forRun();
    run.begin(task);
    for (const answer of answers) {
      const bytes = shared.remembers(answer.url) ? new Uint8Array(answer.body.length) : answer.body;
      const reading = await run.read({ ...answer, wire: bytes, body: bytes });
      expect(reading).toMatchObject(await own.read(answer));
    }
    expect(answers.every(({ url }) => shared.remembers(url))).toBe(true);
  }
});

it('a page that is read again is charged its time, and is returned whole if requested', async () => {
  const { url } = answers.find((one) => one.url.endsWith('/page-3.html'))!;
  const before = shared.sparedMs;
  const page = await shared.pageAt(url);
  expect(page!.links.map((link) => link.url)).toContain('http://sky.test/course/4/page-4.html');
  expect(shared.sparedMs).toBeGreaterThan(before);
  expect(await shared.pageAt('http://sky.test/nowhere')).toBeUndefined();
});

it('a task that no reader can be made for fails its own run and no other', async () => {
  const examples = { relevant: ['http://a.test/1'], irrelevant: ['http://b.test/'] };
  const topic = topicSchema.parse({ ...(whole.topic as object), examples });
  const recipe = prepareRecipe(findRecipe('best-first/naive-bayes'), {}, topic);
  const broken = shared.forRun();
  broken.begin({ ...taskOf('breadth-first'), topic, recipe, models: { judge: { nonsense: 1 } } });
  await expect(broken.read(answers[0]!)).rejects.toThrow(/missing or damaged/);
  const next = shared.forRun();
  next.begin(taskOf('best-first/page'));
  for (const answer of answers) expect(await next.read(answer)).toMatchObject({ model: 1 });
});

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import { forageHere } from './forage-here.ts';

afterAll(removeFolders);

/** Ten texts of each class that share no word. */
function topicIn(folder: string): string {
  const words = { relevant: 'comet orbit tail nucleus', irrelevant: 'rose soil hedge compost' };
  for (const [kind, text] of Object.entries(words)) {
    mkdirSync(join(folder, kind));
    for (let i = 0; i < 10; i++)
      writeFileSync(join(folder, kind, `${i}.txt`), `${text} ${text.split(' ')[i % 4]} number${i}`);
  }
  const path = join(folder, 'topic.yaml');
  writeFileSync(path, 'name: comets\nexamples: { relevant: [relevant], irrelevant: [irrelevant] }\n');
  return path;
}

it('topic test trains a judge without a crawl and reports how it does', async () => {
  const folder = newFolder();
  const topic = topicIn(folder);
  const { out, code } = await forageHere(['topic', 'test', topic, '--contact', 'me@example.org', '--json'], {
    cwd: folder,
  });
  expect(code).toBe(0);
  const { quality, tried, curve, scores } = JSON.parse(out);
  expect(quality).toMatchObject({ f1: 1, relevant: 10, irrelevant: 10 });
  expect(scores.relevant).toHaveLength(10);
  expect(tried.setting).toBe('judge.c');
  expect(tried.rows.map(({ value }: { value: number }) => value)).toEqual([0.001, 0.01, 0.1, 1, 10, 100]);
  for (const { supportVectors } of tried.rows) expect(supportVectors).toBeGreaterThan(1);
  // Two of each class are too few to hold any out.
  expect(curve.map(({ relevant }: { relevant: number }) => relevant)).toEqual([4, 6, 8, 10]);
});

it('topic test names the keywords that are as common among irrelevant examples', async () => {
  const folder = newFolder();
  const topic = topicIn(folder);
  for (const kind of ['relevant', 'irrelevant'])
    for (let i = 0; i < 8; i++) appendFileSync(join(folder, kind, `${i}.txt`), ' telescopes');
  appendFileSync(topic, 'keywords: [comet AND orbit, telescope, rose: -1, soil]\n');
  const test = ['topic', 'test', topic, '--contact', 'me@example.org', '--set', 'c=1', '--try', 'c=1'];
  const { out } = await forageHere([...test, '--words', '9'], { cwd: folder });
  const [, named] = out.split('Keywords that do not tell these examples apart');
  expect(named).toMatch(/telescope +8 +8\n/);
  expect(named).toMatch(/soil +0 +10\n/);
  expect(named).not.toMatch(/comet AND|rose:/);
  // Counted by hand: each word of a class once in its ten texts, and once more in two or three of them.
  expect(named).toMatch(/comet +13 +10 +0 +0\n/);
  expect(named).toMatch(/soil +0 +0 +13 +10\n/);
  expect(named).toMatch(/number +10 +10 +10 +10\n/);
});

it('topic test says what a topic lacks', async () => {
  const folder = newFolder();
  const path = join(folder, 'topic.yaml');
  writeFileSync(path, 'name: comets\nkeywords: [comet]\n');
  const { err, code } = await forageHere(['topic', 'test', path, '--contact', 'me@example.org'], {
    cwd: folder,
  });
  expect(code).toBe(1);
  expect(err).toContain('needs');
});

/** What topic check looks at: everything that a crawl will look at. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import { forageHere } from './forage-here.ts';

const cwd = newFolder();
afterAll(removeFolders);

const write = (name: string, text: string | Uint8Array) => writeFileSync(join(cwd, name), text);
const check = (text: string, ...flags: string[]) => {
  write('topic.yaml', `name: t\nseeds: ["http://a.test/"]\n${text}`);
  return forageHere(['topic', 'check', 'topic.yaml', ...flags], { cwd });
};

it('counts the files of a folder and the URLs of a list, and names what cannot be read', async () => {
  mkdirSync(join(cwd, 'pages'));
  for (const n of [1, 2, 3]) write(`pages/${n}.txt`, `Owls of kind ${n} roost in barns.`);
  write('pages/report.docx', Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0, 1, 2, 0xff]));
  write('others.txt', 'http://a.test/1\nhttp://a.test/2\n');
  const ran = await check('keywords: [owl]\nexamples: { relevant: [pages], irrelevant: others.txt }\n');
  expect(ran).toMatchObject({ code: 0, err: '' });
  expect(ran.out).toContain('1 keyword, 0 genre terms, 0 content terms, 1 seed, 3 relevant examples, 2 irr');
  expect(ran.out).toMatch(/The example .*report\.docx is left out: /);
});

it('fails for a folder that is empty or missing, as the crawl would', async () => {
  mkdirSync(join(cwd, 'empty'));
  const ran = await check('keywords: [owl]\nexamples: { relevant: [empty, gone] }\n');
  expect(ran.code).toBe(1);
  expect(ran.err).toMatch(/examples\.relevant: The folder .*empty has no file that could be an example/);
  expect(ran.err).toMatch(/examples\.relevant: .*gone does not exist/);
});

it('reads the browsing log', async () => {
  write(
    'log.yaml',
    'visits:\n  - { url: "http://a.test/", relevant: false }\n  - { url: "http://a.test/b", relevant: true, from: 0 }\n',
  );
  expect((await check('browsingLog: log.yaml\n')).out).toContain('2 logged visits (1 relevant)');
  const missing = await check('browsingLog: nolog.yaml\n');
  expect(missing.code).toBe(1);
  expect(missing.err).toMatch(/browsingLog: There is no file .*nolog\.yaml/);
});

it('reads the ontology, and names keywords that it lacks', async () => {
  write('tropics.tsv', 'dengue\tis-a\tdisease\nmalaria\tis-a\tdisease\n');
  const ran = await check('keywords: [dengue, rose]\nontology: tropics.tsv\n');
  expect(ran.out).toContain('an ontology of 3 concepts');
  expect(ran.out).toContain('ontology: it does not have rose; this keyword is like no other word.');
  const missing = await check('keywords: [dengue]\nontology: none.tsv\n');
  expect(missing.code).toBe(1);
  expect(missing.err).toMatch(/ontology: There is no file .*none\.tsv/);
});

it('fails for keywords with which no page could be relevant, and mentions those that judges ignore', async () => {
  const stops = await check('keywords: [the, of the]\n');
  expect(stops.code).toBe(1);
  expect(stops.err).toContain('keywords: "the", "of the": these are stop words');
  const against = await check('keywords: { horoscope: -2 }\n');
  expect(against.code).toBe(1);
  expect(against.err).toContain('all weights are negative or 0');
  const some = await check('keywords: [the, owl]\n');
  expect(some).toMatchObject({ code: 0, err: '' });
  expect(some.out).toContain('keywords: "the": stop words, which judges ignore.');
  // "der" is a word in English and a stop word in German.
  expect((await check('language: de\nkeywords: [der]\n')).code).toBe(1);
});

it('says for which recipes the topic is ready, and what a named one lacks', async () => {
  const ran = await check('keywords: [owl]\n');
  expect(ran.out).toMatch(/Ready for \d+ recipes: breadth-first, depth-first, random, …/);
  expect(ran.out).toMatch(/\d+ others need examples: /);
  const one = await check('keywords: [owl]\n', '--recipe', 'lund/svm');
  expect(one.code).toBe(1);
  expect(one.err).toContain('Recipe "lund/svm" needs examples');
  expect(one.err).toContain('forage crawl topic.yaml --recipe breadth-first --pages 200 --out t-others');
  expect((await check('keywords: [owl]\n', '--recipe', 'crete/d')).out).toContain(
    'It has what crete/d needs.',
  );
});

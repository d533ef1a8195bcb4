/** A topic from a sentence, documents and an earlier crawl, as a file that can be edited and crawled with. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadTopic, parseTopic } from '../../src/topic/load.ts';
import { look, newFolder, page, prose, removeFolders, type SmallWeb, smallWeb } from '../crawl/small-web.ts';
import { forageHere } from './forage-here.ts';

const cwd = newFolder();
let web: SmallWeb;
let live: string[];
const run = (...args: string[]) => forageHere(args, { cwd });

beforeAll(async () => {
  const vole = 'Barn owls eat voles. The barn owl swallows a vole whole. ';
  web = await smallWeb({
    'birds.test/': page({ '/diet': 'what they eat', '/nest': 'nests', '/cars': 'cars' }, prose('start')),
    'birds.test/diet': page(['/more'], `${vole.repeat(4)} ${prose('diet', 20)}`),
    'birds.test/more': page([], `${vole.repeat(5)} A vole for every barn owl. ${prose('more', 20)}`),
    'birds.test/nest': page([], `The barn owl nests in barns; barn owls nest here. ${prose('nest', 20)}`),
    'birds.test/cars': page([], `Cars and engines. ${prose('cars')}`),
  });
  live = ['--contact', 'test@example.org', '--connect-to', `*.test=127.0.0.1:${web.port}`];
  live.push('--delay', '1', '--threads', '0', '-c', '1');
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

it('a sentence and a seed are enough to crawl, and what was understood is kept as a topic file', async () => {
  const ran = await run('crawl', 'barn owls and what they eat', '--seed', 'http://birds.test/', ...live);
  expect(ran).toMatchObject({ code: 0, err: '' });
  expect(ran.out).toContain('Looking for: barn owl, eat, ');
  const folder = join(cwd, 'barn-owls-and-what-they-eat');
  expect(look(folder, (read) => read.pageByUrl('http://birds.test/diet')?.relevant)).toBe(true);
  expect(look(folder, (read) => read.pageByUrl('http://birds.test/cars')?.relevant)).toBe(false);
  const text = readFileSync(join(folder, 'topic.yaml'), 'utf8');
  expect(text).toMatch(/^ {2}- barn owl +# the sentence$/m);
  expect(text).toMatch(/^# required:\n# {3}- - barn owl/m);
  expect(loadTopic(join(folder, 'topic.yaml'))).toMatchObject({
    title: 'barn owls and what they eat',
    seeds: ['http://birds.test/'],
  });

  const without = await run('crawl', 'barn owls and what they eat', ...live);
  expect(without.code).toBe(2);
  expect(without.err).toContain('forage crawl "barn owls and what they eat" --seed https://example.org/');

  // Words that the pages of that crawl use together with those of the sentence.
  const again = await run('topic', 'new', 'barn owls', '--crawl', folder);
  expect(again.out).toMatch(/- vole: 0\.\d+ +# pages of .*: on 2 of 3/);
});

it('documents and pages become examples, and unwanted words count against a page', async () => {
  mkdirSync(join(cwd, 'papers'));
  for (const n of [1, 2, 3])
    writeFileSync(
      join(cwd, 'papers', `${n}.txt`),
      `The kestrel hovers. It hovers again. ${prose(`paper ${n}`, 300)}`,
    );
  const made = await run(
    ...['topic', 'new', 'falcon: 2, kestrel', '--docs', 'papers', '--not', 'falcon racing teams'],
    ...['--like', 'http://birds.test/falcon', '--name', 'falcons', '--language', 'en'],
  );
  expect(made).toMatchObject({ code: 0, err: '' });
  const topic = parseTopic(made.out);
  const weightOf = (word: string) => topic.keywords.find(({ term }) => term === word)?.weight;
  expect(topic).toMatchObject({
    name: 'falcons',
    seeds: ['http://birds.test/falcon'],
    examples: { relevant: ['http://birds.test/falcon', 'papers'], irrelevant: [] },
    unwanted: 'falcon racing teams',
  });
  expect([weightOf('falcon'), weightOf('kestrel'), weightOf('team')]).toEqual([2, 1, -0.5]);
  expect(made.out).toMatch(/- hovers: 0\.5 +# your documents: on 3 of 3/);
  const nothing = await run('topic', 'new');
  expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining('Say what you look for')]);
});

it('a page without a term of every required group does not count, and says so; its links are followed', async () => {
  writeFileSync(
    join(cwd, 'strict.yaml'),
    'name: strict\nkeywords: [barn owl]\nrequired: [[owl, owls], [vole, mouse]]\nseeds: [http://birds.test/]\n',
  );
  expect((await run('crawl', 'strict.yaml', ...live)).code).toBe(0);
  const at = (path: string) =>
    look(join(cwd, 'strict'), (read) => read.pageByUrl(`http://birds.test${path}`));
  expect(at('/diet')).toMatchObject({ relevant: true });
  expect(at('/nest')).toMatchObject({ relevant: false });
  expect(at('/nest')?.why[0]).toBe('required: vole or mouse');
  const wrong = () => parseTopic('name: a\nrequired: [[]]\n');
  expect(wrong).toThrow(/required/);
});

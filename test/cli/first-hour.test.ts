/** What a new user types first: a crawl without a topic file, a topic file made by asking, a crawl without keywords. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askForTopic } from '../../src/cli/init.ts';
import { openQuestions } from '../../src/cli/questions.ts';
import { loadTopic } from '../../src/topic/load.ts';
import { newTopic } from '../../src/topic/new-topic.ts';
import { newFolder, page, prose, removeFolders, type SmallWeb, smallWeb } from '../crawl/small-web.ts';
import { forageHere } from './forage-here.ts';

const cwd = newFolder();
let web: SmallWeb;
let live: string[];
const run = (...args: string[]) => forageHere(args, { cwd });
const owl = 'The barn owl roosts in barns; the pellet of a barn owl shows what the owl eats. ';

beforeAll(async () => {
  web = await smallWeb({
    'birds.test/': page({ '/owl': 'more', '/garden': 'garden' }, prose('start')),
    'birds.test/owl': page([], owl.repeat(3)),
    'birds.test/garden': page([], prose('garden')),
    'other.test/': page([], prose('other')),
  });
  live = ['--contact', 'test@example.org', '--connect-to', `*.test=127.0.0.1:${web.port}`];
  live.push('--delay', '1', '--threads', '0');
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

describe('crawl without a topic file', () => {
  it('takes a language, by which pages count', async () => {
    const german =
      'Die Eule fliegt in der Nacht und schläft am Tag in der Scheune, wo sie ihre Jungen aufzieht. ';
    const eule = await smallWeb({ 'eule.test/': page([], german.repeat(4)) });
    const args = ['crawl', '--seed', 'http://eule.test/', '--keywords', 'Eule', '--threads', '0'];
    args.push('--contact', 'test@example.org', '--connect-to', `*.test=127.0.0.1:${eule.port}`);
    expect((await run(...args, '--language', 'de', '--out', 'eule-de')).out).toContain(
      '1 of 1 pages called relevant',
    );
    expect(loadTopic(join(cwd, 'eule-de', 'topic.yaml')).language).toBe('de');
    expect((await run(...args, '--language', 'en', '--out', 'eule-en')).out).toContain(
      '0 of 1 pages called relevant',
    );
    expect(await run(...args, '--language', 'xx', '--out', 'eule-xx')).toMatchObject({ code: 2 });
    await eule.close();
  });

  it('takes seeds and keywords from flags, names the folder after them and keeps the topic there', async () => {
    writeFileSync(join(cwd, 'more.txt'), '# one more\nhttp://other.test/\n');
    const ran = await run(
      ...['crawl', '--seed', 'http://birds.test/', '--seed', 'more.txt'],
      ...['--keywords', 'barn owl: 2, pellet', ...live],
    );
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toContain('Crawling barn owl, pellet with adaptive into barn-owl');
    expect(ran.out).toMatch(/of 4 pages called relevant/);
    expect(loadTopic(join(cwd, 'barn-owl', 'topic.yaml'))).toEqual({
      name: 'barn-owl',
      title: 'barn owl, pellet',
      keywords: [
        { term: 'barn owl', weight: 2 },
        { term: 'pellet', weight: 1 },
      ],
      genre: [],
      content: [],
      urlTerms: [],
      seeds: ['http://birds.test/', 'http://other.test/'],
      examples: { relevant: [], irrelevant: [] },
    });
    const spaced = [
      'crawl',
      '--seed',
      'http://birds.test/',
      '--keywords',
      'comet',
      ...live,
      '--out',
      'my owls',
    ];
    const closing = (await run(...spaced)).out;
    expect(closing).toContain('  forage status "my owls" ');
    expect(closing).toContain('forage seeds add "my owls" URL, then forage resume "my owls")');
    const resumed = await run('resume', 'barn-owl');
    expect(resumed).toMatchObject({ code: 0, err: '' });
    expect(resumed.out).not.toContain('Topic or recipe changed');
    const { out } = await run('resume', 'barn-owl', '--pages', '1');
    expect(out).toContain('Stopped: the budget of 1 pages is used up.');
    // Twice the budget would be used up, too.
    expect(out).toContain('forage resume barn-owl --pages 8 ');
  });

  it('takes keywords separated by semicolons, too: a word that has one would be on no page', async () => {
    const flags = ['--keywords', 'owl: 3; barn owl,pellet', '--seed', 'http://birds.test/'];
    expect((await run('init', 'semicolons.yaml', '--title', 'Owls', ...flags)).code).toBe(0);
    expect(loadTopic(join(cwd, 'semicolons.yaml')).keywords).toEqual([
      { term: 'owl', weight: 3 },
      { term: 'barn owl', weight: 1 },
      { term: 'pellet', weight: 1 },
    ]);
  });

  it('adds seeds and keywords of flags to those of a topic file', async () => {
    writeFileSync(join(cwd, 'both.yaml'), 'name: both\nkeywords: [owl]\nseeds: ["http://birds.test/owl"]\n');
    const ran = await run(
      ...['crawl', 'both.yaml', '--seed', 'http://other.test/', '--keywords', 'pellet', ...live],
    );
    expect(ran.out).toMatch(/of 2 pages called relevant/);
    expect(readFileSync(join(cwd, 'both', 'crawl.yaml'), 'utf8')).toContain('term: pellet');
  });

  it('needs no keywords to follow links in the order found: pages are collected, not judged', async () => {
    const ran = await run(
      ...['crawl', '--seed', 'http://birds.test/', '--recipe', 'breadth-first', '--out', 'plain', ...live],
    );
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toContain('The topic has no keywords: pages are collected, not judged.');
    expect(ran.out).toContain('3 pages, not judged in');
    expect(ran.out).not.toContain('%');
    const status = await run('status', 'plain');
    expect(status.out).toContain('3 pages, not judged, ');
    expect(status.out).not.toContain('%');
    const shown = await run('show', 'plain', 'http://birds.test/owl');
    expect(shown.out).toContain('not judged: the topic gives nothing to judge by');
    expect(shown.out).not.toMatch(/scored 0|score /);
    const again = await run('judge', 'plain');
    expect(again.code).toBe(1);
    expect(again.err).toContain('forage judge plain --topic TOPIC');
    writeFileSync(join(cwd, 'owls.yaml'), 'name: owls\nkeywords: [barn owl, pellet]\n');
    await run('judge', 'plain', '--topic', 'owls.yaml', '--threads', '0');
    expect((await run('status', 'plain')).out).toMatch(/of 3 pages called relevant/);
  });

  it.each(['depth-first', 'random', 'crete/a', 'importance/page-rank'])(
    '%s crawls without keywords, too',
    async (recipe) => {
      const out = recipe.replace('/', '-');
      const ran = await run(
        ...['crawl', '--seed', 'http://birds.test/', '--recipe', recipe, '--out', out, ...live, '-q'],
      );
      expect(ran).toMatchObject({ code: 0, err: '' });
      expect(ran.out).toContain('3 pages, not judged');
    },
  );
});

it.each([
  'https://birds.test/owl',
  'birds.test/owl',
  'http://birds.test/owl/',
  'BIRDS.test/owl/',
  'birds.test',
])('show finds the page of %s', async (url) => {
  const shown = await run('show', 'barn-owl', url);
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(shown.out).toContain(url === 'birds.test' ? 'http://birds.test/\n' : 'http://birds.test/owl\n');
});

it('what a recipe lacks comes with commands that get it: from documents alone to a crawl that has learnt', async () => {
  const pages = join(cwd, 'documents');
  mkdirSync(pages);
  for (let i = 0; i < 12; i++)
    writeFileSync(join(pages, `${i}.txt`), `${owl.repeat(2)} ${prose(`document ${i}`, 20)}`);
  const topic = 'name: journey\nseeds: ["http://birds.test/"]\nexamples:\n  relevant: [documents]\n';
  writeFileSync(join(cwd, 'journey.yaml'), topic);
  const refused = await run('crawl', 'journey.yaml', '--recipe', 'darmstadt/url-tokens', ...live);
  expect(refused.code).toBe(1);
  const [, crawl, others] = /: (forage crawl .*?) && (forage export .*?), then/.exec(refused.err) ?? [];
  const typed = (command: string) => command.replace('TOPIC', 'journey.yaml').split(' ').slice(1);
  expect(await run(...typed(crawl!), ...live)).toMatchObject({ code: 0, err: '' });
  expect(await run(...typed(others!))).toMatchObject({ code: 0 });
  const [, line] = /then write (irrelevant: .*)/.exec(refused.err) ?? [];
  writeFileSync(join(cwd, 'journey.yaml'), `${topic}  ${line}\n`);
  const ran = await run('crawl', 'journey.yaml', '--recipe', 'darmstadt/url-tokens', ...live, '-q');
  expect(ran.code).toBe(0);
  expect(ran.out).toContain('of 3 pages called relevant');
});

describe('init', () => {
  it('writes a topic file from flags that has what was asked for, and explains itself', async () => {
    const ran = await run(
      ...['init', 'made.yaml', '--title', 'Barn owls: nests', '--keywords', 'barn owl: 3, "odd" #word'],
      ...['--seed', 'http://birds.test/?a=1#b', '--language', 'en'],
    );
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toContain('forage crawl made.yaml');
    expect(loadTopic(join(cwd, 'made.yaml'))).toMatchObject({
      name: 'barn-owls-nests',
      title: 'Barn owls: nests',
      language: 'en',
      keywords: [
        { term: 'barn owl', weight: 3 },
        { term: '"odd" #word', weight: 1 },
      ],
      seeds: ['http://birds.test/?a=1#b'],
    });
    expect(readFileSync(join(cwd, 'made.yaml'), 'utf8')).toMatch(/^# .*\n[\s\S]*# examples:/);
  });

  it('never overwrites a file', async () => {
    writeFileSync(join(cwd, 'mine.yaml'), 'mine');
    const ran = await run('init', 'mine.yaml', '--keywords', 'owl');
    expect(ran.code).toBe(2);
    expect(ran.err).toContain('mine.yaml exists and is left alone');
    expect(readFileSync(join(cwd, 'mine.yaml'), 'utf8')).toBe('mine');
    expect((await run('init', '--name', 'mine', '--keywords', 'owl')).code).toBe(2);
  });

  it('says in words why the file cannot be written', async () => {
    const ran = await run(
      'init',
      join('nowhere', 'mine.yaml'),
      '--keywords',
      'owl',
      '--seed',
      'http://birds.test/',
    );
    expect(ran.code).toBe(1);
    expect(ran.err).toContain('mine.yaml cannot be written: there is no folder nowhere. Create it first');
    expect(ran.err).not.toContain('ENOENT');
  });

  it('asks for each part, and again for what it cannot use', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const questions = openQuestions({ input, output });
    input.end(
      [
        '?',
        'Eulen in Scheunen',
        ' , ',
        'Schleiereule: 3, Gewölle',
        'birds.test',
        'http://birds.test/ http://other.test/',
        'deutsch',
        'de',
        '',
      ].join('\n'),
    );
    const topic = newTopic(await askForTopic(questions));
    questions.close();
    expect(topic).toMatchObject({
      name: 'eulen-in-scheunen',
      language: 'de',
      keywords: [
        { term: 'Schleiereule', weight: 3 },
        { term: 'Gewölle', weight: 1 },
      ],
      seeds: ['http://birds.test/', 'http://other.test/'],
    });
    const said = String(output.read());
    expect(said).toContain('A title has at least one letter.');
    expect(said).toContain('Did you mean https://birds.test/?');
    expect(said).toContain('A language is its two-letter code');
  });

  it('that is cancelled says so', async () => {
    const input = new PassThrough();
    const questions = openQuestions({ input, output: new PassThrough() });
    input.end('Owls\n');
    await expect(askForTopic(questions)).rejects.toThrow('Cancelled');
  });
});

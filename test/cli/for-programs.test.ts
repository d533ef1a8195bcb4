/** What commands offer to programs: their description as JSON, chosen fields, and dry runs that write nothing. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { outputs } from '../../src/cli/outputs.ts';
import { crawl } from '../../src/crawl/start.ts';
import { newFolder, prose, removeFolders, type SmallWeb, smallWeb } from '../crawl/small-web.ts';
import { forageHere } from './forage-here.ts';

const cwd = newFolder();
let web: SmallWeb;

beforeAll(async () => {
  web = await smallWeb(
    {
      'owls.test/': `<title>Owls</title><meta name=author content="Ann Aster"><p>owl ${prose('a')}</p><a href=/b>barn owl</a>`,
      'owls.test/b': `<title>Barn owl</title><p>barn owl ${prose('b')}</p>`,
    },
    { threads: 0 },
  );
  const topic = { name: 'owls', keywords: ['owl'], seeds: ['http://owls.test/'] };
  const settings = { ...web.settings, recipe: 'best-first/page+anchor', concurrency: 1 };
  await crawl({ topic, out: join(cwd, 'owls'), settings }).finished;
  writeFileSync(join(cwd, 'owls.yaml'), 'name: new-owls\nkeywords: [owl]\nseeds: [http://owls.test/]\n');
  mkdirSync(join(cwd, 'documents'));
  writeFileSync(join(cwd, 'documents', 'a.txt'), `owl ${prose('c', 200)}`);
});
afterAll(async () => {
  await web?.close();
  removeFolders();
});

const run = (...args: string[]) => forageHere(args, { cwd });
const linesOf = (out: string): unknown[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Every file with its content; of SQLite's own index of its log, which readers touch, only that it is there. */
function snapshot(folder: string): string {
  const hash = createHash('sha256');
  for (const name of (readdirSync(folder, { recursive: true }) as string[]).sort()) {
    const path = join(folder, name);
    if (statSync(path).isFile() && !/-(shm|wal)$/.test(name))
      hash.update(`${name}\n`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

describe('--schema', () => {
  it.each(commands.map(({ name }) => name))(
    'forage %s describes itself, with every flag of its help',
    async (name) => {
      const { out, code } = await run(name, '--schema');
      expect(code).toBe(0);
      const told = JSON.parse(out) as {
        command: string;
        options: { flags: string }[];
        subcommands: unknown[];
        examples: string[];
      };
      expect(told.command).toBe(`forage ${name}`);
      expect(told.examples.length).toBeGreaterThan(0);
      const help = (await run(name, '--help')).out;
      for (const [, flag] of help.split('\nExamples:')[0]!.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm))
        if (flag !== '--help') expect(JSON.stringify(told.options), `${name} ${flag}`).toContain(flag);
    },
  );

  it('describes one command below another, and all of them at once', async () => {
    expect(JSON.parse((await run('seeds', 'add', '--schema')).out)).toMatchObject({
      command: 'forage seeds add',
      arguments: [{ name: 'crawl', isRequired: true }, { isList: true }],
      options: expect.arrayContaining([expect.objectContaining({ name: 'dryRun', takes: 'nothing' })]),
    });
    const all = JSON.parse((await run('--schema')).out) as { commands: unknown[] };
    expect(all.commands).toHaveLength(commands.length);
  });

  it.each([
    ['search', ['search', 'owls', 'owl', '--json']],
    ['show', ['show', 'owls', 'http://owls.test/', '--json']],
    ['follow', ['follow', 'owls']],
    ['export', ['export', 'owls', '--text']],
    ['set', ['set', 'owls', 'concurrency=3', '--json', '--dry-run']],
    ['label', ['label', 'owls', 'http://owls.test/', 'unsure', '--json']],
  ])('what forage %s prints has the shape that it describes', async (name, args) => {
    const { out, code } = await run(...args);
    expect(code).toBe(0);
    const lines = linesOf(out);
    expect(lines.length).toBeGreaterThan(0);
    if (outputs[name]!.per === 'object') expect(lines).toHaveLength(1);
    for (const line of lines) expect(outputs[name]!.shape.safeParse(line).error).toBeUndefined();
  });
});

describe('--fields', () => {
  it('prints these alone, also of objects in objects and lists, and means --json', async () => {
    expect(linesOf((await run('search', 'owls', 'barn owl', '--fields', 'url,title')).out)).toEqual([
      { url: 'http://owls.test/b', title: 'Barn owl' },
    ]);
    expect(
      linesOf(
        (await run('show', 'owls', 'http://owls.test/', '--fields', 'page.about.authors,links.anchor')).out,
      ),
    ).toEqual([{ page: { about: { authors: ['Ann Aster'] } }, links: [{ anchor: 'barn owl' }] }]);
    expect(linesOf((await run('export', 'owls', '--fields', 'url,about.authors')).out)).toEqual([
      { url: 'http://owls.test/', about: { authors: ['Ann Aster'] } },
      { url: 'http://owls.test/b' },
    ]);
    expect(linesOf((await run('follow', 'owls', '--fields', 'title')).out)).toEqual([
      { title: 'Owls' },
      { title: 'Barn owl' },
    ]);
  });

  it('says which fields there are if one is misspelt, and is forgotten by the next command', async () => {
    const { err } = await run('search', 'owls', 'owl', '--fields', 'titel');
    expect(err).toContain('There is no field "titel" here; did you mean "title"?');
    expect(
      Object.keys(linesOf((await run('search', 'owls', 'owl', '--json')).out)[0] as object).length,
    ).toBeGreaterThan(4);
    expect(await run('export', 'owls', '--format', 'csv', '--fields', 'url')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--fields is for jsonl'),
    });
  });
});

describe('--dry-run', () => {
  const writing: [string, string, ...string[]][] = [
    ['crawl', 'owls.yaml', '--contact', 'a@example.org'],
    ['grow', 'documents', '--seed', 'http://owls.test/', '--pages', '5', '--contact', 'a@example.org'],
    ['init', 'bats.yaml', '--keywords', 'bat', '--seed', 'http://bats.test/'],
    ['resume', 'owls', '--pages', '100'],
    ['recrawl', 'owls', '--budget', '5'],
    ['label', 'owls', 'http://owls.test/', 'no'],
    ['set', 'owls', 'concurrency=3'],
    ['seeds', 'add', 'owls', 'http://bats.test/'],
    ['export', 'owls', '--out', 'pages.jsonl'],
    ['repair', 'owls'],
  ];

  it.each(writing)('forage %s %s says what it would do, and changes nothing', async (...args) => {
    const before = snapshot(cwd);
    const asked = web.log.length;
    const { out, err, code } = await run(...args, '--dry-run');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Nothing was written\. It would .+\.\n/);
    expect(snapshot(cwd)).toBe(before);
    expect(web.log.length).toBe(asked);
  });

  it('finds what is wrong, and is said as JSON where JSON was asked for', async () => {
    expect(await run('set', 'owls', 'concurency=3', '--dry-run')).toMatchObject({
      code: 2,
      err: expect.stringContaining('concurrency'),
    });
    expect(await run('crawl', 'nothing.yaml', '--dry-run')).toMatchObject({ code: 1, out: '' });
    const { out } = await run('set', 'owls', 'concurrency=3', '--dry-run', '--json');
    expect(JSON.parse(out)).toMatchObject({ dryRun: true, concurrency: { from: 1, to: 3 } });
  });
});

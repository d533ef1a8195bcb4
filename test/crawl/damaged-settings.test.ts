/** A crawl whose crawl.yaml is damaged: every command says where, and what to do next. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crawl } from '../../src/index.ts';
import { forageHere } from '../cli/forage-here.ts';
import { newFolder, removeFolders, type SmallWeb, smallWeb } from './small-web.ts';

let web: SmallWeb;
let cwd: string;
let yaml: string;

beforeAll(async () => {
  web = await smallWeb({ 'a.test/': '<title>Comets</title><p>A comet is here.' }, { threads: 0 });
  cwd = newFolder();
  const topic = { name: 'stars', keywords: ['comet'], seeds: ['http://a.test/'] };
  await crawl({ topic, out: join(cwd, 'whole'), settings: web.settings }).finished;
  yaml = readFileSync(join(cwd, 'whole', 'crawl.yaml'), 'utf8');
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

function damaged(contents: string | Buffer): string {
  rmSync(join(cwd, 'bad'), { recursive: true, force: true });
  cpSync(join(cwd, 'whole'), join(cwd, 'bad'), { recursive: true });
  writeFileSync(join(cwd, 'bad', 'crawl.yaml'), contents);
  return 'bad';
}

const lineOf = (text: string, line: string): number =>
  text.split('\n').findIndex((one) => one.startsWith(line)) + 1;
const misspelt = (): string => yaml.replace(/^settings:$/m, 'settings:\n  budgett: 5');

it.each<[string, () => string | Buffer, () => string]>([
  ['no YAML', () => 'topic:\n  name: [a\nsettings: {}\n', () => 'bad/crawl.yaml:3:1: not YAML: '],
  [
    'an unknown key',
    misspelt,
    () =>
      `bad/crawl.yaml is not valid:\n  line ${lineOf(misspelt(), '  budgett')}, settings.budgett: unknown key; did you mean "budget"?`,
  ],
  [
    'a wrong type',
    () => yaml.replace(/^ {2}seed: .*$/m, '  seed: many'),
    () => `  line ${lineOf(yaml, '  seed:')}, settings.seed: give a number (found "many")`,
  ],
  [
    'its second half missing',
    () => yaml.slice(0, yaml.indexOf('settings:')),
    () => 'bad/crawl.yaml is not valid:\n  settings: missing: give keys with values',
  ],
  ['nothing in it', () => '', () => 'bad/crawl.yaml is empty.'],
  [
    'binary contents',
    () => Buffer.from([0x1f, 0x8b, 8, 0, 0xff]),
    () => 'bad/crawl.yaml is not a text file.',
  ],
])('a crawl.yaml with %s is named with what to do next', async (_, contents, expected) => {
  const { code, err } = await forageHere(['status', damaged(contents())], { cwd });
  expect(code).toBe(1);
  expect(err).toContain(expected());
  expect(err).toMatch(/Correct it in a text editor and try again\..* cp NEW\/crawl\.yaml bad\//);
});

it.each([
  [['resume', 'bad']],
  [['judge', 'bad', '--threshold', '0.5']],
  [['follow', 'bad']],
  [['search', 'bad', 'comet']],
  [['export', 'bad', '--format', 'csv']],
  [['set', 'bad', 'budget.pages=10']],
  [['label', 'bad', 'http://a.test/', 'yes']],
  [['check', 'bad']],
  [['repair', 'bad']],
  [['recrawl', 'bad']],
])('so it is by forage %s', async (command) => {
  damaged(misspelt());
  const { code, out, err } = await forageHere(command, { cwd });
  expect(code).toBe(1);
  expect(out).toBe('');
  expect(err).toContain('settings.budgett: unknown key');
  expect(err).toContain('Correct it in a text editor');
});

it('a folder in the place of crawl.yaml is called one', async () => {
  damaged('');
  rmSync(join(cwd, 'bad', 'crawl.yaml'));
  mkdirSync(join(cwd, 'bad', 'crawl.yaml'));
  const { code, err } = await forageHere(['status', 'bad'], { cwd });
  expect(code).toBe(1);
  expect(err).toBe('bad/crawl.yaml is a folder, not a file.\n');
});

it('the file of a new crawl of the same topic takes its place', async () => {
  damaged('');
  const topic = { name: 'stars', keywords: ['comet'], seeds: ['http://a.test/'] };
  rmSync(join(cwd, 'new'), { recursive: true, force: true });
  const another = crawl({ topic, out: join(cwd, 'new'), settings: web.settings });
  another.stop();
  await another.finished;
  cpSync(join(cwd, 'new', 'crawl.yaml'), join(cwd, 'bad', 'crawl.yaml'));
  const { code, out } = await forageHere(['search', 'bad', 'comet'], { cwd });
  expect(code).toBe(0);
  expect(out).toContain('http://a.test/');
});

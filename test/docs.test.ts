/** The documents keep up with the code: settings and commands are all there, links and anchors lead somewhere. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { settingsSchema } from '../src/crawl/settings.ts';
import * as library from '../src/index.ts';
import { registered } from '../src/plugin/registry.ts';
import { recipes } from '../src/recipe/registry.ts';
import { topicSchema } from '../src/topic/topic.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const documents = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
  ...readdirSync(join(root, 'docs/tutorials')).map((name) => join('docs/tutorials', name)),
];

test('the table of settings names every setting with its default, and none that is not', () => {
  const rows = [
    ...read('docs/commands.md')
      .split('\n## Settings')[1]!
      .matchAll(/^\| `([\w.]+)` \| (.+?) \|/gm),
  ];
  const told = new Map(rows.map(([, key, standard]) => [key!, standard!.replaceAll('`', '')]));
  const real = new Map(leaves(z.toJSONSchema(settingsSchema, { io: 'input' }) as Schema));
  // Depends on the machine.
  expect(told.get('threads')).toBe('processors − 1, at least 1');
  told.delete('threads');
  real.delete('threads');
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(real));
});

test('the page on the topic file names every key, and its example has them all', () => {
  const text = read('docs/topic-file.md');
  const keys = [...leaves(z.toJSONSchema(topicSchema, { io: 'input' }) as Schema)].map(([key]) => key);
  expect(keys).toContain('browsingLog');
  for (const key of keys) expect(text, key).toContain(`\n| \`${key}\` | `);
  const example = parse(/```yaml\n([\s\S]*?)```/.exec(text)![1]!) as Record<string, object>;
  for (const key of keys) {
    const [first, second] = key.split('.') as [string, string?];
    expect(Object.keys(second === undefined ? example : example[first]!)).toContain(second ?? first);
  }
});

test.each(documents)('every link of %s leads to a file and a heading that exist', (path) => {
  for (const [, target] of read(path).matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
    const [file, heading] = target!.split('#');
    const to = file ? join(dirname(path), file) : path;
    expect(existsSync(join(root, to)), `${target} of ${path}`).toBe(true);
    if (heading) expect(headingsOf(read(to)), `${target} of ${path}`).toContain(heading);
  }
});

test('every file that the architecture names in backquotes exists', () => {
  const folders = ['src', ...readdirSync(join(root, 'src')).map((room) => join('src', room)), '.'];
  for (const [, name] of read('docs/architecture.md').matchAll(/`([\w/-]+\.(?:ts|md))`/g))
    expect(
      folders.some((folder) => existsSync(join(root, folder, name!))),
      name,
    ).toBe(true);
});

test('the rooms import what the architecture allows them, and it allows no more than that', () => {
  const section = read('docs/architecture.md').split('### Who may import whom')[1]!.split('\n## ')[0]!;
  const shared = new Set(section.match(/^Everybody may import .+?\. /m)![0].match(/[\w-]+\.ts/g));
  const allowed = new Map<string, Set<string>>();
  for (const [, who, whom] of section.matchAll(/^\| (`.+?) \| (.+) \|$/gm))
    for (const room of names(who!)) allowed.set(room, new Set(names(whom!)));
  for (const room of ['crawl', 'cli']) allowed.set(room, new Set());
  const listed = [...allowed].flatMap(([room, others]) => [...others].map((other) => `${room} > ${other}`));
  for (const room of ['crawl', 'cli']) allowed.set(room, new Set([...allowed.keys()]));
  for (const room of ['cli', 'desk', 'lab', 'answers', 'grow', 'serve', 'fleet'])
    allowed.get('crawl')!.delete(room);
  allowed.get('crawl')!.delete('demo');
  const seen = new Set<string>();
  for (const file of globSync('src/*/**/*.ts', { cwd: root })) {
    const room = roomOf(file);
    for (const [, imported] of read(file).matchAll(/(?:from |import\()'(\.\.\/[^']+)'/g)) {
      const other = roomOf(join(dirname(file), imported!));
      seen.add(`${room} > ${other}`);
      if (other === room || shared.has(other)) continue;
      expect(allowed.get(room)?.has(other), `${file} imports ${other}`).toBe(true);
    }
  }
  expect(seen.size).toBeGreaterThan(20);
  expect(listed.filter((pair) => !seen.has(pair))).toEqual([]);
});

test('SQL is only in archive/ and frontier/', () => {
  const isSql = /\bSELECT\s|\.prepare\(|\bsql\s*\.exec\(/;
  const withSql = globSync('src/**/*.ts', { cwd: root })
    .filter((file) => isSql.test(read(file)))
    .map((file) => file.replaceAll('\\', '/'));
  expect(withSql).toContain('src/archive/schema.ts');
  expect(withSql.filter((file) => !/^src\/(archive|frontier)\//.test(file))).toEqual([]);
});

test('every command and every recipe has its place', () => {
  const files = readdirSync(join(root, 'src/cli')).map((name) => read(join('src/cli', name)));
  const commands = files.flatMap((source) =>
    [...source.matchAll(/new Command\('(\w+)'\)/g)].map(([, name]) => name!),
  );
  const headings = read('docs/commands.md')
    .match(/^## forage .*$/gm)!
    .join('\n');
  for (const command of commands.filter((name) => !['forage', 'help'].includes(name)))
    expect(headings).toContain(command);
  for (const { name } of recipes()) expect(read('docs/recipes.md')).toContain(`**${name}**`);
});

test('the tables of kinds name every judge and strategy with its summary', () => {
  const text = read('docs/recipes.md');
  for (const { definition } of [...registered('judge'), ...registered('strategy')])
    expect(text).toContain(`| \`${definition.name}\` | ${definition.summary} |`);
});

test('the page on extending names every define function, and every example of a plug-in', () => {
  const text = read('docs/extending.md');
  for (const name of Object.keys(library).filter((one) => one.startsWith('define')))
    expect(text).toContain(`\`${name}\``);
  for (const name of readdirSync(join(root, 'examples/plugins')))
    expect(text).toContain(`(../examples/plugins/${name})`);
});

test('no text says to run or import "forage" from the registry, which is another project', () => {
  const texts = [
    ...documents,
    'docs/live-view.svg',
    ...globSync('{examples,src,bin}/**/*.{ts,js,yaml}', { cwd: root }),
  ];
  for (const path of texts) {
    expect(read(path), path).not.toMatch(/npx forage(?!-crawler)|from ['"]forage['"]/);
    expect(read(path), path).not.toMatch(/npm (i|install)( -g| --global)? forage(?!-crawler)/);
  }
});

test('the documentation site lists pages that exist', () => {
  const [, groups = ''] = /^const groups = \{([\s\S]*?)^\};/m.exec(read('site/.vitepress/config.js'))!;
  const names = [...groups.matchAll(/'([\w/-]+)'/g)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(25);
  for (const name of names) expect(existsSync(join(root, 'docs', `${name}.md`)), name).toBe(true);
});

test('every dependency has its reason', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, object>;
  const told = read('docs/dependencies.md');
  for (const name of Object.keys({ ...dependencies, ...devDependencies }))
    expect(told).toContain(`\`${name}\``);
});

const roomOf = (path: string): string => path.split(/[\\/]/)[1]!;
const names = (cell: string): string[] => [...cell.matchAll(/`([a-z]+)`/g)].map(([, name]) => name!);

type Schema = { properties?: Record<string, Schema>; default?: unknown };

function* leaves(schema: Schema, path = ''): Generator<[key: string, standard: string]> {
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const name = path === '' ? key : `${path}.${key}`;
    if (property.properties) yield* leaves(property, name);
    else yield [name, inTable(property.default)];
  }
}

function inTable(standard: unknown): string {
  if (standard === undefined) return 'none';
  return typeof standard === 'object' ? JSON.stringify(standard) : String(standard);
}

/** As GitHub makes them of headings. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .replaceAll('\\', '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

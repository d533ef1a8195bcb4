/**
 * The package as `npm publish` would send it: packed from a copy of the checkout, unpacked into an empty folder, its
 * dependencies beside it. No registry is asked.
 */
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newFolder, page, removeFolders, smallWeb } from './crawl/small-web.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const run = promisify(execFile);

/** Somebody's project, with the package installed. */
const project = newFolder();
const installed = join(project, 'node_modules', manifest.name);
const bin = join(installed, manifest.bin.forage);

beforeAll(async () => {
  const packed = await pack();
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', packed, '-C', installed, '--strip-components=1']);
  for (const name of dependenciesOf(Object.keys(manifest.dependencies))) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
});
afterAll(removeFolders);

it('the lock file names the optional packages of every platform, as npm ci demands, and no registry', () => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const packages = JSON.parse(lock).packages as Record<string, { optionalDependencies?: object }>;
  const optional = Object.values(packages).flatMap((one) => Object.keys(one.optionalDependencies ?? {}));
  expect(optional.length).toBeGreaterThan(20);
  for (const name of optional) expect(packages, name).toHaveProperty([`node_modules/${name}`]);
  expect(lock).not.toContain('"resolved"');
});

it('the command says its version', async () => {
  const { stdout } = await run(process.execPath, [bin, '--version'], { cwd: project });
  expect(stdout).toBe(`${manifest.version}\n`);
});

it('the command says in one sentence which Node it needs if this one is too old', async () => {
  const old =
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.0" } })';
  const started = run(process.execPath, ['--import', `data:text/javascript,${old}`, bin, 'recipes'], {
    cwd: project,
  });
  await expect(started).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'Forage needs Node 24 or newer, and this is Node 20.19.0.\n',
  });
});

it('the desk serves the scripts and the style of its pages', async () => {
  const { startDesk } = (await import(pathToFileURL(join(installed, 'dist/desk/desk.js')).href)) as {
    startDesk(options: object): Promise<{ url: string; secret: string; close(): Promise<void> }>;
  };
  const desk = await startDesk({ folder: project, port: 0 });
  const { origin } = new URL(desk.url);
  const headers = { authorization: `Bearer ${desk.secret}` };
  const page = await (await fetch(`${origin}/`, { headers })).text();
  const assets = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
  expect(assets.some((path) => path.endsWith('/islands/frame.js'))).toBe(true);
  for (const path of assets) expect((await fetch(origin + path)).status, path).toBe(200);
  await desk.close();
});

it('the command words a mistake as in a checkout', async () => {
  writeFileSync(join(project, 'topic.yaml'), 'name: owls\nseedz: []\n');
  await expect(
    run(process.execPath, [bin, 'topic', 'check', 'topic.yaml'], { cwd: project }),
  ).rejects.toMatchObject({
    stderr: 'topic.yaml is not valid:\n  line 2, seedz: unknown key; did you mean "seeds"?\n',
  });
});

it('a program imports it by its name and crawls a web of two pages, read in threads', async () => {
  writeFileSync(join(project, 'two-pages.mjs'), program);
  const { stdout, stderr } = await run(process.execPath, ['two-pages.mjs'], { cwd: project });
  expect(stderr).toBe('');
  expect(stdout).toBe('https://zoo.test/\nhttps://zoo.test/owls\n2 relevant of 2\n');
});

it('an example that was copied out of the package runs', async () => {
  cpSync(join(installed, 'examples'), join(project, 'examples'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  const { stdout } = await run(process.execPath, ['examples/custom-web.ts'], { cwd: project });
  expect(stdout).toContain('3 of 5 pages are about owls');
});

it('a judge, a strategy, a page format, a filter, a sink, an exporter and a source of seeds, a file each, work in two threads', async () => {
  const web = await smallWeb({
    'zoo.test/': page(
      { '/owls.md': 'the owls', '/cafe?a=1&b=2&c=3&d=4': 'the café', '/gate': 'the gate' },
      'owl house',
    ),
    'zoo.test/owls.md': { headers: { 'content-type': 'text/markdown' }, body: '# Owl\n\nSee [all](/all).' },
    'zoo.test/all': page([], 'every owl'),
    'zoo.test/gate': page([], 'the gate'),
  });
  const own = join(project, 'own');
  cpSync(join(installed, 'examples', 'plugins'), own, { recursive: true });
  const use = readdirSync(own).map((name) => `./${name}`);
  expect(use).toHaveLength(7);
  const settings = { ...web.settings, threads: 2, use, set: { judge: 'title-words' }, recipe: 'same-words' };
  writeFileSync(join(own, 'settings.json'), JSON.stringify(settings));
  writeFileSync(join(own, 'topic.yaml'), 'name: owls\nkeywords: [owl]\nseeds: ["http://zoo.test/"]\n');
  const forage = (...args: string[]) => run(process.execPath, [bin, ...args], { cwd: own });
  const crawled = await forage('crawl', 'topic.yaml', '--settings', 'settings.json', '--quiet');
  await web.close();
  expect(crawled.stderr).toBe('');
  expect(web.paths()).not.toContain('/cafe?a=1&b=2&c=3&d=4');
  expect(
    readFileSync(join(own, 'owls', 'finds.tsv'), 'utf8')
      .match(/http\S+/g)
      ?.sort(),
  ).toEqual(['http://zoo.test/', 'http://zoo.test/all', 'http://zoo.test/owls.md']);
  const exported = await forage('export', 'owls', '--format', 'reading-list', '--relevant');
  expect(exported.stdout).toContain('- [Owl](http://zoo.test/owls.md)\n');
  const listed = await forage('recipes', '--kinds', 'title-words', '--use', './title-judge.ts');
  expect(listed.stdout).toMatch(/title-words \(title-judge\.ts\): .*\n +threshold=0\.5 /);
});

it('types come with it', () => {
  expect(readFileSync(join(installed, manifest.exports['.'].types), 'utf8')).toContain('crawl');
});

it('no source, test, tool or earlier build of the checkout is in it', () => {
  expect(readdirSync(installed).sort()).toEqual(
    ['LICENSE', 'README.md', 'bin', 'dist', 'docs', 'examples', 'package.json'].sort(),
  );
  const files = readdirSync(join(installed, 'dist'), { recursive: true }).map(String);
  expect(files).toContain('index.js');
  expect(files).not.toContain('stale.js');
  expect(files.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))).toEqual([]);
});

it('in a checkout its name means the sources again after a build', async () => {
  const checkout = newFolder();
  mkdirSync(join(checkout, 'dist', 'cli'), { recursive: true });
  for (const built of ['index.js', 'index.d.ts', 'cli/main.js'])
    writeFileSync(join(checkout, 'dist', built), 'built');
  mkdirSync(join(checkout, 'scripts'));
  const script = join(checkout, 'scripts', 'sources-as-package.js');
  copyFileSync(join(root, 'scripts', 'sources-as-package.js'), script);
  const { default: sourcesAsPackage } = await import(pathToFileURL(script).href);
  sourcesAsPackage();
  expect(readdirSync(join(checkout, 'dist')).sort()).toEqual(['index.d.ts', 'index.js']);
  expect(readFileSync(join(checkout, 'dist', 'index.js'), 'utf8')).toBe("export * from '../src/index.ts';\n");
});

const program = `
import { join } from 'node:path';
import { crawl } from 'forage-crawler';

const pages = {
  'https://zoo.test/': '<title>Owl house</title><p>An owl. <a href="/owls">All owls</a>',
  'https://zoo.test/owls': '<title>Owls</title><p>The owl eats mice; an owl is a bird.',
};
const web = {
  async fetch({ url }) {
    const about = { url, startedAt: Date.now(), durationMs: 0 };
    const html = pages[url];
    if (html === undefined) return { ...about, ok: false, reason: 'not-in-web', detail: 'none', mayPass: false };
    const body = new TextEncoder().encode(html);
    const headers = [['Content-Type', 'text/html; charset=utf-8']];
    return { ...about, ok: true, status: 200, statusText: 'OK', headers, requestHeaders: [], wire: body, body };
  },
  async close() {},
};
const run = crawl({
  topic: { name: 'owls', keywords: ['owl'], seeds: ['https://zoo.test/'] },
  out: join(process.cwd(), 'owls'),
  web,
  settings: { threads: 1 },
});
for await (const event of run) if (event.type === 'page') console.log(event.url);
const { summary } = await run.finished;
console.log(summary.relevant + ' relevant of ' + summary.pages);
`;

/** From a copy: the build must not come between other tests and the sources that they run. */
async function pack(): Promise<string> {
  const copy = newFolder();
  for (const name of ['bin', 'docs', 'examples', 'scripts', 'src'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  for (const name of ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'README.md', 'LICENSE'])
    copyFileSync(join(root, name), join(copy, name));
  // What is emitted is the same; types are checked by `npm run types`, which takes as long again.
  for (const name of ['tsconfig.build.json', 'src/desk/islands/tsconfig.build.json']) {
    const { compilerOptions, ...rest } = JSON.parse(readFileSync(join(copy, name), 'utf8'));
    const unchecked = { ...rest, compilerOptions: { ...compilerOptions, noCheck: true } };
    writeFileSync(join(copy, name), JSON.stringify(unchecked));
  }
  mkdirSync(join(copy, 'dist'));
  writeFileSync(join(copy, 'dist', 'stale.js'), '');
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const out = newFolder();
  await run('npm', ['pack', '--pack-destination', out], { cwd: copy, shell: process.platform === 'win32' });
  rmSync(copy, { recursive: true });
  return join(out, readdirSync(out).find((name) => name.endsWith('.tgz'))!);
}

/** These and all that they depend on. */
function dependenciesOf(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    const { dependencies = {} } = JSON.parse(
      readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'),
    );
    dependenciesOf(Object.keys(dependencies), found);
  }
  return found;
}

/** Every command of the tutorials is run as it stands there, on the demonstration web. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { crawl } from '../src/crawl/start.ts';
import { createDemoWeb } from '../src/demo/web.ts';
import { asWeb } from '../src/lab/demo-web.ts';
import { planSchema } from '../src/lab/plan.ts';
import { forageHere } from './cli/forage-here.ts';
import { newFolder, removeFolders } from './crawl/small-web.ts';

const folder = fileURLToPath(new URL('../docs/tutorials', import.meta.url));
const names = readdirSync(folder);
const crawls = newFolder();
afterAll(removeFolders);

/** What `forage demo` leaves behind, smaller, and the same every time: two crawls of the demonstration web. */
beforeAll(async () => {
  const demo = createDemoWeb();
  const topic = demo.topics.find(({ name }) => name === 'birds')!;
  const settings = {
    budget: { pages: 100 },
    concurrency: 1,
    threads: 0,
    politeness: { minDelayMs: 0, delayFactor: 0 },
    http: { contact: 'https://demo.forage.test/' },
  };
  const recipes = { focused: 'best-first/page+anchor', 'breadth-first': 'breadth-first' };
  for (const [name, recipe] of Object.entries(recipes)) {
    const out = join(crawls, name);
    await crawl({ topic, out, web: asWeb(demo), settings: { ...settings, recipe } }).finished;
  }
});

/** They run until somebody ends them. */
const SERVERS = ['serve', 'mcp', 'desk', 'replay'];

it('there is a tutorial for each kind of user', () => {
  expect(names.sort()).toEqual(['engineer.md', 'librarian.md', 'linguist.md', 'researcher.md']);
});

it.each(names)('every command of %s works', async (name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  const lines = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
    block!.trim().split('\n'),
  );
  expect(lines.length).toBeGreaterThan(5);
  const cwd = newFolder();
  mkdirSync(join(cwd, 'my-texts'));
  writeFileSync(join(cwd, 'my-texts', 'a.txt'), 'A bird builds its nest of twigs and feathers.');
  for (const line of lines) {
    expect(line).toMatch(/^forage /);
    const [command, into] = line.split(' > ');
    const args = words(command!)
      .slice(1)
      .map((word) => word.replace(/^forage-demo(?=\/)/, crawls));
    if (args[0] === 'demo') continue;
    const { code, out, err } = await forageHere(SERVERS.includes(args[0]!) ? [...args, '--schema'] : args, {
      cwd,
    });
    expect({ line, code, err: code === 0 ? '' : err }).toEqual({ line, code: 0, err: '' });
    expect(out.length, line).toBeGreaterThan(0);
    if (into !== undefined) writeFileSync(join(cwd, into), out);
  }
  for (const [, block] of text.matchAll(/^```yaml\n([\s\S]*?)^```/gm))
    expect(planSchema.safeParse(parse(block!)).error).toBeUndefined();
});

/** As a shell takes a line apart. */
const words = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain!,
  );

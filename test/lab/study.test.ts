/** A study's runs are the crawls that one would make by hand, are made once, and outlive whatever stops them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crawl } from '../../src/index.ts';
import { loadPlan } from '../../src/lab/load-plan.ts';
import { type RunnerEvent, type RunnerOptions, runStudy } from '../../src/lab/runner.ts';
import { prepareStudy } from '../../src/lab/schedule.ts';
import { readStudy } from '../../src/lab/study.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import { type SmallPlan, smallPlan } from './small-plan.ts';

afterAll(removeFolders);

const ownShark = { recipe: 'shark-search', set: { decay: 0.25 } };

async function run(path: string, out: string, options: RunnerOptions = {}) {
  const schedule = await prepareStudy(loadPlan(path), out, () => {});
  return { schedule, end: await runStudy(schedule, { processes: 1, ...options }) };
}

let small: SmallPlan;
beforeAll(async () => {
  small = await smallPlan({ recipes: ['breadth-first', 'lund/svm', ownShark] });
});
/** A plan of its own over the same web. */
const another = (over: Record<string, unknown> = {}, isLabelled = true): Promise<SmallPlan> =>
  smallPlan(over, isLabelled, small);

describe('a study with labels', () => {
  let out: string;
  beforeAll(async () => {
    out = join(newFolder(), 'study');
    await run(small.path, out);
  });

  it.each(['breadth-first', 'lund/svm'])('visits with %s what a crawl by hand visits', async (recipe) => {
    const { whole, folder } = small;
    const byHand = crawl({
      topic: whole.topic,
      out: join(newFolder(), 'crawl'),
      settings: {
        recipe,
        web: [join(folder, 'web')],
        threads: 0,
        archive: { warc: false, fullText: false, followDuplicates: true },
      },
    });
    const visited: { url: string; score: number }[] = [];
    for await (const event of byHand)
      if (event.type === 'page' && event.duplicateOf === undefined)
        visited.push({ url: event.url, score: event.score });
    const { runs } = readStudy(out);
    const { visits, run: made } = runs.find((one) => one.run.variant === recipe)!;
    expect(visits.map(({ url, score }) => ({ url, score }))).toEqual(visited);
    expect(made).toMatchObject({ stop: 'frontier-empty', repeat: 1, web: 'sixty', topic: 'courses' });
    expect(made.cost.seconds).toBeGreaterThan(0);
  });

  it('keeps the whole recipe as it ran, the settings of the plan in it', () => {
    const { run: made, visits } = readStudy(out).runs.find((one) => one.run.recipe === 'shark-search')!;
    // δ as the plan sets it, γ and β as they are documented.
    expect(made.ran).toMatchObject({
      name: 'shark-search',
      judge: { kind: 'keyword-cosine' },
      strategy: { kind: 'shark-search', decay: 0.25, inheritedShare: 0.8, anchorShare: 0.8 },
    });
    expect(new Set(visits.map(({ kind }) => kind))).toEqual(new Set(['html', 'pdf']));
  });

  it('calls relevant what is labelled so and was no example', () => {
    const given = small.whole.topic as { examples: Record<string, string[]>; browsingLog: string };
    const browsed = readFileSync(given.browsingLog, 'utf8').match(/http\S+/g)!;
    const examples = new Set([...Object.values(given.examples).flat(), ...browsed]);
    const wanted = small.courses.filter((url) => !examples.has(url)).sort();
    const { topics, runs } = readStudy(out);
    expect(topics[0]!.labelled).toBe(true);
    for (const visits of [topics[0]!.reached!, ...runs.map((one) => one.visits)]) {
      const reached = new Set(visits.map(({ url }) => url));
      const found = visits.filter(({ relevant }) => relevant).map(({ url }) => url);
      expect(found.sort()).toEqual(wanted.filter((url) => reached.has(url)));
    }
  });

  it('obeys page rules: noindex pages are neither found nor missed, nofollow links are not requested', () => {
    const { topics, runs } = readStudy(out);
    for (const visits of [topics[0]!.reached!, ...runs.map((one) => one.visits)]) {
      const urls = visits.map(({ url }) => url);
      expect(urls).toContain('http://sky.test/odd/nofollow-link');
      for (const url of [...small.whole.forbidden.slice(0, 2), 'http://sky.test/odd/noindex'])
        expect(urls).not.toContain(url);
    }
  });

  it('says in its records how its crawls differ from a live one', () => {
    const { differences, runs } = readStudy(out);
    expect(runs[0]!.run.differences).toEqual(differences);
    expect(differences).toContain('politeness.robots: "ignore" (live: "obey"): robots.txt is not requested.');
    expect(differences.filter((one) => /pageRules|traps/.test(one))).toEqual([]);
  });

  it('knows the links among what can be reached, and its seeds', () => {
    const { reached, links, seeds } = readStudy(out).topics[0]!;
    const places = new Map(reached!.map(({ url }, place) => [url, place]));
    const pairs = new Set<string>();
    for (let i = 0; i < links!.length; i += 2) pairs.add(`${links![i]} ${links![i + 1]}`);
    // Page 3 of the generated web leads to 3 + 1, 3 + 4 and 3 + 9, whatever else it leads to.
    const page = (n: number): number => {
      const found = [...places].find(([url]) => url.endsWith(`/page-${n}.html`));
      return found![1];
    };
    for (const target of [4, 7, 12]) expect(pairs).toContain(`${page(3)} ${page(target)}`);
    expect(seeds.map((url) => places.get(url)).sort()).toEqual([page(2), page(3)].sort());
  });

  it('runs only what is new in the plan, and nothing that exists', async () => {
    const before = readdirSync(join(out, 'runs'));
    const times = before.map((id) => statSync(join(out, 'runs', id, 'run.json')).mtimeMs);
    const again = await run(small.path, out);
    expect(again.end).toMatchObject({ done: 3, before: 3, all: 3, failed: 0 });
    writeFileSync(
      small.path,
      readFileSync(small.path, 'utf8').replace('- lund/svm', '- lund/svm\n  - shark-search'),
    );
    const events: RunnerEvent[] = [];
    const wider = await run(small.path, out, { onEvent: (event) => events.push(event) });
    expect(wider.end).toMatchObject({ done: 4, before: 3, all: 4 });
    expect(events.filter(({ type }) => type === 'done')).toHaveLength(1);
    expect(before.map((id) => statSync(join(out, 'runs', id, 'run.json')).mtimeMs)).toEqual(times);
  });
});

it('continues after it was stopped in the middle, and runs nothing twice', async () => {
  const { path } = await another({ repeats: { times: 2, relevant: 4 } });
  const out = join(newFolder(), 'study');
  const stop = new AbortController();
  const first: string[] = [];
  const { end } = await run(path, out, {
    signal: stop.signal,
    onEvent(event) {
      if (event.type !== 'done') return;
      first.push(event.job.id);
      stop.abort();
    },
  });
  expect(end).toMatchObject({ interrupted: true, all: 4 });
  expect(end.done).toBeLessThan(4);
  expect(readStudy(out).runs.map((one) => one.run.id)).toEqual(first);
  const second: string[] = [];
  const resumed = await run(path, out, {
    onEvent: (event) => void (event.type === 'done' && second.push(event.job.id)),
  });
  expect(resumed.end).toMatchObject({ interrupted: false, done: 4, before: first.length });
  expect([...first, ...second].sort()).toEqual(resumed.schedule.runs.map(({ id }) => id).sort());
});

it('continues after it was killed, and runs nothing twice', async () => {
  const { path } = await another({ recipes: ['breadth-first', 'lund/svm', 'shark-search'] });
  const out = join(newFolder(), 'study');
  const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, 'lab', path, '--out', out, '--processes', '1']);
  // The first run is reported as soon as it is done.
  await new Promise<void>((told) => child.stdout.on('data', (text) => /breadth-first/.test(text) && told()));
  child.kill('SIGKILL');
  await once(child, 'exit');
  const before = readStudy(out).runs.map((one) => one.run.id);
  expect(before.length).toBeGreaterThan(0);
  const made: string[] = [];
  const { end } = await run(path, out, {
    onEvent: (event) => void (event.type === 'done' && made.push(event.job.id)),
  });
  expect(end).toMatchObject({ done: 3, all: 3, failed: 0 });
  expect(made.length + end.before).toBe(3);
  expect(made.filter((id) => before.includes(id))).toEqual([]);
});

it('reports a failed run with its reason, and runs the others', async () => {
  const { path, folder } = await another({ recipes: ['lund/svm', 'breadth-first'] });
  const { browsingLog: _, ...topic } = JSON.parse(readFileSync(join(folder, 'courses.json'), 'utf8'));
  writeFileSync(
    join(folder, 'courses.json'),
    JSON.stringify({ ...topic, examples: { relevant: topic.examples.relevant } }),
  );
  const out = join(newFolder(), 'study');
  const { end } = await run(path, out);
  expect(end).toMatchObject({ done: 1, failed: 1, all: 2 });
  const { failures, runs } = readStudy(out);
  expect(failures).toMatchObject([
    { variant: 'lund/svm', reason: expect.stringContaining('needs irrelevant examples') },
  ]);
  expect(runs.map((one) => one.run.variant)).toEqual(['breadth-first']);
});

it('measures by its judge if there are no labels, and warns if that judge steers', async () => {
  const { path } = await another(
    {
      recipes: ['breadth-first', { recipe: 'best-first/page', set: { judge: 'nearest-example' } }],
      measures: ['perplexity'],
      pages: 20,
    },
    false,
  );
  const out = join(newFolder(), 'study');
  const { schedule } = await run(path, out);
  expect(schedule.warnings).toEqual([
    expect.stringContaining(
      'not independent: the judge "nearest-example", which counts the relevant pages on sixty, is the same model that steers best-first/page judge=nearest-example.',
    ),
    expect.stringContaining(
      'The judge "nearest-example" and perplexity learn from the same example pages as best-first/page judge=nearest-example',
    ),
  ]);
  const { runs, topics, warnings } = readStudy(out);
  expect(warnings).toEqual(schedule.warnings);
  expect(topics[0]).toMatchObject({ labelled: false });
  for (const { visits } of runs) {
    expect(visits).toHaveLength(20);
    for (const { relevant, measured, perplexity, example } of visits) {
      expect(relevant).toBeUndefined();
      if (example) {
        expect([measured, perplexity]).toEqual([undefined, undefined]);
        continue;
      }
      expect(measured!.score).toBeGreaterThanOrEqual(0);
      expect(perplexity!.words).toBeGreaterThan(perplexity!.unknown);
      expect(perplexity!.withoutUnknown).toBeGreaterThan(1);
    }
  }
  // The recipe is judged by the same model: what it says of itself is what is measured.
  const { visits } = runs.find(({ run: made }) => made.recipe === 'best-first/page')!;
  const found = visits.filter(({ example }) => !example);
  expect(found.length).toBeGreaterThan(5);
  expect(found.map(({ measured }) => measured!.score)).toEqual(found.map(({ score }) => score));
});

it('refuses a folder that contains something else', async () => {
  const out = newFolder();
  writeFileSync(join(out, 'novel.txt'), 'Chapter 1');
  await expect(prepareStudy(loadPlan(small.path), out, () => {})).rejects.toThrow(
    'something other than a study',
  );
});

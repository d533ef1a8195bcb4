/** Judging a crawl's stored pages again: what changes, what stays, and that it can be cut off at any page. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trustIn } from '../../src/answers/trust.ts';
import { openDatabase } from '../../src/archive/database.ts';
import type { PageRecord } from '../../src/archive/records.ts';
import { crawl, type JudgedAgain, judgeAgain, openCrawl, resume } from '../../src/index.ts';
import { defineJudge } from '../../src/plugin/define.ts';
import { register } from '../../src/plugin/registry.ts';
import {
  crawlOf,
  look,
  newFolder,
  optionsFor,
  page,
  pagesOf,
  prose,
  removeFolders,
  type SmallWeb,
  smallWeb,
} from './small-web.ts';

const numbers = Array.from({ length: 40 }, (_, n) => n);
/** More of the word with each page: scores spread over the whole range. */
const comets = (n: number): string => `${'comet tail '.repeat(Math.floor(n))} ${prose(`p${n}`, 600)}`;

const table = {
  'a.test/': page(
    ['/noindex', '/copy', '/gone', ...numbers.map((n) => `/p${n}`), 'http://b.test/'],
    prose('start'),
  ),
  ...Object.fromEntries(numbers.map((n) => [`a.test/p${n}`, page([`/q${n}`], comets(n))])),
  ...Object.fromEntries(numbers.map((n) => [`a.test/q${n}`, page([], comets(n + 0.5))])),
  'a.test/copy': page(['/q30'], comets(30)),
  'a.test/noindex': `<meta name="robots" content="noindex">${page([], comets(35))}`,
  'b.test/': page(['/more', '/late'], `${'tail '.repeat(9)}${prose('b')}`),
  'b.test/more': page([], comets(5)),
  'b.test/late': page([], comets(9)),
};

let web: SmallWeb;
let crawled: string;

beforeAll(async () => {
  web = await smallWeb(table, { threads: 0 });
  // The start, /copy and what /p0 to /p39 hold beside it: of /copy and /p30 the second is a duplicate.
  const budget = { pages: 41 };
  ({ folder: crawled } = await crawlOf(web, {
    seeds: ['http://a.test/'],
    settings: { recipe: 'breadth-first', budget, concurrency: 1, scope: { follow: 'seed-hosts' } },
  }));
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

/** The crawl, to do with as one likes. */
function aCopy(of = crawled): string {
  const folder = join(newFolder(), 'crawl');
  cpSync(of, folder, { recursive: true });
  return folder;
}

const byUrl = (folder: string): Map<string, PageRecord> =>
  new Map(pagesOf(folder).map((one) => [one.url, one]));
const judgements = (folder: string) =>
  Object.fromEntries(
    pagesOf(folder).map(({ url, score, relevant, why, model }) => [url, { score, relevant, why, model }]),
  );
const countsOf = (folder: string): Record<string, number> => {
  const { meta, db } = openCrawl(folder);
  const counts = meta.get('counts') as Record<string, number>;
  db.close();
  return counts;
};
const figures = ({ elapsedMs: _, pagesPerSecond: __, read: ___, ...rest }: JudgedAgain) => rest;
const isKept = ({ outcome }: PageRecord): boolean => outcome === 'page' || outcome === 'near-duplicate';

describe('another threshold', () => {
  it('changes the side of exactly the pages whose score lies between the borders', async () => {
    const folder = aCopy();
    const requests = web.log.length;
    const before = pagesOf(folder);
    const between = before.filter((one) => isKept(one) && one.score! >= 0.08 && one.score! < 0.4);
    expect(between.length).toBeGreaterThan(5);
    expect(between.every(({ relevant }) => relevant)).toBe(true);
    const judged = await judgeAgain(folder, { threshold: 0.4 });
    expect(web.log.length).toBe(requests);
    const after = byUrl(folder);
    const changed = before.filter(({ url, relevant }) => after.get(url)!.relevant !== relevant);
    expect(changed.map(({ url }) => url)).toEqual(between.map(({ url }) => url));
    expect(judged).toMatchObject({
      version: 2,
      finished: true,
      faults: 0,
      pages: before.filter(isKept).length,
      duplicates: 1,
      relevant: {
        before: before.filter(({ relevant }) => relevant).length,
        after: before.filter(({ relevant }) => relevant).length - between.length,
      },
      becameRelevant: { pages: 0, examples: [] },
      becameIrrelevant: { pages: between.length },
      border: { before: 0.08, after: 0.4 },
    });
    const highest = between.map(({ score }) => score!).sort((a, b) => b - a);
    expect(judged.becameIrrelevant.examples.map(({ after }) => after)).toEqual(highest.slice(0, 3));
    const inRange = (i: number): number =>
      before.filter((one) => isKept(one) && Math.floor(one.score! * 10) === i).length;
    for (const buckets of [judged.histogram.before, judged.histogram.after])
      expect(buckets.map(({ pages }) => pages)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(inRange));
  });

  it('keeps the former judgement with its version, and corrects counts and tallies', async () => {
    const folder = aCopy();
    const before = byUrl(folder);
    await judgeAgain(folder, { threshold: 0.4 });
    await judgeAgain(folder, { threshold: 0.2 });
    const after = pagesOf(folder);
    const relevant = after.filter((one) => one.relevant).length;
    // No page reaches this threshold, so there are no words of relevant pages.
    expect(countsOf(folder)).toMatchObject({ ...countsOf(crawled), relevant, words: 0 });
    look(folder, (read) => {
      expect(read.tallyOf('a.test')!.relevant).toBe(relevant);
      expect(read.models().map(({ version }) => version)).toEqual([1, 2, 3]);
      for (const one of after.filter(isKept)) {
        const first = before.get(one.url)!;
        expect(one).toMatchObject({ model: 3, score: first.score, relevant: first.score! >= 0.2 });
        expect(
          read.judgementsOf(one.id).map(({ model, score, relevant }) => [model, score, relevant]),
        ).toEqual([
          [1, first.score, first.relevant],
          [2, first.score, first.score! >= 0.4],
        ]);
      }
      const [first] = read.visitsSince(0, 1);
      expect(first).toMatchObject({ model: 1 });
    });
  });

  it('never makes a duplicate relevant, and judges only pages', async () => {
    const folder = aCopy();
    const { becameRelevant } = await judgeAgain(folder, { threshold: 0 });
    const after = byUrl(folder);
    expect(becameRelevant.pages).toBeGreaterThan(0);
    expect(
      [after.get('http://a.test/copy')!, after.get('http://a.test/p30')!].map((one) => one.outcome),
    ).toContain('duplicate');
    for (const one of after.values())
      expect([one.outcome, one.relevant, one.model]).toEqual([
        one.outcome,
        isKept(one),
        isKept(one) || one.outcome === 'duplicate' ? 2 : one.model,
      ]);
    expect(after.get('http://a.test/noindex')).toMatchObject({ outcome: 'refused: noindex', model: 0 });
    expect(after.get('http://a.test/gone')).toMatchObject({ outcome: 'http 404', model: 0 });
  });

  it('is the same by two threads as by none', async () => {
    const [none, two] = [aCopy(), aCopy()];
    const one = await judgeAgain(none, { threshold: 0.3, threads: 0 });
    const other = await judgeAgain(two, { threshold: 0.3, threads: 2 });
    expect(figures(one)).toEqual(figures(other));
    expect(judgements(none)).toEqual(judgements(two));
  });
});

describe('another recipe', () => {
  const recipe = {
    name: 'own/strings',
    summary: '',
    description: '',
    origin: 'test',
    judge: { kind: 'string-match' },
    strategy: { kind: 'depth-first' },
  };

  it('gives each page the score that a new crawl by that recipe gives it', async () => {
    const folder = aCopy();
    await judgeAgain(folder, { recipe, threads: 2 });
    const settings = { recipe, concurrency: 1, scope: { follow: 'seed-hosts' as const } };
    const { folder: fresh } = await crawlOf(web, { seeds: ['http://a.test/'], settings });
    const expected = judgements(fresh);
    for (const one of pagesOf(folder).filter(isKept)) {
      const { score, relevant, why } = expected[one.url]!;
      expect([one.url, one.score, one.relevant, one.why]).toEqual([one.url, score, relevant, why]);
    }
  });

  it('judges and ranks the pages of a resumed crawl too, with its version', async () => {
    const folder = aCopy();
    const { version } = await judgeAgain(folder, { recipe });
    const told = await notices(resume(folder, { budget: { pages: 48 } }));
    expect(told).toEqual([]);
    const later = pagesOf(folder).filter(
      ({ judgedAt, outcome }) => outcome === 'page' && judgedAt === undefined,
    );
    expect(later.length).toBeGreaterThan(0);
    expect(later.every(({ model }) => model === version)).toBe(true);
    expect(countsOf(folder).relevant).toBe(pagesOf(folder).filter(({ relevant }) => relevant).length);
    look(folder, (read) => expect(read.faultCounts()).toEqual([]));
    // Asked for the same again, there is nothing left to read.
    expect(await judgeAgain(folder)).toMatchObject({ version, read: 0, finished: true });
  });

  it('learns from examples that the archive has without asking for them', async () => {
    const folder = aCopy();
    const requests = web.log.length;
    const at = (n: number): string => `http://a.test/p${n}`;
    const topic = {
      name: 'other',
      keywords: ['comet'],
      examples: {
        relevant: numbers.slice(25).map(at),
        irrelevant: numbers.slice(0, 15).map(at),
      },
    };
    const told: string[] = [];
    await judgeAgain(folder, { topic, recipe: 'lund/svm', tell: (message) => told.push(message) });
    expect(web.log.length).toBe(requests);
    expect(told.join('\n')).toMatch(/Learnt judge/);
    const after = byUrl(folder);
    expect([at(39), at(0)].map((url) => after.get(url)!.relevant)).toEqual([true, false]);
    // A resumed crawl finds what was learnt.
    expect(await notices(resume(folder, { budget: { pages: 44 } }))).toEqual([]);
    expect(web.log.length - requests).toBeLessThan(5);
  });

  it('asks for an example that the archive does not have, once robots.txt is known, and keeps it', async () => {
    const folder = aCopy();
    const requests = web.log.length;
    const at = (n: number): string => `http://a.test/p${n}`;
    const examples = {
      relevant: ['http://b.test/more', ...numbers.slice(30).map(at)],
      irrelevant: numbers.slice(0, 10).map(at),
    };
    const topic = { name: 'other', keywords: ['comet'], examples };
    await judgeAgain(folder, { topic, recipe: 'lund/svm' });
    const asked = web.log.slice(requests).map(({ host, path }) => host + path);
    expect(asked).toEqual(['b.test/robots.txt', 'b.test/more']);
    await judgeAgain(folder, { recipe: 'lund/svm', set: { maxTerms: 50 } });
    expect(web.log.length).toBe(requests + 2);
  });
});

describe('a run that is cut off', () => {
  it('is finished by the same call, which says and leaves what one run does', async () => {
    const [whole, killed] = [aCopy(), aCopy()];
    const once = await judgeAgain(whole, { threshold: 0.3 });
    for (const at of [1, 12, 30]) {
      expect(await killedAt(at, killed)).toBe('SIGKILL');
      expect(readFileSync(join(killed, 'crawl.yaml'), 'utf8')).toBe(
        readFileSync(join(crawled, 'crawl.yaml'), 'utf8'),
      );
      const relevant = pagesOf(killed).filter((one) => one.relevant).length;
      expect(countsOf(killed).relevant).toBe(relevant);
    }
    const rest = await judgeAgain(killed, { threshold: 0.3 });
    expect(rest.read).toBeLessThan(once.read);
    expect({ ...figures(rest), border: once.border }).toEqual(figures(once));
    expect(judgements(killed)).toEqual(judgements(whole));
    look(killed, (read) => expect(read.models().map(({ version }) => version)).toEqual([1, 2]));
  });

  it('by a signal keeps what was judged, says so at a resume, and can be taken back', async () => {
    const folder = aCopy();
    const abort = new AbortController();
    const progress = (done: number): void => void (done === 10 && abort.abort());
    const judged = await judgeAgain(folder, { threshold: 0.9, signal: abort.signal, progress });
    expect(judged.finished).toBe(false);
    const models = new Set(pagesOf(folder).map(({ model }) => model));
    expect(models).toEqual(new Set([0, 1, 2]));
    expect(trustIn(folder).warnings).toEqual([
      expect.stringMatching(
        /^"forage judge" did not finish: \d+ pages have a judgement from before version 2,/,
      ),
    ]);
    expect((await notices(resume(folder))).join('\n')).toMatch(/"forage judge" did not finish/);
    expect(await judgeAgain(folder)).toMatchObject({ version: 1, finished: true });
    expect(trustIn(folder).warnings).toEqual([]);
    const sides = ({ score, relevant }: { score?: number | undefined; relevant: boolean }) => [
      score,
      relevant,
    ];
    for (const [url, one] of byUrl(crawled)) expect(sides(byUrl(folder).get(url)!)).toEqual(sides(one));
  });
});

it('a dry run says the same and changes nothing', async () => {
  const folder = aCopy();
  const content = (): unknown => {
    const db = openDatabase(join(folder, 'crawl.db'), { readOnly: true });
    const tables = db.sql.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1`).all();
    const rows = tables.map(({ name }) => [name, db.sql.prepare(`SELECT * FROM "${name}"`).all()]);
    db.close();
    return [rows, readFileSync(join(folder, 'crawl.yaml'), 'utf8')];
  };
  const before = content();
  const dry = await judgeAgain(folder, { threshold: 0.3, dryRun: true });
  expect(content()).toEqual(before);
  const wet = await judgeAgain(folder, { threshold: 0.3 });
  expect(figures({ ...dry, dryRun: false })).toEqual(figures(wet));
});

it('a page whose judge fails keeps its judgement, and the others get theirs', async () => {
  const folder = aCopy();
  const url = 'http://a.test/p20';
  const moody = defineJudge({
    name: 'moody',
    make: () => ({
      judge(page) {
        if (page.url === url) throw new Error('not this one');
        return { score: 0.75, relevant: true, why: [] };
      },
    }),
  });
  register({ moody }, import.meta.filename);
  const names = { name: 'own/moody', summary: '', description: '', origin: 'test' };
  const recipe = { ...names, judge: { kind: 'moody' }, strategy: { kind: 'breadth-first' } };
  const judged = await judgeAgain(folder, { recipe, threads: 0 });
  expect(judged).toMatchObject({ faults: 1, finished: true });
  const { score, relevant, model } = byUrl(crawled).get(url)!;
  for (const one of pagesOf(folder).filter(isKept))
    expect(one).toMatchObject(
      one.url === url ? { score, relevant, model } : { score: 0.75, relevant: true, model: 2 },
    );
  look(folder, (read) =>
    expect(read.faults()).toMatchObject([{ part: 'judge', url, message: 'not this one' }]),
  );
});

it('a page whose record is gone keeps its judgement, and the fault is counted and reported', async () => {
  const folder = aCopy();
  const url = 'http://a.test/p20';
  damage(folder, url);
  const told: string[] = [];
  const judged = await judgeAgain(folder, { threshold: 0.9, fault: (fault) => told.push(fault.url) });
  expect(judged).toMatchObject({ faults: 1, finished: true });
  expect(told).toEqual([url]);
  const { score, relevant, model } = byUrl(crawled).get(url)!;
  expect(byUrl(folder).get(url)).toMatchObject({ score, relevant, model });
  expect(relevant).toBe(true);
  expect(countsOf(folder)).toMatchObject({ faults: 1, relevant: judged.relevant.after });
  expect(readFileSync(join(folder, 'faults.log'), 'utf8')).toContain(url);
});

it('a judge that fails on page after page ends the run, and the crawl is as it was', async () => {
  const folder = aCopy();
  rmSync(join(folder, 'archive', 'test-00001.warc.gz'));
  await expect(judgeAgain(folder, { threshold: 0.9 })).rejects.toThrow(/archive failed 20 times in a row/);
  expect(judgements(folder)).toEqual(judgements(crawled));
});

it('is refused while the crawl runs, without an archive, and for a setting that the judge does not have', async () => {
  const held = aCopy();
  const db = openDatabase(join(held, 'crawl.db'), { sole: true });
  await expect(judgeAgain(held)).rejects.toThrow(/Another process is writing/);
  db.close();
  const settings = { archive: { warc: false }, budget: { pages: 2 } };
  const { folder } = await crawlOf(web, { seeds: ['http://a.test/'], settings });
  await expect(judgeAgain(folder)).rejects.toThrow(/without an archive/);
  await expect(judgeAgain(held, { set: { 'judge.treshold': 0.3 } })).rejects.toThrow(/judge\.threshold/);
});

describe('a resume with another topic', () => {
  it('judges new pages by a new version, says so, and offers to judge the others', async () => {
    const folder = aCopy();
    const seeds = ['http://a.test/', 'http://b.test/'];
    const topic = { name: 'other', keywords: ['tail'], seeds };
    const told = await notices(resume(folder, { topic, budget: { pages: 46 } }));
    expect(told.join('\n')).toMatch(/judged by version 1.*by version 2.*forage judge /);
    const after = byUrl(folder);
    expect(after.get('http://b.test/')).toMatchObject({ model: 2, relevant: true, depth: 0 });
    expect(after.get('http://a.test/p20')).toMatchObject({ model: 1 });
    // Said once; and judging again takes the version that is there.
    expect(await notices(resume(folder))).toEqual([]);
    const judged = await judgeAgain(folder);
    expect(judged.version).toBe(2);
    expect(judged.read).toBe([...after.values()].filter((one) => one.model === 1).length);
    expect(byUrl(folder).get('http://a.test/p20')!.why.join()).toMatch(/tail/);
  });

  it('is noticed if crawl.yaml was edited, even if only a setting of the recipe was', async () => {
    const folder = aCopy();
    const yaml = join(folder, 'crawl.yaml');
    const text = readFileSync(yaml, 'utf8');
    writeFileSync(yaml, text.replace('set: {}', 'set: { judge.threshold: 0.5 }'));
    expect((await notices(resume(folder, { budget: { pages: 44 } }))).join()).toMatch(/forage judge/);
    const later = pagesOf(folder).filter(({ model }) => model === 2);
    expect(later.length).toBeGreaterThan(0);
    expect(later.every(({ relevant, score }) => relevant === score! >= 0.5)).toBe(true);
  });

  it('learns again from the new examples', async () => {
    const topic = (relevant: string[], irrelevant: string[]) => ({
      name: 'test',
      keywords: ['comet'],
      seeds: ['http://a.test/'],
      examples: { relevant, irrelevant },
    });
    const high = numbers.slice(25).map((n) => `http://a.test/p${n}`);
    const low = numbers.slice(0, 15).map((n) => `http://a.test/p${n}`);
    const settings = { recipe: 'lund/svm', concurrency: 1, budget: { pages: 60 } };
    const given = optionsFor(web, { seeds: ['http://a.test/'], settings });
    await crawl({ ...given, topic: topic(high, low) }).finished;
    await judgeAgain(given.out);
    const isRelevant = (): boolean[] =>
      pagesOf(given.out).flatMap(({ url, relevant }) => (high.includes(url) ? [relevant] : []));
    expect(isRelevant()).toContain(true);
    const told = await notices(resume(given.out, { topic: topic(low, high), budget: { pages: 62 } }));
    expect(told.join('\n')).toMatch(/Learnt judge/);
    await judgeAgain(given.out);
    expect(isRelevant()).not.toContain(true);
  });
});

async function notices(run: ReturnType<typeof resume>): Promise<string[]> {
  const told: string[] = [];
  for await (const event of run) if (event.type === 'notice') told.push(event.message);
  await run.finished;
  return told;
}

/** Judges in a process that kills itself at a page; answers the signal. */
async function killedAt(at: number, folder: string): Promise<string | null> {
  const index = fileURLToPath(new URL('../../src/index.ts', import.meta.url));
  const script = `
    import { judgeAgain } from ${JSON.stringify(index)};
    let clock = 0;
    await judgeAgain(${JSON.stringify(folder)}, {
      threshold: 0.3,
      clock: () => (clock += 10_000),
      progress: (done) => done >= ${at} && process.kill(process.pid, 'SIGKILL'),
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
  const [, signal] = await once(child, 'exit');
  return signal;
}

/** Its record says that it is somewhere else. */
function damage(folder: string, url: string): void {
  const db = openDatabase(join(folder, 'crawl.db'));
  db.sql.prepare(`UPDATE pages SET warc_file = 'gone.warc.gz' WHERE url = ?`).run(url);
  db.close();
}

/** The row of stages on a tiny web: what it finds, what it keeps, and that a kill in any stage changes nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grow, type ToldStage } from '../../src/grow/grow.ts';
import { type GrowInput, keepSettings } from '../../src/grow/settings.ts';
import { GrowInterrupted, type StageName, stageNames } from '../../src/grow/stage.ts';
import { newFolder, pagesOf, removeFolders, type SmallWeb, smallWeb } from '../crawl/small-web.ts';
import { noisyWeb, textOn, tinyWeb, writeDocuments } from './tiny-web.ts';

let web: SmallWeb;
let folder: string;
let reference: ToldStage[];
const out = (): string => join(folder, 'reference');

beforeAll(async () => {
  web = await smallWeb(tinyWeb(), { threads: 0 });
  folder = newFolder();
  writeDocuments(join(folder, 'comets'));
  writeFileSync(join(folder, 'comets', 'broken.pdf'), '%PDF-1.7 broken');
  writeFileSync(join(folder, 'comets', 'short.txt'), 'A comet.');
  reference = await grow({ settings: settings(), out: out() });
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

const settings = (more: Partial<GrowInput> = {}): GrowInput => ({
  documents: join(folder, 'comets'),
  seeds: ['http://tiny.test/'],
  generalPages: 60,
  budget: { pages: 60 },
  crawl: { ...web.settings, concurrency: 1 },
  ...more,
});

const told = (stages: readonly ToldStage[], name: StageName): ToldStage =>
  stages.find((stage) => stage.name === name)!;

/** A copy of the finished run, to damage. */
function copy(name: string): string {
  const path = join(folder, name);
  cpSync(out(), path, { recursive: true });
  return path;
}

/** All that does not depend on the clock. */
function resultOf(path: string) {
  const read = (name: string): string => readFileSync(join(path, name), 'utf8');
  return {
    judge: read('4-judge/judge.json'),
    crawl: pagesOf(join(path, '6-crawl')).map(({ url, relevant, score }) => [url, relevant, score]),
    corpus: readdirSync(join(path, '7-corpus/text'))
      .filter((name) => name.endsWith('.txt'))
      .map((name) => [name, read(`7-corpus/text/${name}`)]),
  };
}

describe('a folder of documents', () => {
  it('becomes a corpus of pages like them', () => {
    expect(reference.map(({ name }) => name)).toEqual(stageNames);
    const pages = pagesOf(join(out(), '6-crawl'));
    const called = pages.filter(({ relevant }) => relevant);
    const comets = (of: readonly { url: string }[]): number =>
      of.filter(({ url }) => url.includes('/comets/')).length;
    // One page in eight is about comets, so sixty pages in any order have about eight.
    expect(comets(pages)).toBeGreaterThanOrEqual(12);
    expect(comets(called)).toBe(called.length);
    for (const name of ['corpus.jsonl', 'corpus.vert', 'corpus.tei.xml'])
      expect(readFileSync(join(out(), '7-corpus', name), 'utf8')).toContain('perihelion');
    const { texts } = told(reference, 'corpus').figures;
    expect(readdirSync(join(out(), '7-corpus/text'))).toHaveLength(Number(texts) + 1);
  });

  it('names what could not be read and what is too short, and finds the language', () => {
    const { figures, notes } = told(reference, 'documents');
    expect(figures).toMatchObject({ documents: 12, leftOut: 2, language: 'en' });
    expect(notes!.join('\n')).toMatch(/broken\.pdf: .+\n.*short\.txt: 2 words are too few/);
  });

  it('loses the paragraph that every page repeats, all but once, and the number is told', () => {
    const { figures } = told(reference, 'corpus');
    expect(figures.repeated).toBeGreaterThanOrEqual(Number(figures.texts) - 1);
    const all = readFileSync(join(out(), '7-corpus/corpus.jsonl'), 'utf8');
    expect(all.split('written by the people who keep it')).toHaveLength(2);
  });

  it('leaves every stage as it is when nothing has changed', async () => {
    const again = await grow({ settings: settings(), out: out() });
    expect(again.map(({ kept }) => kept)).toEqual(stageNames.map(() => true));
    expect(again.map(({ line }) => line)).toEqual(reference.map(({ line }) => line));
  });
});

describe('a kill in any stage', () => {
  it('changes nothing about the result', async () => {
    const path = join(folder, 'killed');
    for (const name of stageNames) {
      if (name === 'general' || name === 'crawl') await stopInTheMiddle(path);
      await grow({ settings: settings(), out: path, until: name });
      halfDone(path, name);
    }
    await grow({ settings: settings(), out: path });
    expect(resultOf(path)).toEqual(resultOf(out()));
  });
});

describe('a process that is killed by SIGKILL', () => {
  it('in the general and in the focused crawl leaves what the same command goes on with', async () => {
    const path = join(folder, 'sigkilled');
    keepSettings(
      path,
      settings({ crawl: { ...web.settings, concurrency: 1, archive: { commitEveryMs: 10 } } }),
    );
    // The general crawl asks for some 60 pages, so the second kill is in the focused one.
    await killAt(25, path);
    expect(existsSync(join(path, '6-crawl'))).toBe(false);
    await killAt(80, path);
    expect(existsSync(join(path, '6-crawl'))).toBe(true);
    await grow({ settings: settings(), out: path });
    // Links of nearly the same priority may change places; what counts is the same.
    const relevant = ({ crawl, ...rest }: ReturnType<typeof resultOf>) => ({
      ...rest,
      crawl: crawl.filter(([, isRelevant]) => isRelevant),
    });
    expect(relevant(resultOf(path))).toEqual(relevant(resultOf(out())));
  });
});

describe('a stop', () => {
  it('while documents are read leaves none of them out of the next run', async () => {
    const path = join(folder, 'stopped-in-documents');
    const abort = new AbortController();
    const stopped = grow({ settings: settings(), out: path, signal: abort.signal });
    abort.abort();
    await expect(stopped).rejects.toThrow(GrowInterrupted);
    const again = await grow({ settings: settings(), out: path, until: 'documents' });
    expect(told(again, 'documents').line).toBe(told(reference, 'documents').line);
  });

  it('while the judge learns is no fault, and the next run trains it on all examples', async () => {
    const path = copy('stopped-in-judge');
    const abort = new AbortController();
    const stage = ({ name }: ToldStage): void => {
      if (name === 'negatives') setImmediate(() => abort.abort());
    };
    const stopped = grow({ settings: settings(), out: path, from: 'negatives', signal: abort.signal, stage });
    await expect(stopped).rejects.toThrow(GrowInterrupted);
    const again = await grow({ settings: settings(), out: path, until: 'judge' });
    expect(told(again, 'judge').line).toBe(told(reference, 'judge').line);
  });
});

const forage = fileURLToPath(new URL('../../bin/forage.js', import.meta.url));

/** With its n-th request. */
async function killAt(n: number, path: string): Promise<void> {
  const child = spawn(process.execPath, [forage, 'grow', '--out', path], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const before = web.log.length;
  const { push } = web.log;
  web.log.push = (...asked) => {
    const length = push.apply(web.log, asked);
    if (length - before === n) child.kill('SIGKILL');
    return length;
  };
  const [, signal] = await exited;
  web.log.push = push;
  expect(signal).toBe('SIGKILL');
}

describe('an evolved judge', () => {
  it('keeps its generations, shows them in the report, and needs links enough to evolve a classifier of them', async () => {
    const path = join(folder, 'evolved');
    const evolution = { population: 4, generations: 2 };
    const asked = {
      judge: 'evolved',
      links: 'evolved',
      evolution,
      general: join(out(), '2-general'),
    } as const;
    const again = await grow({ settings: settings(asked), out: path, until: 'links' });
    expect(told(again, 'judge').figures.recognised).toBeGreaterThanOrEqual(8);
    const generations = readFileSync(join(path, '4-judge/evolution/generations.csv'), 'utf8')
      .trim()
      .split('\n');
    expect(generations).toHaveLength(3);
    expect(readFileSync(join(path, 'report.md'), 'utf8')).toMatch(
      /generation +best +mean.*\n +1 +\d\.\d{3} +\d\.\d{3} +█+░*\n +2 /,
    );
    expect(told(again, 'links').notes!.join()).toContain('Evolution needs 20 links to relevant pages');
  });
});

describe('the general pages', () => {
  it('are fetched depth-first if asked for', async () => {
    const path = join(folder, 'deep');
    await grow({ settings: settings({ generalOrder: 'depth-first' }), out: path, until: 'general' });
    const deepest = (root: string): number =>
      Math.max(...pagesOf(join(root, '2-general')).map(({ depth }) => depth));
    expect(deepest(path)).toBeGreaterThanOrEqual(2 * deepest(out()));
  });

  it('are those of an earlier crawl if one is named, and then nothing is asked', async () => {
    const asked = web.log.length;
    const general = join(out(), '2-general');
    const again = await grow({
      settings: settings({ general, links: 'url-tokens' }),
      out: join(folder, 'earlier'),
      until: 'links',
    });
    expect(web.log.length).toBe(asked);
    expect(told(again, 'general').figures).toEqual(told(reference, 'general').figures);
    // One of every page, as far as its target is among the 60.
    expect(told(again, 'links').figures.links).toBeGreaterThan(40);
  });

  it('are texts of a folder if one is named, which have no links', async () => {
    const general = join(folder, 'background');
    mkdirSync(general);
    for (let i = 0; i < 45; i++)
      writeFileSync(join(general, `${i}.txt`), textOn(['shops', 'gardens', 'kitchens'][i % 3]!, `b${i}`));
    const again = await grow({
      settings: settings({ general, links: 'url-tokens' }),
      out: join(folder, 'texts'),
      until: 'links',
    });
    expect(told(again, 'general')).toMatchObject({ figures: { pages: 45, onTopic: 0 } });
    expect(told(again, 'general').line).toContain('45 background texts');
    expect(told(again, 'judge').figures.recognised).toBeGreaterThanOrEqual(10);
    expect(told(again, 'links').figures).toMatchObject({ links: 0, relevant: 0 });
  });
});

describe('a crawl that is nearly all about the topic', () => {
  it('teaches its judge nothing if it then does hardly better than a judge that calls every page relevant', async () => {
    const documents = join(folder, 'noisy-documents');
    const noisy = await smallWeb(noisyWeb(documents), { threads: 0 });
    const general = join(folder, 'noisy-background');
    mkdirSync(general);
    for (let i = 0; i < 80; i++)
      writeFileSync(join(general, `${i}.txt`), textOn(['shops', 'gardens', 'kitchens'][i % 3]!, `n${i}`));
    const stages = await grow({
      settings: {
        documents,
        seeds: ['http://noisy.test/'],
        general,
        negativePages: 19,
        budget: { pages: 400 },
        judge: 'fixed',
        crawl: { ...noisy.settings, concurrency: 1 },
      },
      out: join(folder, 'noisy'),
      until: 'crawl',
    });
    await noisy.close();
    const { calledAtFirst, relevant, negatives } = told(stages, 'crawl').figures;
    expect({ relevant, negatives }).toEqual({ relevant: calledAtFirst, negatives: 0 });
    const left = readdirSync(join(folder, 'noisy', '6-crawl')).filter((name) => name.startsWith('negatives'));
    expect(left).toEqual([]);
  });
});

/** While pages are fetched. */
async function stopInTheMiddle(path: string): Promise<void> {
  const abort = new AbortController();
  const progress = (what: string): void => {
    if (what === 'pages') abort.abort();
  };
  const stopped = grow({ settings: settings(), out: path, signal: abort.signal, progress });
  await expect(stopped).rejects.toThrow(GrowInterrupted);
}

/** As after a kill in this stage: it has begun, and its folder is there in part. */
function halfDone(path: string, name: StageName): void {
  const record = join(path, 'stages', `${name}.json`);
  const { result: _, ...begun } = JSON.parse(readFileSync(record, 'utf8')) as { result: unknown };
  writeFileSync(record, JSON.stringify(begun));
  const own = join(path, `${stageNames.indexOf(name) + 1}-${name}`);
  if (existsSync(join(own, 'crawl.yaml'))) return; // that a killed crawl goes on is tested with crawls
  const [first] = readdirSync(own, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  if (first !== undefined) unlinkSync(join(first.parentPath, first.name));
}

describe('a result that was changed by hand', () => {
  it('is kept, and what depends on it is made again', async () => {
    const path = copy('edited');
    unlinkSync(join(path, '3-negatives/0001.txt'));
    const again = await grow({ settings: settings(), out: path, until: 'judge' });
    expect(again.map(({ kept }) => kept)).toEqual([true, true, true, false]);
    expect(existsSync(join(path, '3-negatives/0001.txt'))).toBe(false);
    expect(existsSync(join(path, 'old/judge-1/judge.json'))).toBe(true);
  });

  it('and answers make the judge learn from the pages they are about', async () => {
    const path = copy('answered');
    const lines = readFileSync(join(path, 'answers.tsv'), 'utf8').split('\n');
    const [url] = lines[1]!.split('\t');
    writeFileSync(join(path, 'answers.tsv'), `${url}\tyes\t\n`);
    const again = await grow({ settings: settings(), out: path, until: 'judge' });
    expect(again.at(-1)!.kept).toBe(false);
    expect(readFileSync(join(path, '4-judge/relevant/index.tsv'), 'utf8')).toContain(url);
  });
});

it('a higher budget continues the crawl instead of starting another', async () => {
  const path = copy('longer');
  const before = pagesOf(join(path, '6-crawl')).map(({ url }) => url);
  const again = await grow({ settings: settings({ budget: { pages: 70 } }), out: path, until: 'crawl' });
  expect(again.filter(({ kept }) => !kept).map(({ name }) => name)).toEqual(['crawl']);
  const after = pagesOf(join(path, '6-crawl')).map(({ url }) => url);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after).toHaveLength(before.length + 10);
});

it('too few documents are refused with what is wrong and how many are needed', async () => {
  writeDocuments(join(folder, 'few'), 3);
  const asked = grow({
    settings: settings({ documents: join(folder, 'few') }),
    out: join(folder, 'few-out'),
  });
  await expect(asked).rejects.toThrow('has 3 documents to learn from; at least 5 are needed');
});

/** What people say about pages: it wins over the judge, is learnt from in order, and outlives a damaged database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CatalogueReader } from '../../src/archive/catalogue-reader.ts';
import { openDatabase } from '../../src/archive/database.ts';
import { openCrawl } from '../../src/crawl/open.ts';
import { takeIn } from '../../src/fleet/take-in.ts';
import { type CrawlEvent, connect, crawl, labelPages, repair, resume } from '../../src/index.ts';
import { forageHere } from '../cli/forage-here.ts';
import {
  crawlOf,
  look,
  optionsFor,
  page,
  prose,
  removeFolders,
  type SmallWeb,
  smallWeb,
} from './small-web.ts';

const use = [fileURLToPath(new URL('plugins/answered.ts', import.meta.url))];
const forage = fileURLToPath(new URL('../../bin/forage.js', import.meta.url));
let web: SmallWeb;

/** /0 … /39, each linking to the next two; every third one says "comet". /moved leads to /1, /copy has its bytes. */
beforeAll(async () => {
  const text = (n: number): string => `sign${n} ${n % 3 === 0 ? 'comet comet ' : ''}${prose(`p${n}`)}`;
  const pages = Array.from({ length: 40 }, (_, n) => [
    `a.test/${n}`,
    page([`/${n + 1}`, `/${n + 2}`, '/copy', '/moved'], text(n)),
  ]);
  const one = page(['/2', '/3', '/copy', '/moved'], text(1));
  web = await smallWeb(
    {
      ...Object.fromEntries(pages),
      'a.test/copy': one,
      'a.test/moved': { status: 302, headers: { location: '/1' } },
    },
    { threads: 0 },
  );
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

const at = (path: string): string => `http://a.test${path}`;
const small = { seeds: [at('/0')], settings: { concurrency: 1, budget: { pages: 12 } } };

describe('a crawl that is not running', () => {
  it('counts a page by the latest answer, in counts, status, show and exports, and says who said it', async () => {
    const { folder } = await crawlOf(web, small);
    const counted = () => {
      const { meta, read, db } = openCrawl(folder);
      const { relevant } = meta.get('counts') as { relevant: number };
      const tally = read.tallyOf('a.test')!.relevant;
      db.close();
      return [relevant, tally];
    };
    const before = counted();
    const kept = await labelPages(
      folder,
      [
        { url: at('/0'), answer: 'no' },
        { url: at('/moved'), answer: 'yes' },
        { url: at('/2'), answer: 'yes' },
        { url: at('/never'), answer: 'yes' },
      ],
      { by: 'ann' },
    );
    expect(kept).toEqual({ kept: 3, changed: 3, inForce: 'at the next resume', unknown: [at('/never')] });
    expect(counted()).toEqual(before.map((n) => n + 1));
    expect(look(folder, (read) => read.events(1))[0]).toMatchObject({
      kind: 'labelled',
      detail: { labels: 3, changed: 3 },
    });

    const cwd = folder;
    const status = await forageHere(['status', folder], { cwd });
    expect(status.out).toContain('People answered about 3 pages: 2 relevant, 1 not.');
    expect(status.out).toContain('the judge says otherwise about 3.');
    const shown = await forageHere(['show', folder, at('/0')], { cwd });
    expect(shown.out).toMatch(/people said +not relevant \(ann, \d{4}-/);
    const file = join(folder, 'relevant.jsonl');
    await forageHere(['export', folder, '--format', 'jsonl', '--relevant', '--out', file], { cwd });
    const urls = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).url);
    expect(urls).toContain(at('/1'));
    expect(urls).not.toContain(at('/0'));

    // A change of the threshold judges every page again, and leaves the answers alone.
    expect((await forageHere(['judge', folder, '--threshold', '0', '--quiet'], { cwd })).code).toBe(0);
    expect(look(folder, (read) => read.pageByUrl(at('/0')))).toMatchObject({ relevant: false, called: true });
    expect(counted()[0]).toBe(counted()[1]);
  });

  it('takes answers from a file, and refuses what is not an answer or not a page by name', async () => {
    const { folder } = await crawlOf(web, small);
    const answers = join(folder, 'answers.tsv');
    writeFileSync(answers, `# mine\n${at('/0')}\tno\n${at('/1')}\tyes\n${at('/nowhere')}\tyes\n`);
    const cwd = folder;
    const kept = await forageHere(['label', folder, '--answers', answers, '--by', 'bob'], { cwd });
    expect(kept.out).toContain('2 answers kept; 2 pages changed sides');
    expect(kept.err).toContain(at('/nowhere'));
    expect(look(folder, (read) => read.labels()).map(({ by, drawn }) => [by, drawn])).toEqual([
      ['bob', 'chosen'],
      ['bob', 'chosen'],
    ]);
    const back = await forageHere(['label', folder, at('/0'), 'unsure', '--by', 'bob', '--json'], { cwd });
    expect(JSON.parse(back.out)).toMatchObject({ kept: 1, changed: 1 });
    const wrong = await forageHere(['label', folder, at('/0'), 'perhaps'], { cwd });
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('yes, no or unsure')]);
    const unknown = await forageHere(['label', folder, at('/nowhere'), 'yes'], { cwd });
    expect(unknown.err).toContain('The crawl has no page at http://a.test/nowhere');
  });

  it('keeps the answers when its database has to be rebuilt', async () => {
    const { folder } = await crawlOf(web, small);
    await labelPages(folder, [{ url: at('/1'), answer: 'yes' }], { by: 'ann' });
    // The first page of an index that the labels do not need.
    const { db } = openCrawl(folder);
    const index = db.sql.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'ledger_host'`).get()!;
    const size = Number(db.sql.prepare('PRAGMA page_size').get()!.page_size);
    db.close();
    const path = join(folder, 'crawl.db');
    const bytes = readFileSync(path);
    bytes.fill(0xff, size * (Number(index.rootpage) - 1), size * Number(index.rootpage));
    writeFileSync(path, bytes);
    expect(await repair(folder)).toMatchObject({ labels: 1 });
    expect(look(folder, (read) => read.pageByUrl(at('/1')))).toMatchObject({ relevant: true, answer: true });
  });
});

describe('a recipe that learns from answers', () => {
  const learning = { ...small, settings: { ...small.settings, use, recipe: 'answered' } };

  it('gets them at once in a running crawl, in order, with what it measures of the page, and tells the effect', async () => {
    const options = optionsFor(web, { ...learning, settings: { ...learning.settings, budget: {} } });
    const run = crawl(options);
    const events: CrawlEvent[] = [];
    const listening = (async () => {
      for await (const event of run) {
        events.push(event);
        if (event.type === 'page' && event.n === 8) await run.pause();
      }
    })();
    await run.pause();
    await run.go();
    while (run.status().state !== 'paused' || run.status().progress!.pages < 8)
      await new Promise((resolve) => setTimeout(resolve, 5));
    const control = await connect(options.out);
    const pageOf = (path: string) => look(options.out, (read) => read.pageByUrl(at(path))!.id);
    const kept = await control.label([
      { page: pageOf('/2'), label: 'relevant', by: 'ann', drawn: 'chosen' },
      { page: pageOf('/1'), label: 'not-relevant', by: 'ann', drawn: 'chosen' },
    ]);
    expect(kept).toMatchObject({ kept: 2, changed: 1, inForce: 'now', pagesChanged: 1 });
    expect(kept.linksMoved).toBeGreaterThan(0);
    await run.go();
    run.stop();
    await run.finished;
    await listening;
    expect(events.find(({ type }) => type === 'labelled')).toMatchObject({ pages: 2, pagesChanged: 1 });
    const { meta, db } = openCrawl(options.out);
    expect(meta.getState('strategy')).toEqual(['/2=yes', '/1=no']);
    // The word that only that page has: it was read again for the learner.
    expect(meta.getState('learner')).toEqual(['sign2']);
    db.close();
  });

  it('gets what was said while it was stopped at the next resume, each answer once', async () => {
    const { folder } = await crawlOf(web, learning);
    await labelPages(folder, [{ url: at('/4'), answer: 'yes' }], { by: 'ann' });
    await labelPages(folder, [{ url: at('/4'), answer: 'unsure' }], { by: 'bob' });
    for (const pages of [14, 16]) await resume(folder, { budget: { pages } }).finished;
    const { meta, db } = openCrawl(folder);
    expect(meta.getState('strategy')).toEqual(['/4=yes', '/4=unsure']);
    expect(meta.getState('learner')).toEqual(['sign4']);
    db.close();
  });

  it('gets what was said before its process was killed at the next resume, in order, however busy it was', async () => {
    const slow = { archive: { commitEveryMs: 3_600_000 }, politeness: { maxIdleSeconds: 3600 } };
    const { folder } = await crawlOf(web, { ...learning, settings: { ...learning.settings, ...slow } });
    await (await connect(folder)).set({ 'politeness.minDelayMs': 600_000, 'budget.pages': 1000 });
    const child = spawn(process.execPath, [forage, 'resume', folder, '--quiet'], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    const pageOf = (path: string) => look(folder, (read) => read.pageByUrl(at(path))!.id);
    const labels = () => look(folder, (read) => read.labels());
    try {
      const isOn = async () => (await (await connect(folder)).status()).progress !== undefined;
      while (child.exitCode === null && !(await isOn())) await sleep(50);
      const control = await connect(folder);
      expect(await control.status()).toMatchObject({ state: 'running' });
      const say = (path: string, label: 'relevant' | 'unsure', by: string, awaitsEffect = false) =>
        control.label([{ page: pageOf(path), label, by, drawn: 'chosen' }], { awaitsEffect });
      await say('/4', 'relevant', 'ann', true);
      expect(await say('/2', 'relevant', 'ann')).toEqual({ kept: 1, changed: 1, inForce: 'now' });
      // A process that does nothing any more: who labels does not wait for it.
      child.kill('SIGSTOP');
      expect(await say('/1', 'relevant', 'bob')).toMatchObject({ kept: 1, changed: 1 });
      expect(await say('/2', 'unsure', 'ann')).toMatchObject({ kept: 1, changed: 1 });
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
    const said = labels();
    expect(said.map(({ page, label, by }) => [page, label, by])).toEqual([
      [pageOf('/4'), 'relevant', 'ann'],
      [pageOf('/1'), 'relevant', 'bob'],
      [pageOf('/2'), 'unsure', 'ann'],
    ]);
    // A fleet that continues the crawl has them, too.
    const copy = `${folder}-copy`;
    cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    const taken = await takeIn(copy, 1);
    writeFileSync(join(copy, 'part.db'), taken.database(0));
    taken.close();
    const part = openDatabase(join(copy, 'part.db'), { readOnly: true });
    expect(new CatalogueReader(part).labels().map(({ label, by }) => [label, by])).toEqual(
      said.map(({ label, by }) => [label, by]),
    );
    part.close();
    await resume(folder, { budget: { pages: 1 } }).finished;
    expect(labels()).toEqual(said);
    appendFileSync(join(folder, 'crawl.db-labels'), '{"last":9}\n');
    expect(labels).toThrow(/crawl\.db-labels is damaged at byte \d+\. Move the file away/);
    rmSync(join(folder, 'crawl.db-labels'));
    const { meta, read, db } = openCrawl(folder);
    // An answer that was replaced before anybody learnt from it is not learnt.
    expect(meta.getState('strategy')).toEqual(['/4=yes', '/1=yes', '/2=unsure']);
    expect(meta.getState('learner')).toEqual(['sign4', 'sign1']);
    const { relevant } = meta.get('counts') as { relevant: number };
    expect([read.tallyOf('a.test')!.relevant, read.pageByUrl(at('/1'))!.answer]).toEqual([relevant, true]);
    db.close();
  });
});

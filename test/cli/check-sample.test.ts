/** Checking and tuning a crawl, on a small demonstration web whose every page has a known subject. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calledPages } from '../../src/answers/called-pages.ts';
import { drawCalled } from '../../src/answers/draw.ts';
import { type PrecisionEstimate, precisionOf } from '../../src/answers/precision.ts';
import { trustOf } from '../../src/answers/trust.ts';
import { askInTerminal } from '../../src/cli/ask-pages.ts';
import { connect } from '../../src/crawl/connect.ts';
import { openCrawl } from '../../src/crawl/open.ts';
import { crawl, loadTopic } from '../../src/index.ts';
import { freezeDemo } from '../../src/lab/demo-web.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import type { Ran } from './forage.ts';
import { forageHere } from './forage-here.ts';

afterAll(removeFolders);

let web: string;
let answers: string;
let subjects: Map<string, string>;
let made: Ran;
const wanted = 'birds';

beforeAll(async () => {
  web = newFolder();
  await freezeDemo(web, { pages: 900, seed: 1, relevant: 20, irrelevant: 100 });
  const lines = readFileSync(join(web, 'labels.tsv'), 'utf8').trim().split('\n').slice(1);
  subjects = new Map(lines.map((line) => line.split('\t') as [string, string]));
  answers = join(web, 'answers.tsv');
  writeFileSync(
    answers,
    [...subjects].map(([url, subject]) => `${url}\t${subject === wanted ? 'yes' : 'no'}\n`).join(''),
  );
  const topic = join('topics', `${wanted}.json`);
  const how = ['--set', 'judge.threshold=0.01', '--pages', '250', '--threads', '0', '--quiet'];
  made = await forageHere(['crawl', topic, '-o', 'crawl', ...how, '--web', 'archive'], { cwd: web });
});

/** A keyword crawl that calls nearly everything relevant that holds one of the keywords; made once, and copied. */
function poorCrawl(): string {
  const copy = newFolder();
  cpSync(join(web, 'crawl'), copy, { recursive: true });
  return copy;
}

function told(folder: string) {
  const opened = openCrawl(folder);
  const { pages, labels } = { pages: drawCalled(opened, 10_000).pages, labels: opened.read.labels() };
  const answered = new Set(labels.map(({ page }) => page));
  const called = [...opened.read.judgedPages()].filter((page) => page.called);
  const { precision, warnings } = trustOf(opened);
  opened.db.close();
  const open = new Set(pages.map(({ id }) => id));
  const counted = called.filter(({ id }) => open.has(id) || answered.has(id));
  const right = counted.filter(({ url }) => subjects.get(url) === wanted).length;
  return { precision: precision as PrecisionEstimate, warnings, truth: right / counted.length };
}

it('a good crawl is not said to be worse than it is: without an answer, its share lies in the interval', async () => {
  // A subject of which hardly anything on this web comes close: nearly all that is called is about it.
  const how = ['--pages', '250', '--threads', '0', '--quiet'];
  const topic = join('topics', `${wanted}.json`);
  const ran = await forageHere(['crawl', topic, '-o', 'good', ...how, '--web', 'archive'], { cwd: web });
  const { precision, truth } = told(join(web, 'good'));
  expect(truth).toBeGreaterThan(0.8);
  expect(precision.low).toBeLessThan(truth);
  expect(precision.high).toBeGreaterThanOrEqual(Math.min(truth, 0.995));
  const [low, high] = [precision.low, precision.high].map((share) => Math.round(100 * share));
  expect(ran.out).toContain(`perhaps anything from ${low} to ${high} %`);
});

describe('a poor crawl', () => {
  it('is called poor at its end on stderr, also with --quiet, and shows what is just below the threshold', () => {
    expect(made.code).toBe(0);
    expect(made.out).toMatch(/pages called relevant are relevant, perhaps anything from \d+ to \d+ %/);
    expect(made.out).toContain('Just below the threshold:');
    expect(made.err).toMatch(/^Perhaps a poor judge: half or more/m);
  });

  it('is called poor, told a threshold by thirty answers, and judged by it without fetching', async () => {
    const folder = poorCrawl();
    const before = told(folder);
    expect(before.truth).toBeLessThan(0.5);
    expect(before.warnings.join('\n')).toMatch(/poor judge/);
    expect(before.precision.basis).toBe('examples');
    expect(before.truth).toBeGreaterThan(before.precision.low);
    expect(before.truth).toBeLessThan(before.precision.high);

    const tuned = await forageHere(['tune', folder, '--answers', answers, '--json'], { cwd: web });
    const { proposal, answers: used } = JSON.parse(tuned.out);
    expect(used).toBe(30);
    const again = ['judge', folder, '--threshold', String(proposal.threshold), '--quiet', '--threads', '0'];
    expect((await forageHere(again, { cwd: web })).code).toBe(0);

    const after = told(folder);
    expect(after.truth).toBeGreaterThan(before.truth + 0.2);
    expect(after.precision.basis).toBe('examples and answers');
    expect(Math.abs(after.precision.share - after.truth)).toBeLessThan(0.2);
  });
});

describe('checking pages', () => {
  it('draws called pages alone, narrows the interval, and goes on where it ended', async () => {
    const folder = poorCrawl();
    const before = told(folder);
    const sheet = await forageHere(['check-sample', folder, '-n', '5'], { cwd: web });
    const drawn = sheet.out.trim().split('\n');
    expect(drawn).toHaveLength(5);
    expect(sheet.err).toContain('--answers FILE');

    const checked = await forageHere(['check-sample', folder, '--answers', answers], { cwd: web });
    expect(checked.out).toMatch(/from 20 pages checked/);
    const after = told(folder);
    expect(after.precision).toMatchObject({ checked: 20, basis: 'examples and answers' });
    expect(after.precision.high - after.precision.low).toBeLessThan(
      before.precision.high - before.precision.low,
    );
    expect(Math.abs(after.precision.share - after.truth)).toBeLessThan(0.2);

    await forageHere(['check-sample', folder, '--answers', answers, '-n', '15'], { cwd: web });
    const more = told(folder);
    expect(more.precision).toMatchObject({ checked: 35, basis: 'answers' });
    const labels = openCrawl(folder).read.labels();
    expect(labels).toHaveLength(35);
    expect(new Set(labels.map(({ drawn }) => drawn))).toEqual(new Set(['called']));
  });

  it('pages that somebody chose to label do not make the figure a checked one', async () => {
    const folder = poorCrawl();
    const opened = openCrawl(folder);
    const [page] = drawCalled(opened, 1).pages;
    const called = [...opened.read.judgedPages()].filter((one) => one.called).length;
    opened.db.close();
    expect((await forageHere(['label', folder, page!.url, 'no'])).code).toBe(0);
    expect(told(folder).precision).toMatchObject({ checked: 0, basis: 'examples' });
    const { out } = await forageHere(['status', folder]);
    expect(out).toContain(`${called - 1} of 250 pages count as relevant (`);
    expect(out).toContain(`; the judge called ${called})`);
  });

  it('answers spread over all scores do not count as a random sample of the called pages', async () => {
    const folder = poorCrawl();
    await forageHere(['check-sample', folder, '--answers', answers, '-n', '30'], { cwd: web });
    await forageHere(['tune', folder, '--answers', answers, '-n', '60'], { cwd: web });
    const opened = openCrawl(folder);
    const isAnswered = new Set(opened.read.labels().map(({ page }) => page));
    const { pages } = calledPages(opened);
    opened.db.close();
    const answered = pages.filter(({ id }) => isAnswered.has(id)).length;
    const inOrder = pages.findIndex(({ id }) => !isAnswered.has(id));
    expect(answered).toBeGreaterThan(inOrder);
    expect(told(folder).precision).toMatchObject({ checked: inOrder, basis: 'answers' });
  });

  it('says how many more answers a crawl needs that has gone on since, and has a figure with that many', async () => {
    const { examples: _, ...topic } = JSON.parse(readFileSync(join(web, 'topics', `${wanted}.json`), 'utf8'));
    writeFileSync(join(web, 'plain.json'), JSON.stringify(topic));
    const folder = newFolder();
    const run = (...args: string[]) => forageHere(args, { cwd: web });
    const how = ['-r', 'best-first/page', '--web', 'archive', '--threads', '0', '--quiet'];
    await run('crawl', 'plain.json', '--out', folder, '--pages', '60', ...how);
    const checked = await run('check-sample', folder, '--pages', '11', '--answers', answers);
    expect(checked.out).toMatch(/from 11 pages checked/);
    await run('resume', folder, '--pages', '250', '--quiet');

    const { out } = await run('status', folder);
    const said =
      /11 were checked, but (\d+) newly called pages? .* Check \w+: forage .* --pages (\d+)$/m.exec(out)!;
    expect(said[2]).toBe(said[1]);
    const enough = await run('check-sample', folder, '--pages', said[2]!, '--answers', answers);
    expect(enough.out).toMatch(/^About \d+ % of .* pages checked\./m);
  });

  it('refuses a file that holds something else, by its line', async () => {
    const folder = poorCrawl();
    const file = join(web, 'wrong.tsv');
    writeFileSync(file, '# mine\nhttp://a.test/\tperhaps\n');
    const { err, code } = await forageHere(['check-sample', folder, '--answers', file], { cwd: web });
    expect([err, code]).toEqual([expect.stringMatching(/wrong\.tsv, line 2: write a URL, a tab/), 1]);
  });

  it('takes one key a page, hides what the judge thought, and undoes the last answer', async () => {
    const folder = poorCrawl();
    const opened = openCrawl(folder);
    const drawn = drawCalled(opened, 3);
    const [input, output] = [new PassThrough(), new PassThrough()];
    let screen = '';
    output.on('data', (text) => {
      screen += text;
    });
    const asking = { crawl: opened, control: await connect(folder), drawn, by: 'ann' };
    const asked = askInTerminal(asking, { input, output });
    for (const key of ['y', 'n', 'u', 'd', 'q']) input.write(key);
    expect(await asked).toBe(2);
    const [first, second] = drawn.pages;
    expect(
      openCrawl(folder)
        .read.labels()
        .sort((a, b) => a.at - b.at),
    ).toMatchObject([
      { page: first!.id, label: 'relevant', by: 'ann', drawn: 'called' },
      { page: second!.id, label: 'unsure', by: 'ann', drawn: 'called' },
    ]);
    expect(screen).toContain(first!.url);
    expect(screen).not.toContain(first!.score.toFixed(2));
    expect(precisionOf(openCrawl(folder)).checked).toBe(1);
  });

  it('works while the crawl runs', async () => {
    const out = newFolder();
    const settings = { web: [join(web, 'archive')], threads: 0, budget: { pages: 400 } };
    const run = crawl({ topic: loadTopic(join(web, 'topics', `${wanted}.json`)), out, settings });
    for await (const event of run) {
      if (event.type !== 'page' || !event.relevant) continue;
      await run.pause();
      break;
    }
    const opened = openCrawl(out);
    const [page] = [...opened.read.judgedPages()].filter((page) => page.called);
    await (await connect(out)).label([{ page: page!.id, label: 'relevant', by: 'ann', drawn: 'called' }]);
    expect(openCrawl(out).read.labels()).toMatchObject([{ page: page!.id, label: 'relevant', by: 'ann' }]);
    run.stop();
    await run.finished;
  });
});

/** What the recipes were given counts in no measure; what the measures learn from is kept apart from it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isGivenBy } from '../../src/lab/given-pages.ts';
import { loadPlan } from '../../src/lab/load-plan.ts';
import { markBy } from '../../src/lab/marks.ts';
import { measureStudy } from '../../src/lab/measure-study.ts';
import { positiveSources } from '../../src/lab/positives.ts';
import { runStudy } from '../../src/lab/runner.ts';
import { prepareStudy } from '../../src/lab/schedule.ts';
import { readStudy, type Visited } from '../../src/lab/study.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import { type SmallPlan, smallPlan } from './small-plan.ts';
import { digestOf, runOf, studyOf, visited } from './study-of.ts';

afterAll(removeFolders);

describe('a page that was given', () => {
  const isGiven = isGivenBy({ urls: ['http://w.test/known/'], digests: [digestOf('bytes')] });

  it('is recognised under a variant of its URL, and under any URL by its bytes', () => {
    const known = (url: string, digest = 'other') => isGiven({ url, digest });
    expect(known('https://w.test/known')).toBe(true);
    expect(known('http://w.test/copy', digestOf('bytes'))).toBe(true);
    expect(known('http://w.test/other')).toBe(false);
  });

  /** Two pages that count, one that does not; all as the measuring judge and the model see them. */
  const measured = (name: string, score: number): Visited =>
    visited(name, {
      score,
      judged: score > 0.75,
      measured: { score, relevant: score > 0.75 },
      perplexity: { withUnknown: 100 * score, withoutUnknown: 50 * score, words: 10, unknown: 1 },
    });
  const found = [measured('a', 0.9), measured('b', 0.1), measured('c', 0.8)];
  const met = [found[0]!, measured('known', 1), ...found.slice(1)];
  const figuresOf = (visits: Visited[], isRelevant?: (url: string) => boolean) => {
    const runs = [runOf('r', visits.map(markBy(isGiven, isRelevant)))];
    const { runs: results, cells } = measureStudy(studyOf(runs, { labelled: isRelevant !== undefined }));
    return { figures: results[0]!.figures, cell: cells[0]! };
  };

  it('adds nothing to any measure without labels when a crawl meets it', () => {
    const without = figuresOf(found);
    const { figures, cell } = figuresOf(met);
    // (0.9 + 0.1 + 0.8) / 3, and two of the three above 0.75.
    expect(figures).toMatchObject({ accepted: 2, acceptedShare: 2 / 3, judgedShare: 2 / 3, examplesMet: 1 });
    expect(figures.meanMeasured).toBeCloseTo(0.6, 12);
    const byPages = [
      'examplesMet',
      'pagesPerSecond',
      'megabytesPerSecond',
      'pagesAfter60s',
      'pagesAfter600s',
      'pagesAfter3600s',
    ];
    for (const [name, value] of Object.entries(without.figures))
      if (!byPages.includes(name)) expect([name, figures[name]]).toEqual([name, value]);
    expect(cell.own).toEqual(without.cell.own);
    expect(cell.measured).toEqual(without.cell.measured);
    expect(cell.curve.accepted).toEqual([1, 1, 1, 2]);
    expect(cell.curve.meanMeasured).toEqual([0.9, 0.9, 0.5, 0.6]);
  });

  it('is not relevant whatever its label, and its judge is not measured by it', () => {
    const isRelevant = (url: string): boolean => !url.endsWith('/b');
    const { figures } = figuresOf(met, isRelevant);
    // a and c are relevant and accepted, b neither; the example costs a visit: 2 of 4.
    expect(figures).toMatchObject({
      harvest: 0.5,
      recall: 1,
      judgedPrecision: 1,
      judgedRecall: 1,
      bestF1: 1,
    });
  });
});

describe('a study', () => {
  const prepare = async (small: SmallPlan) =>
    await prepareStudy(loadPlan(small.path), join(newFolder(), 'study'), () => {});
  const idsOf = async (small: SmallPlan): Promise<string[]> =>
    (await prepare(small)).runs.map(({ id }) => id);

  it('runs again what learns from a browsing log or an example file that has changed', async () => {
    const small = await smallPlan({ recipes: ['crete/h'] });
    const topic = JSON.parse(readFileSync(join(small.folder, 'courses.json'), 'utf8'));
    const file = join(small.folder, 'own.html');
    writeFileSync(file, '<p>comet syllabus homework');
    topic.examples.relevant.push('own.html');
    writeFileSync(join(small.folder, 'courses.json'), JSON.stringify(topic));
    const first = await idsOf(small);
    expect(await idsOf(small)).toEqual(first);
    writeFileSync(file, '<p>comet syllabus grading');
    const second = await idsOf(small);
    expect(second).not.toEqual(first);
    const log = readFileSync(topic.browsingLog, 'utf8');
    writeFileSync(topic.browsingLog, log.replace('relevant: false', 'relevant: true'));
    expect(await idsOf(small)).not.toEqual(second);
  });

  it('holds back as many examples as its positives say, and its judge learns from these', async () => {
    const small = await smallPlan({}, false);
    const { browsingLog: _, ...topic } = JSON.parse(readFileSync(join(small.folder, 'courses.json'), 'utf8'));
    writeFileSync(join(small.folder, 'courses.json'), JSON.stringify(topic));
    const plan = readFileSync(small.path, 'utf8').replace(
      'file: courses.json',
      'file: courses.json\n    positives: 2',
    );
    writeFileSync(small.path, plan);
    const out = join(newFolder(), 'study');
    const schedule = await prepareStudy(loadPlan(small.path), out, () => {});
    expect(schedule.warnings).toEqual([]);
    const [job] = schedule.runs;
    const all = (small.whole.topic as { examples: { relevant: string[] } }).examples.relevant;
    const positives = job!.measured.examples.relevant;
    expect(positives).toHaveLength(2);
    expect([...job!.topic.examples.relevant, ...positives].sort()).toEqual([...all].sort());
    await runStudy(schedule, { processes: 1 });
    const { runs, topics } = readStudy(out);
    expect(topics[0]!.positives).toEqual(positives);
    for (const { visits } of runs)
      for (const { url, example, measured } of visits) {
        if (job!.topic.examples.relevant.includes(url))
          expect([example, measured]).toEqual([true, undefined]);
        // Most like itself: a positive that no recipe was given counts as found.
        if (positives.includes(url)) expect(measured!.score).toBeCloseTo(1, 12);
      }
  });

  it('warns of positives that are examples, too', async () => {
    const small = await smallPlan();
    const [example] = (small.whole.topic as { examples: { relevant: string[] } }).examples.relevant;
    writeFileSync(join(small.folder, 'urls.txt'), `# what counts\n${example}\nhttp://elsewhere.test/\n`);
    const plan = readFileSync(small.path, 'utf8').replace(
      'file: courses.json',
      'file: courses.json\n    positives: urls.txt',
    );
    writeFileSync(small.path, plan);
    expect((await prepare(small)).warnings).toEqual([
      expect.stringContaining('courses: 1 of the positives is among the examples, too.'),
    ]);
  });
});

it('positives are URLs, pages and folders, lists of URLs, or the relevant examples of a topic', () => {
  const folder = newFolder();
  const path = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const list = path('list.txt', 'http://a.test/\nhttp://b.test/ twice as good\n\nhttp://a.test/\n');
  const prose = path('prose.txt', 'http://a.test/ is a page\nabout comets');
  const topic = path(
    'comets.yaml',
    'name: comets\nkeywords: [comet]\nexamples: {relevant: [list.txt, http://c.test/]}',
  );
  expect(positiveSources([list, folder])).toEqual(['http://a.test/', 'http://b.test/', folder]);
  expect(positiveSources([prose])).toEqual([prose]);
  expect(positiveSources([topic])).toContain('http://c.test/');
  expect(() => positiveSources([join(folder, 'none')])).toThrow('none does not exist');
});

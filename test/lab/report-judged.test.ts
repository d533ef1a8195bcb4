/** What people said reaches the report, results.json and the CSV files of the study that they judged. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeReport } from '../../src/cli/lab-report.ts';
import { JudgementsFile, type Label } from '../../src/lab/judgements.ts';
import type { Results } from '../../src/lab/results.ts';
import { writeSample } from '../../src/lab/sample-file.ts';
import { drawSample } from '../../src/lab/sampling.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import { runOf, studyOf, visited, writeStudy } from './study-of.ts';

afterAll(removeFolders);

/** The judge of `hopeful` calls all four of its pages relevant, that of `sober` one of its two. */
function judgedStudy(answers: Record<string, Record<string, Label>>): string {
  const folder = newFolder();
  const pages = ['p0', 'p1', 'p2', 'p3'].map((name) => visited(name, { judged: true }));
  const study = studyOf([
    runOf('hopeful', pages),
    runOf('sober', [visited('p0', { judged: true }), visited('p3')]),
  ]);
  writeStudy(folder, study);
  const rules = { seed: 1, size: 10, finite: false };
  const drawn = drawSample(study, rules).pages;
  writeSample(folder, { ...rules, pages: drawn });
  const file = new JudgementsFile(folder);
  for (const [judge, said] of Object.entries(answers))
    for (const [name, label] of Object.entries(said)) {
      const page = drawn.find(({ url }) => url.endsWith(`/${name}`))!;
      file.add({ ...page, judge, label, at: '2026-01-02T03:04:05.000Z' });
    }
  file.close();
  return folder;
}

const reported = (folder: string): { results: Results; html: string; written: string } => {
  let written = '';
  writeReport(folder, (line) => {
    written = line;
  });
  const results = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Results;
  return { results, html: readFileSync(join(folder, 'report.html'), 'utf8'), written };
};

it('stands in all of them, expected against judged, with kappa and alpha', () => {
  // Of the four pages people find two relevant: hopeful expected 4/4 and has 2/4, sober expected 1/2 and has 1/2. All
  // pages are judged, so intervals have no width. Both judges gave the same answer to three of four pages; by chance
  // (2·3 + 2·1)/16 = 1/2 of them, so kappa = (3/4 − 1/2) / (1 − 1/2) = 1/2. Of nine answers four are yes, and on p1 4 of 6 ordered
  // pairs differ: alpha = 1 − 8 · (4/2) / (81 − 16 − 25) = 0.6.
  const folder = judgedStudy({
    anna: { p0: 'relevant', p1: 'relevant', p2: 'not-relevant', p3: 'not-relevant' },
    ben: { p0: 'relevant', p1: 'not-relevant', p2: 'not-relevant', p3: 'not-relevant' },
    cleo: { p1: 'relevant' },
  });
  const { results, html, written } = reported(folder);
  expect(results.judged!.rows).toMatchObject([
    {
      variant: 'hopeful',
      decided: 4,
      expected: { estimate: 1 },
      judged: { estimate: 0.5, low: 0.5, high: 0.5 },
    },
    { variant: 'sober', decided: 2, expected: { estimate: 0.5 }, judged: { estimate: 0.5 } },
  ]);
  expect(results.judged!.agreement.pairs[0]).toMatchObject({ judges: ['anna', 'ben'], pages: 4, kappa: 0.5 });
  expect(results.judged!.agreement.anyTwo).toEqual({ pages: 4, answers: 9, alpha: 0.6 });

  const section = /<section id="judged">.*?<\/section>/s.exec(html)![0];
  expect(section).toContain('<svg');
  expect(section).toContain('hopeful: judged 50 % (50 % to 50 %), expected 100 % (100 % to 100 %)');
  expect(section).toMatch(/anna, ben<\/td>.*?>0\.500</s);
  expect(section).toContain('Krippendorff’s alpha is 0.600 over 4 pages');
  expect(section.match(/<circle/g)).toHaveLength(2);
  expect(section.match(/<rect/g)).toHaveLength(2);

  expect(written).toContain('judged.csv, judges.csv');
  const [head, ...lines] = readFileSync(join(folder, 'judged.csv'), 'utf8').trimEnd().split('\r\n');
  expect(head).toBe(
    'variant,window,population,drawn,decided,unsure,split,open,expected,expected low,expected high,judged,judged low,judged high,related,related low,related high,labelled,labelled low,labelled high,measured,measured low,measured high,mean of judges,deviation',
  );
  expect(lines).toEqual([
    // Anna and Ben judged all of them: 2/4 and 1/4, mean 3/8, deviation √(2 · (1/8)²).
    `hopeful,,4,4,4,0,0,0,1,1,1,0.5,0.5,0.5,,,,,,,,,,0.375,${Math.sqrt(2 / 64)}`,
    'sober,,2,2,2,0,0,0,0.5,0.5,0.5,0.5,0.5,0.5,,,,,,,,,,0.5,0',
  ]);
  const judges = readFileSync(join(folder, 'judges.csv'), 'utf8');
  expect(judges).toContain('anna; ben,4,,,,0.75,0.5,\r\n');
  expect(judges).toMatch(/\r\nany two,4,,,,,,0\.6\r\n$/);
});

it('is left out where a sample was drawn and nobody has judged it', () => {
  const { results, html, written } = reported(judgedStudy({}));
  expect(results.judged).toBeUndefined();
  expect(html).not.toContain('id="judged"');
  expect(written).not.toContain('judged.csv');
});

it('says so where all are unsure', () => {
  const { html } = reported(judgedStudy({ anna: { p0: 'unsure' } }));
  expect(html).toContain('No page of a sample has a verdict yet.');
});

/** From a study on disk to the table of what people said, as the commands do it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { judgementsText } from '../../src/cli/lab-judgements.ts';
import { type SampleOptions, sampleStudy } from '../../src/cli/lab-sample.ts';
import { judgedTable } from '../../src/lab/judged-table.ts';
import { readJudgements } from '../../src/lab/judgements.ts';
import { readSample } from '../../src/lab/sample-file.ts';
import { readStudy } from '../../src/lab/study.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import { runOf, studyOf, visited, writeStudy } from '../lab/study-of.ts';

afterAll(removeFolders);

let folder: string;
beforeEach(() => {
  folder = newFolder();
  const found = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => visited(`p${from + i}`, { judged: i % 2 === 0 }));
  writeStudy(folder, studyOf([runOf('crete/j', found(0, 6)), runOf('breadth-first', found(3, 12))]));
});

/** What was printed, by the command and on the judge's screen. */
async function sample(options: SampleOptions, keys = ''): Promise<string> {
  let printed = '';
  const input = new PassThrough();
  const output = new PassThrough();
  input.end(keys);
  await sampleStudy(
    folder,
    options,
    (text) => {
      printed += text;
    },
    { input, output },
  );
  return printed + String(output.read() ?? '');
}
const table = (): string => judgementsText(judgedTable(folder, readStudy(folder))!);

describe('a sample', () => {
  it('has 385 pages per recipe by default, and says what to do next', async () => {
    const printed = await sample({});
    expect(readSample(folder)).toMatchObject({ seed: 1, size: 385, finite: false });
    expect(printed).toMatch(/crete\/j +6 +6\n/);
    expect(printed).toMatch(/breadth-first +9 +9\n/);
    expect(printed).toContain('12 different pages to judge');
    expect(printed).toContain(`forage lab sample ${folder} --judge NAME`);
  });

  it('of each control window has as many pages, and goes on as such', async () => {
    // Six and nine pages are windows of one page each: the 1st, 2nd, 4th and, of nine, the 8th.
    const printed = await sample({ perWindow: 3 });
    expect(printed).toMatch(
      /recipe +window +pages found +drawn\ncrete\/j +1 +1 +1\ncrete\/j +2 +1 +1\ncrete\/j +4 +1 +1\n/,
    );
    expect(printed).toMatch(/breadth-first +8 +1 +1\n/);
    await sample({ judge: 'anna' }, 'e'.repeat(3));
    expect(readSample(folder)).toMatchObject({ size: 3, perWindow: true });
    expect(table()).toMatch(/judge +pages +relevant +related +unsure\nanna +3 +0 +3 +0\n/);
    expect(table()).toMatch(/recipe +window +expected +judged +related/);
  });

  it('names no recipe in its file', async () => {
    await sample({ size: 4 });
    expect(readFileSync(join(folder, 'sample.json'), 'utf8')).not.toMatch(/crete|breadth/);
  });

  it.each([
    [{ margin: 10 }, 97],
    [{ confidence: 99 }, 664],
    [{ size: 3, finite: true }, 3],
  ])('with %o is of %i', async (options, size) => {
    await sample(options);
    expect(readSample(folder)!.size).toBe(size);
  });

  it.each([
    { margin: 0 },
    { margin: 50 },
    { confidence: 100 },
    { confidence: 10 },
    { seed: 1.5 },
    { judge: '<b>' },
  ])('with %o is refused', async (options) => {
    await expect(sample(options)).rejects.toThrow(/give|not a valid name/);
    expect(readSample(folder)).toBeUndefined();
  });

  it('grows without losing what was judged, and keeps its seed once something is', async () => {
    await sample({ size: 2, seed: 7 });
    const small = readSample(folder)!.pages;
    await sample({ judge: 'anna' }, 'rq');
    expect(await sample({ size: 5 })).toContain('1 of them are judged');
    expect(readSample(folder)).toMatchObject({ seed: 7, size: 5 });
    expect(readSample(folder)!.pages).toEqual(expect.arrayContaining(small));
    await expect(sample({ seed: 8 })).rejects.toThrow(/seed 7 have already been judged/);
  });

  it('of a folder that is not a study is refused', async () => {
    folder = newFolder();
    await expect(sample({})).rejects.toThrow(/is not a study/);
  });
});

describe('judging', () => {
  it('draws if nothing was drawn, and reports progress', async () => {
    const printed = await sample({ judge: 'anna' }, 'rnq');
    expect(printed).toContain('Wanted: Comets');
    expect(printed).toContain('anna: 2 of 12 pages judged; run the same command again for the other 10.');
    const again = await sample({ judge: 'anna' }, 'r'.repeat(10));
    expect(again).toContain('anna: 12 of 12 pages judged.');
    expect(again).toContain('forage lab judgements ');
    expect(again).not.toContain('pages found');
    expect(readJudgements(folder).judgements).toHaveLength(12);
  });
});

describe('the table', () => {
  it('compares judged with expected relevance', async () => {
    await sample({ judge: 'anna' }, 'r'.repeat(12));
    await sample({ judge: 'ben' }, 'r'.repeat(12));
    await sample({ judge: 'cleo' }, `nu${'r'.repeat(4)}q`);
    const text = table();
    expect(text).toMatch(/anna +12 +12 +0 +0\n/);
    expect(text).toMatch(/anna, ben \(Cohen\) +12 +100.0 % +–\n/);
    expect(text).toMatch(/anna, ben, cleo \(Fleiss\) +6 +66.7 % +-?0\.\d{3}\n/);
    // All pages of either recipe are judged, so the shares are no estimates: 3 of 6 and 5 of 9 by their own judges.
    expect(text).toMatch(
      /crete\/j +50.0 % \(50.0–50.0\) +100.0 % \(100.0–100.0\) +100.0 % ± 0.0 +6 of 6 +0 +0\n/,
    );
    expect(text).toMatch(
      /breadth-first +55.6 % \(55.6–55.6\) +100.0 % \(100.0–100.0\) +100.0 % ± 0.0 +9 of 9 +0 +0\n/,
    );
  });

  it('says so if nothing has been judged yet', async () => {
    await sample({});
    expect(table()).toContain('None of them has been judged yet.');
  });
});

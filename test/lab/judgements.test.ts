/** What people say is kept at once and survives crashes; what comes of it is checked by hand and by published examples. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ForageError } from '../../src/errors.ts';
import { agreement } from '../../src/lab/agreement.ts';
import { judgedRows, judgedTable } from '../../src/lab/judged-table.ts';
import {
  type HumanJudgement,
  JudgementsFile,
  judgeName,
  type Label,
  readJudgements,
} from '../../src/lab/judgements.ts';
import { Judging } from '../../src/lab/judging.ts';
import { readSample, writeSample } from '../../src/lab/sample-file.ts';
import { drawSample } from '../../src/lab/sampling.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import { digestOf, htmlOf, runOf, studyOf, visited } from './study-of.ts';

afterAll(removeFolders);

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

const sampled = (name: string) => ({
  ...{ web: 'w', topic: 'comets', digest: digestOf(htmlOf(name)) },
  url: `http://w.test/${name}`,
});
const said = (name: string, judge: string, label: Label): HumanJudgement => ({
  ...sampled(name),
  judge,
  label,
  at: '2026-01-02T03:04:05.000Z',
});

describe('the file of judgements', () => {
  it('has a line for each, and the last of a judge for a page counts', () => {
    const file = new JudgementsFile(folder);
    for (const one of [
      said('p1', 'anna', 'relevant'),
      said('p2', 'anna', 'unsure'),
      said('p1', 'ben', 'relevant'),
      said('p1', 'anna', 'not-relevant'),
    ])
      file.add(one);
    file.close();
    expect(readFileSync(join(folder, 'judgements.jsonl'), 'utf8').split('\n')).toHaveLength(5);
    expect(readJudgements(folder)).toEqual({
      judgements: [
        said('p1', 'anna', 'not-relevant'),
        said('p2', 'anna', 'unsure'),
        said('p1', 'ben', 'relevant'),
      ],
      damaged: [],
    });
  });

  it('can be read by others after every single judgement', () => {
    const file = new JudgementsFile(folder);
    for (const [i, name] of ['p1', 'p2', 'p3'].entries()) {
      file.add(said(name, 'anna', 'relevant'));
      expect(readJudgements(folder).judgements).toHaveLength(i + 1);
    }
    file.close();
  });

  it('loses only the line that a crash cut short', () => {
    const before = new JudgementsFile(folder);
    before.add(said('p1', 'anna', 'relevant'));
    before.close();
    appendFileSync(join(folder, 'judgements.jsonl'), '{"web":"w","topic":"com');
    const after = new JudgementsFile(folder);
    after.add(said('p2', 'anna', 'relevant'));
    after.close();
    expect(readJudgements(folder)).toEqual({
      judgements: [said('p1', 'anna', 'relevant'), said('p2', 'anna', 'relevant')],
      damaged: [2],
    });
  });

  it('is read whatever was written into it', () => {
    const odd = [
      'null',
      '[]',
      '{"judge":7}',
      JSON.stringify({ ...said('p1', 'a', 'relevant'), label: 'maybe' }),
      '\0',
    ];
    writeFileSync(join(folder, 'judgements.jsonl'), `${odd.join('\n')}\n\n`);
    expect(readJudgements(folder)).toEqual({ judgements: [], damaged: [1, 2, 3, 4, 5] });
  });

  it('takes names of people and refuses others', () => {
    expect(judgeName('  Zoë  van der Berg ')).toBe('Zoë van der Berg');
    for (const name of ['', ' ', 'a\nb'.repeat(30), '<b>', '../x', 'x'.repeat(61)])
      expect(() => judgeName(name), name).toThrow(ForageError);
  });
});

describe('a judge', () => {
  it('continues where she stopped, and ignores the others', () => {
    const file = new JudgementsFile(folder);
    const pages = ['p1', 'p2', 'p3'].map(sampled);
    const before = [
      said('p1', 'anna', 'relevant'),
      said('p2', 'ben', 'relevant'),
      said('gone', 'anna', 'unsure'),
    ];
    const judging = new Judging('anna', pages, before, file);
    expect([judging.done, judging.nextOpen(), judging.labelOf(1)]).toEqual([1, 1, undefined]);
    judging.say(2, 'unsure');
    expect(judging.nextOpen(2)).toBe(1);
    judging.say(1, 'not-relevant');
    expect([judging.done, judging.nextOpen(1)]).toEqual([3, undefined]);
    file.close();
  });
});

describe('the file of the sample', () => {
  it('comes back as it was written', () => {
    const sample = { seed: 7, size: 385, finite: true, pages: [sampled('p1'), sampled('p2')] };
    writeSample(folder, sample);
    expect(readSample(folder)).toEqual(sample);
    expect(readSample(newFolder())).toBeUndefined();
  });

  it.each(['', '{}', '[1]', '{"seed":1,"size":0,"finite":false,"pages":[]}'])('is refused as %j', (text) => {
    writeFileSync(join(folder, 'sample.json'), text);
    expect(() => readSample(folder)).toThrow(/is not a valid sample.*draw again/s);
  });
});

describe('agreement', () => {
  it("is Cohen's kappa for two", () => {
    // Fifty proposals read by two (the example of "Cohen's kappa" in Wikipedia): both yes 20, both no 15, A alone yes 5,
    // B alone yes 10; raw 0.70, kappa 0.40.
    const answers: [times: number, a: Label, b: Label][] = [
      [20, 'relevant', 'relevant'],
      [5, 'relevant', 'not-relevant'],
      [10, 'not-relevant', 'relevant'],
      [15, 'not-relevant', 'not-relevant'],
    ];
    let page = 0;
    const all = answers.flatMap(([times, a, b]) =>
      Array.from({ length: times }, () => {
        const name = `p${page++}`;
        return [said(name, 'a', a), said(name, 'b', b)];
      }).flat(),
    );
    const { pairs, all: together, judges } = agreement([...all, said('alone', 'a', 'unsure')]);
    expect(together).toBeUndefined();
    expect(pairs).toHaveLength(1);
    expect(pairs[0]).toMatchObject({ judges: ['a', 'b'], pages: 50, raw: 0.7 });
    expect(pairs[0]!.kappa).toBeCloseTo(0.4, 10);
    expect(judges).toEqual([
      { name: 'a', pages: 51, relevant: 25, related: 0, unsure: 1 },
      { name: 'b', pages: 50, relevant: 30, related: 0, unsure: 0 },
    ]);
  });

  it("is Fleiss' kappa for three, on the pages that all of them judged", () => {
    // By hand: rows (3,0,0) (2,1,0) (0,3,0) (1,1,1); P = (1 + 1/3 + 1 + 0)/4 = 7/12;
    // shares 6/12, 5/12, 1/12, so Pe = (36+25+1)/144 = 62/144; kappa = (84−62)/(144−62) = 22/82.
    const table: Record<string, [Label, Label, Label]> = {
      p1: ['relevant', 'relevant', 'relevant'],
      p2: ['relevant', 'relevant', 'not-relevant'],
      p3: ['not-relevant', 'not-relevant', 'not-relevant'],
      p4: ['relevant', 'not-relevant', 'unsure'],
    };
    const all = Object.entries(table).flatMap(([name, row]) =>
      row.map((label, i) => said(name, `j${i}`, label)),
    );
    const { all: together, pairs } = agreement([
      ...all,
      said('p9', 'j0', 'relevant'),
      said('p9', 'j1', 'unsure'),
    ]);
    expect(together).toMatchObject({ judges: ['j0', 'j1', 'j2'], pages: 4, raw: 0.5 });
    expect(together!.kappa).toBeCloseTo(22 / 82, 12);
    expect(pairs.map(({ pages }) => pages)).toEqual([5, 4, 4]);
  });

  it("has Krippendorff's alpha over all pages that two judged, also where nobody judged all of them", () => {
    // By hand: six answers, three of each; of the ordered pairs of answers 36 − 9 − 9 = 18 differ, on the pages 2 (both of
    // p2), so alpha = 1 − (6 − 1) · 2 / 18.
    const { all: together, anyTwo } = agreement([
      ...[said('p1', 'j0', 'relevant'), said('p1', 'j1', 'relevant')],
      ...[said('p2', 'j1', 'relevant'), said('p2', 'j2', 'not-relevant')],
      ...[said('p3', 'j0', 'not-relevant'), said('p3', 'j2', 'not-relevant')],
      said('alone', 'j0', 'unsure'),
    ]);
    expect(together).toBeUndefined();
    expect(anyTwo).toMatchObject({ pages: 3, answers: 6 });
    expect(anyTwo!.alpha).toBeCloseTo(4 / 9, 12);
  });

  it('has no kappa if all answers are equal, and leaves out judges without a common page', () => {
    expect(agreement([said('p1', 'a', 'relevant'), said('p1', 'b', 'relevant')]).pairs).toEqual([
      { judges: ['a', 'b'], pages: 1, raw: 1 },
    ]);
    expect(agreement([said('p1', 'a', 'relevant'), said('p2', 'b', 'relevant')]).pairs).toEqual([]);
    expect(agreement([])).toEqual({ judges: [], pairs: [] });
  });
});

describe('expected against judged', () => {
  const names = (n: number): string[] => Array.from({ length: n }, (_, i) => `p${i}`);

  it('counts both over the pages of the variant that have a verdict', () => {
    // Its own judge likes p0 to p5; the labels know p0 to p3.
    const visits = names(10).map((name, i) => visited(name, { judged: i < 6, relevant: i < 4 }));
    const study = studyOf([runOf('a', visits)]);
    const judgements = [
      ...['p0', 'p1', 'p2'].map((name) => said(name, 'anna', 'relevant')),
      ...['p3', 'p4', 'p8'].map((name) => said(name, 'anna', 'not-relevant')),
      said('p5', 'anna', 'unsure'),
      said('p6', 'anna', 'relevant'),
      said('p6', 'ben', 'not-relevant'),
      said('p0', 'ben', 'not-relevant'),
      said('p0', 'cleo', 'relevant'),
      said('p8', 'ben', 'unsure'),
      said('other', 'anna', 'relevant'),
    ];
    const [row] = judgedRows(study, { seed: 1, size: 10, finite: false }, judgements);
    expect(row).toMatchObject({ population: 10, drawn: 10, decided: 6, unsure: 1, split: 1, open: 2 });
    expect(row!.judged!.estimate).toBe(3 / 6);
    expect(row!.expected!.estimate).toBe(5 / 6);
    expect(row!.labelled!.estimate).toBe(4 / 6);
    expect(row!.measured).toBeUndefined();
  });

  it('counts what is related by itself, and not as relevant', () => {
    const study = studyOf([
      runOf(
        'a',
        names(4).map((name) => visited(name)),
      ),
    ]);
    const judgements = [
      said('p0', 'anna', 'relevant'),
      said('p1', 'anna', 'related'),
      // One yes against one related and one no.
      ...(
        [
          ['anna', 'relevant'],
          ['ben', 'related'],
          ['cleo', 'not-relevant'],
        ] as const
      ).map(([judge, label]) => said('p2', judge, label)),
      // As many yes as not.
      said('p3', 'anna', 'relevant'),
      said('p3', 'ben', 'related'),
    ];
    const [row] = judgedRows(study, { seed: 1, size: 4, finite: false }, judgements);
    expect(row).toMatchObject({
      decided: 3,
      split: 1,
      judged: { estimate: 1 / 3 },
      related: { estimate: 1 / 3 },
    });
  });

  it('has Wilson intervals, narrower if a large part of all pages was judged', () => {
    const study = studyOf([
      runOf(
        'a',
        names(20_000).map((name) => visited(name, { digest: digestOf(name) })),
      ),
    ]);
    const rules = { seed: 1, size: 10, finite: false };
    const drawn = drawSample(study, rules).pages;
    const judgements = drawn.map(
      (page, i): HumanJudgement => ({
        ...page,
        ...{ judge: 'anna', label: i === 0 ? 'relevant' : 'not-relevant', at: '' },
      }),
    );
    const [row] = judgedRows(study, rules, judgements);
    // Wilson's interval of 1 in 10 is 0.0179 to 0.4042 (Brown, Cai and DasGupta 2001); a sample of ten from so large a population needs no correction.
    expect(row!.judged!.estimate).toBe(0.1);
    expect(row!.judged!.low).toBeCloseTo(0.0179, 3);
    expect(row!.judged!.high).toBeCloseTo(0.4042, 3);

    const few = studyOf([
      runOf(
        'a',
        names(12).map((name) => visited(name)),
      ),
    ]);
    const ten = names(10).map((name, i) => said(name, 'anna', i === 0 ? 'relevant' : 'not-relevant'));
    const [narrow] = judgedRows(few, { ...rules, size: 12 }, ten);
    expect(narrow!.judged!.high - narrow!.judged!.low).toBeLessThan(0.2);
    const [whole] = judgedRows(few, { ...rules, size: 12 }, [
      ...ten,
      said('p10', 'anna', 'relevant'),
      said('p11', 'anna', 'relevant'),
    ]);
    expect(whole!.judged).toEqual({ estimate: 0.25, low: 0.25, high: 0.25 });
  });

  it('uses of each variant its own pages alone', () => {
    const study = studyOf([
      runOf('a', [visited('p0', { judged: true }), visited('p1')]),
      runOf('b', [visited('p1', { judged: true }), visited('p2', { judged: true })]),
    ]);
    const judgements = [
      said('p0', 'x', 'relevant'),
      said('p1', 'x', 'relevant'),
      said('p2', 'x', 'not-relevant'),
    ];
    const rows = judgedRows(study, { seed: 1, size: 385, finite: false }, judgements);
    expect(
      rows.map(({ variant, judged, expected }) => [variant, judged!.estimate, expected!.estimate]),
    ).toEqual([
      ['a', 1, 0.5],
      ['b', 0.5, 1],
    ]);
  });

  it('is read from the study, with what could not be read', () => {
    const study = studyOf([runOf('a', [visited('p0')])]);
    expect(judgedTable(folder, study)).toBeUndefined();
    const rules = { seed: 1, size: 385, finite: false };
    writeSample(folder, { ...rules, pages: drawSample(study, rules).pages });
    writeFileSync(join(folder, 'judgements.jsonl'), `${JSON.stringify(said('p0', 'anna', 'unsure'))}\nhalf`);
    const table = judgedTable(folder, study)!;
    expect(table).toMatchObject({ sample: { ...rules, pages: 1 }, damaged: [2] });
    expect(table.rows[0]).toMatchObject({ decided: 0, unsure: 1, open: 0 });
    expect(table.rows[0]!.judged).toBeUndefined();
    expect(table.agreement.judges).toEqual([{ name: 'anna', pages: 1, relevant: 0, related: 0, unsure: 1 }]);
  });
});

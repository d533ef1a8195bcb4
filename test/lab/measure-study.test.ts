import { describe, expect, it } from 'vitest';
import { measureStudy } from '../../src/lab/measure-study.ts';
import { planSchema } from '../../src/lab/plan.ts';
import { renderReport } from '../../src/lab/report/report.ts';
import type { RunVisits, StudyData, TopicData, Visited } from '../../src/lab/study.ts';

/**
 * One small web, known by hand: s links to a and h, a to b and c, h to R and T; R and T are relevant. Breadth-first
 * goes s a h b c R T: found 0 0 0 0 0 1 2, area 3/14. The best is s h R T a b c: 0 0 1 2 2 2 2, area 9/14.
 */
const pages = 'sahbcRT';
const links = 'sa sh ab ac hR hT';
const breadthFirst = 'sahbcRT';
const best = 'shRTabc';
const between = 'shaRTbc'; // 0 0 0 1 2 2 2: 7/14

const visit = (page: string, over: Partial<Visited> = {}): Visited => ({
  url: `http://${page.toLowerCase()}.test/${page}`,
  digest: page,
  score: page === page.toLowerCase() ? 0.2 : 0.8,
  judged: page !== page.toLowerCase(),
  bytes: 1000,
  relevant: page !== page.toLowerCase(),
  ...over,
});

function run(
  variant: string,
  order: string,
  topic: string,
  repeat = 1,
  over: Partial<Visited> = {},
): RunVisits {
  return {
    run: {
      ...{ id: `${variant}-${topic}-${repeat}`, web: 'w', topic, variant, recipe: variant, set: {}, repeat },
      stop: 'frontier-empty',
      cost: { seconds: 2, cpuMsPerPage: 3, peakMemoryMb: 100 },
      judge: 'keyword-cosine',
    },
    visits: [...order].map((page) => visit(page, over)),
  };
}

function topicOf(topic: string, over: Partial<TopicData> = {}): TopicData {
  return {
    ...{ web: 'w', topic, title: topic, labelled: true, seeds: ['http://s.test/s'] },
    reached: [...pages].map((page) => visit(page)),
    links: Uint32Array.from(links.split(' ').flatMap((link) => [...link].map((page) => pages.indexOf(page)))),
    examples: { relevant: [], irrelevant: [] },
    ...over,
  };
}

function study(runs: RunVisits[], topics: TopicData[], plan: Record<string, unknown> = {}): StudyData {
  return {
    differences: [],
    plan: planSchema.parse({
      name: 'small',
      webs: [{ name: 'w', files: 'w.warc.gz' }],
      topics: [{ web: 'w', file: 't.yaml' }],
      recipes: ['breadth-first'],
      ...plan,
    }),
    runs,
    topics,
    failures: [],
    warnings: ['as it was'],
  };
}

const names = ['one', 'two'];
const whole = (): StudyData =>
  study(
    names.flatMap((topic) =>
      [1, 2].flatMap((repeat) => [
        run('plain', breadthFirst, topic, repeat),
        run('good', best, topic, repeat),
        run('middling', between, topic, repeat),
      ]),
    ),
    names.map((topic) => topicOf(topic)),
  );

describe('a study of three orders on a web known by hand', () => {
  const results = measureStudy(whole());
  const figure = (variant: string, name: string): number =>
    results.variants.find((one) => one.name === variant)!.figures[name]!.estimate;

  it('finds their areas, with breadth-first as 0 and the oracle as 1', () => {
    expect(figure('plain', 'area')).toBeCloseTo(3 / 14, 12);
    expect(figure('good', 'area')).toBeCloseTo(9 / 14, 12);
    expect(figure('middling', 'area')).toBeCloseTo(7 / 14, 12);
    expect(figure('plain', 'normalisedArea')).toBeCloseTo(0, 12);
    expect(figure('good', 'normalisedArea')).toBeCloseTo(1, 12);
    expect(figure('middling', 'normalisedArea')).toBeCloseTo(4 / 6, 12);
    expect(results.topics[0]).toMatchObject({ reachable: 7, relevant: 2 });
    expect(results.topics[0]!.oracle!.area).toBeCloseTo(9 / 14, 12);
    expect(results.topics[0]!.bound!.area).toBeCloseTo(9 / 14, 12);
    expect(results.topics[0]!.breadthFirst!.area).toBeCloseTo(3 / 14, 12);
  });

  it('ranks the best first, by the area', () => {
    expect(results.primary).toBe('area');
    expect(results.rankings[0]!.rows.map(({ rank, variant }) => [rank, variant])).toEqual([
      [1, 'good'],
      [2, 'middling'],
      [3, 'plain'],
    ]);
    expect(results.variants.map(({ name }) => name)).toEqual(['good', 'middling', 'plain']);
    expect(results.rankings[0]!.rows[0]).toMatchObject({ topics: 2, runs: 4 });
  });

  it('compares each pair on the same topics and repeats', () => {
    const { pairs, smallestPossible } = results.comparisons[0]!;
    expect(pairs).toHaveLength(3);
    const pair = pairs.find(({ a, b }) => a === 'good' && b === 'plain')!;
    expect(pair).toMatchObject({ topics: 2, pairs: 4, wins: 2, losses: 0 });
    expect(pair.difference.estimate).toBeCloseTo(6 / 14, 12);
    // Two topics that agree, twice each: 2 of 4 signs by every test, since repeats are no further trials.
    expect(pair.permutation.p).toBe(0.5);
    expect(pair.wilcoxon.p).toBe(0.5);
    expect(pair.sign.p).toBe(0.5);
    expect(pair.wilcoxon.corrected).toBe(1);
    expect(smallestPossible).toBe(1);
    expect(results.warnings.join()).toMatch(/no permutation test of 3 pairs/);
  });

  it('reports what they share by content after a share of the pages', () => {
    const shared = (of: string, share: number): (number | null)[][] =>
      results.overlaps.find((one) => one.of === of && one.share === share)!.mean;
    // After a fifth, one page: all have s alone, and no relevant one to share.
    expect(shared('visited', 0.2)[0]).toEqual([1, 1, 1]);
    expect(shared('relevant', 0.2)[0]).toEqual([null, null, null]);
    expect(shared('relevant', 1)[0]).toEqual([1, 1, 1]);
  });

  it('gives recall and harvest at steps that can be checked by hand', () => {
    const cell = results.cells.find(({ variant, topic }) => variant === 'good' && topic === 'two')!;
    expect(cell.curve.visited).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(cell.curve.recall).toEqual([0, 0, 0.5, 1, 1, 1, 1]);
    expect(cell.curve.precision![3]).toBe(0.5);
    expect(cell.repeats).toBe(2);
    // 30 % of 7 pages are 2, half of them 4 (both rounded).
    expect(figure('good', 'recall30')).toBe(0);
    expect(figure('good', 'recall50')).toBe(1);
    expect(figure('plain', 'pagesPerRelevant')).toBe(3.5);
    expect(figure('good', 'pagesToHalf')).toBe(3);
    expect(cell.sweep!.best).toMatchObject({ f1: 1, threshold: 0.8 });
    expect(figure('good', 'judgedF1')).toBe(1);
  });

  it('reports pages and relevant pages in virtual time: seven hosts, none of which must wait', () => {
    expect(figure('good', 'pagesAfter60s')).toBe(7);
    expect(figure('good', 'foundAfter60s')).toBe(2);
  });

  it('is plain JSON, and the same every time', () => {
    expect(JSON.parse(JSON.stringify(results))).toEqual(results);
    const at = new Date(0);
    expect(measureStudy(whole(), at)).toEqual(measureStudy(whole(), at));
  });

  it('says what each figure means', () => {
    const known = new Set(results.measures.map(({ name }) => name));
    for (const one of results.runs)
      for (const name of Object.keys(one.figures)) expect(known).toContain(name);
  });

  it('keeps the warnings of the study', () => {
    expect(results.warnings[0]).toBe('as it was');
  });
});

describe('a study of other kinds', () => {
  it('counts only within the budget, for runs, breadth-first and oracle alike', () => {
    const runs = [run('good', best.slice(0, 4), 'one'), run('plain', breadthFirst.slice(0, 4), 'one')];
    const results = measureStudy(study(runs, [topicOf('one')], { pages: 4 }));
    // 0 0 1 2 of 2 in four steps, and breadth-first finds none.
    expect(results.rankings[0]!.rows[0]!.estimate).toBeCloseTo(3 / 8, 12);
    expect(results.topics[0]!.oracle!.area).toBeCloseTo(3 / 8, 12);
    expect(results.runs[0]!.figures.normalisedArea).toBeCloseTo(1, 12);
    expect(results.runs[1]!.figures.area).toBe(0);
  });

  it('uses what all runs found together if the reachable pages are unknown, and says so', () => {
    const { reached: _, links: __, ...unknown } = topicOf('one');
    const results = measureStudy(study([run('good', 'shR', 'one'), run('plain', 'shT', 'one')], [unknown]));
    expect(results.runs[0]!.figures.recall).toBe(0.5);
    expect(results.runs[0]!.figures).not.toHaveProperty('normalisedArea');
    expect(results.warnings.join()).toMatch(/the reachable pages are unknown/);
  });

  it('uses the measuring judge if there are no labels', () => {
    const unlabelled = { relevant: undefined };
    const judged = (share: number): RunVisits => {
      const made = run(`v${share}`, 'sahb', 'one', 1, unlabelled);
      return {
        ...made,
        visits: made.visits.map((one, i) => ({ ...one, measured: { score: i / 4, relevant: i < share } })),
      };
    };
    const topic = topicOf('one', { labelled: false });
    const results = measureStudy(study([judged(1), judged(3)], [topic]));
    expect(results.primary).toBe('acceptedShare');
    expect(results.rankings[0]!.rows.map(({ variant, estimate }) => [variant, estimate])).toEqual([
      ['v3', 0.75],
      ['v1', 0.25],
    ]);
    expect(results.runs[0]!.figures).not.toHaveProperty('area');
    expect(results.runs[0]!.figures.meanMeasured).toBeCloseTo((0 + 1 + 2 + 3) / 16, 12);
    expect(results.runs[0]!.figures.foundAfter60s).toBe(1);
    expect(JSON.parse(JSON.stringify(results))).toEqual(results);
  });

  it('warns if a run does better than the oracle, as with links it does not know', () => {
    const results = measureStudy(study([run('lucky', 'RTsahbc', 'one')], [topicOf('one')]));
    expect(results.warnings.join()).toMatch(/lucky has an area of 0\.9286, above/);
    expect(results.warnings.join()).not.toMatch(/within the bound/);
  });

  it('says how many reachable pages nobody labelled', () => {
    const results = measureStudy(study([run('a', best, 'one')], [topicOf('one', { unlabelled: 2 })]));
    expect(results.warnings.join()).toMatch(
      /one: 2 of 7 reachable pages have no label and count as not rele/,
    );
  });

  it('says which variants lack runs that others have', () => {
    const runs = [run('a', best, 'one'), run('a', best, 'two'), run('b', best, 'one')];
    const results = measureStudy(
      study(
        runs,
        names.map((topic) => topicOf(topic)),
      ),
    );
    expect(results.warnings.join()).toMatch(/b has 1 of 2 runs/);
  });

  it('warns that intervals of one topic say nothing of others', () => {
    const warnings = (repeats: number[], topics: string[]): string =>
      measureStudy(
        study(
          topics.flatMap((topic) => repeats.map((repeat) => run('a', best, topic, repeat))),
          topics.map((topic) => topicOf(topic)),
        ),
      ).warnings.join();
    expect(warnings([1], ['one'])).toMatch(/there are no intervals/);
    expect(warnings([1, 2], ['one'])).toMatch(/not how much another topic would/);
    expect(warnings([1], ['one', 'two'])).not.toMatch(/intervals/);
  });

  it('thins long curves to two hundred points', () => {
    const long = Array.from({ length: 1234 }, (_, i) =>
      visit('x', { digest: `${i}`, url: `http://x.test/${i}` }),
    );
    const made = { ...run('a', 's', 'one'), visits: long };
    const topic = topicOf('one', { reached: long, links: new Uint32Array() });
    const { curve } = measureStudy(study([made], [topic])).cells[0]!;
    expect(curve.visited).toHaveLength(200);
    expect(curve.visited.at(-1)).toBe(1234);
  });

  it('measures a study without any run, and a run without any page', () => {
    expect(measureStudy(study([], [topicOf('one')])).rankings).toEqual([]);
    const empty = measureStudy(study([run('none', '', 'one')], [topicOf('one')]));
    expect(empty.runs[0]!.figures.area).toBe(0);
    expect(JSON.parse(JSON.stringify(empty))).toEqual(empty);
  });
});

describe('by pages, depth and margins', () => {
  const scored = (scores: number[], depths: number[]): Visited[] =>
    scores.map((score, i) =>
      visit(`p${i}`, {
        ...{ relevant: undefined, depth: depths[i], margin: score - 0.5, score },
        measured: { score, relevant: score > 0.75 },
      }),
    );
  const made = (topic: string, scores: number[], depths: number[]): RunVisits => ({
    ...run('only', '', topic),
    visits: scored(scores, depths),
  });
  const results = measureStudy(
    study(
      [made('one', [0.8, 0.2, 0.9], [0, 1, 1]), made('two', [0.4, 0.8, 0.1, 0.3], [0, 1, 2, 2])],
      names.map((topic) => ({ ...topicOf(topic, { labelled: false }), reached: undefined as never })),
    ),
  );

  it('accepted pages and the mean score are means over topics at equal numbers of pages', () => {
    const { visited, accepted, meanMeasured } = results.variants[0]!.byPages!;
    // Up to the three pages that both have: accepted 1 1 2 and 0 1 1; means 0.8 0.5 0.6333 and 0.4 0.6 0.4333.
    expect(visited).toEqual([1, 2, 3]);
    expect(accepted.estimate).toEqual([0.5, 1, 1.5]);
    expect(meanMeasured.estimate).toEqual([0.6, 0.55, 0.53333]);
  });

  it('the depth of each page is in the curve, margins in a density over their range', () => {
    const [one, two] = results.cells;
    expect([one!.curve.depth, two!.curve.depth]).toEqual([
      [0, 1, 1],
      [0, 1, 2, 2],
    ]);
    expect(results.runs[1]!.figures.meanDepth).toBe(1.25);
    const { from, to, density, pages } = one!.margins!;
    expect([from, to, pages]).toEqual([0.2 - 0.5, 0.9 - 0.5, 3]);
    expect(density.reduce((sum, value) => sum + (value * (to - from)) / 80, 0)).toBeCloseTo(1, 4);
  });

  it('the report draws them', () => {
    const html = renderReport(results);
    for (const title of [
      'Accepted pages over all topics',
      'Mean score by the measuring judge over all topics',
      'Depth of the pages, topic by topic',
      'Density of margins',
    ])
      expect(html).toContain(title);
  });
});

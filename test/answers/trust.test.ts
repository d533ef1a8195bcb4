/** What users read about a judge. */
import { describe, expect, it } from 'vitest';
import type { NoPrecision, PrecisionEstimate } from '../../src/answers/precision.ts';
import { precisionFigure, precisionSentence, warningsOf } from '../../src/answers/trust.ts';

const figure = (given: Partial<PrecisionEstimate>): PrecisionEstimate => ({
  called: 200,
  checked: 0,
  examples: 0,
  share: 0.57,
  low: 0.46,
  high: 0.68,
  basis: 'examples',
  ...given,
});

describe('the share of called pages that are relevant', () => {
  it('is called a guess, with all that is possible, as long as no page was checked', () => {
    const said = precisionSentence(figure({ low: 0.2, high: 0.85 }), 'birds');
    expect(said).toMatch(
      /^Roughly 57 % of the 200 pages .* anything from 20 to 85 %: a guess .* no page was checked\. Check 20/,
    );
    expect(said).toContain('forage check-sample birds');
  });

  it('names the number of checked pages', () => {
    expect(precisionSentence(figure({ checked: 20, basis: 'examples and answers' }), 'birds')).toMatch(
      /57 % .*\(46–68 %\), from 20 pages checked/,
    );
    expect(precisionSentence(figure({ checked: 34, basis: 'answers' }), 'birds')).toMatch(
      /57 % .*\(46–68 %\), from 34 pages checked\./,
    );
    expect(precisionSentence(figure({ called: 12, checked: 12, basis: 'answers' }), 'birds')).toMatch(
      /all 12 pages were checked/,
    );
  });

  it('leaves examples out, and says so', () => {
    expect(precisionSentence(figure({ examples: 6 }), 'birds')).toMatch(
      /57 % of the 200 pages .* Not counted: 6 called pages that are examples of the topic\. Check 20/,
    );
    // On the desk the figure stands beside the number of all called pages.
    expect(precisionFigure(figure({ examples: 6 }))).toMatch(
      /Not counted: 6 called pages .* of the topic\.$/,
    );
  });

  it.each<[NoPrecision['unknown'], RegExp]>([
    ['few called', /4 are too few/],
    ['no examples', /no examples of both classes/],
    ['unread examples', /did not read the topic’s examples/],
    ['few examples', /too few examples/],
    ['alike examples', /cannot be told apart/],
    ['no texts', /archive\.fullText/],
  ])('is not shown with %s, but the reason is', (unknown, reason) => {
    const said = precisionSentence({ called: 4, checked: 0, examples: 0, unknown }, 'birds');
    expect(said).toMatch(reason);
    expect(said).not.toMatch(/\d %/);
    expect(said).toContain('Check 4 of them: forage check-sample birds');
  });
});

it('a single called page is spoken of in the singular', () => {
  const said = precisionSentence({ called: 1, checked: 0, examples: 0, unknown: 'few called' }, 'birds');
  expect(said).toMatch(/not known: 1 is too few for an estimate\. Check it: forage check-sample birds$/);
});

it('answers that newer pages have fallen between are not said to be none', () => {
  const known = { called: 70, checked: 20, examples: 0, unknown: 'called since' } as const;
  expect(precisionSentence({ ...known, missing: 4 }, 'birds')).toMatch(
    /not known: 20 were checked, but 4 newly called pages .*\. Check them: forage check-sample birds --pages 4$/,
  );
});

describe('a judge', () => {
  const heldOut = (recognised: number) =>
    Array.from({ length: 20 }, (_, i) => ({ relevant: true, score: 0.5, called: i < recognised }));

  it('is called poor if half of what it called relevant may be wrong', () => {
    expect(warningsOf(figure({ share: 0.54 }), heldOut(20), 'birds')).toEqual([
      expect.stringMatching(/^Perhaps a poor judge: half or more .* forage tune birds/),
    ]);
    const sure = figure({ share: 0.2, low: 0.1, high: 0.3, checked: 40, basis: 'answers' });
    expect(warningsOf(sure, heldOut(20), 'birds')[0]).toMatch(/^Poor judge: more than half .* are wrong/);
  });

  it('is called poor if it recognised few examples that it had not seen', () => {
    expect(warningsOf(figure({}), heldOut(11), 'birds')).toEqual([
      expect.stringMatching(/^Poor judge: of 20 relevant examples it had not seen, it recognised 11/),
    ]);
  });

  it('is not called poor otherwise', () => {
    expect(warningsOf(figure({}), heldOut(12), 'birds')).toEqual([]);
    expect(
      warningsOf({ called: 50, checked: 0, examples: 0, unknown: 'no examples' }, undefined, 'birds'),
    ).toEqual([]);
  });
});

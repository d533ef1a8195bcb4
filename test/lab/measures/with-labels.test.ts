import { describe, expect, it } from 'vitest';
import {
  atStep,
  foundSoFar,
  normalisedArea,
  pagesPerRetrieved,
  recallArea,
  windowHarvest,
} from '../../../src/lab/measures/found.ts';
import { relevantDomains, relevantHosts, sitesSoFar, targetSites } from '../../../src/lab/measures/sites.ts';
import { retrievedSoFar, thresholdSweep } from '../../../src/lab/measures/threshold-sweep.ts';
import type { Visited } from '../../../src/lab/study.ts';

const seen = (url: string, score: number, relevant: boolean): Visited => ({
  url,
  digest: url,
  score,
  judged: false,
  bytes: 1,
  relevant,
});

// Five pages, the second, third and fifth relevant, of four that can be found.
const found = foundSoFar([false, true, true, false, true]);

describe('what was found after a step, calculated by hand', () => {
  it('gives precision, recall and F1 at any step', () => {
    expect(atStep(found, 4, 2)).toEqual({ precision: 1 / 2, recall: 1 / 4, f1: 2 / 6 });
    // 3 of 5 visited, 3 of 4 relevant: F1 = 2·3 / (5 + 4).
    const end = atStep(found, 4, 5);
    expect(end.precision).toBe(3 / 5);
    expect(end.recall).toBe(3 / 4);
    expect(end.f1).toBeCloseTo(6 / 9, 14);
    expect(atStep(found, 4, 0)).toEqual({ precision: 0, recall: 0, f1: 0 });
  });

  it('keeps the last figures of a crawl that ended before the step', () => {
    expect(atStep(found, 4, 50)).toEqual(atStep(found, 4, 5));
  });

  it('takes the area as mean recall over all steps, those after the end of the crawl among them', () => {
    // Found 0 1 2 2 3: (0+1+2+2+3) / 4 / 5; with five steps more at 3: 23 / 4 / 10.
    expect(recallArea(found, 4, 5)).toBeCloseTo(8 / 20, 14);
    expect(recallArea(found, 4, 10)).toBeCloseTo(23 / 40, 14);
    expect(recallArea(found, 4, 3)).toBeCloseTo(3 / 12, 14);
  });

  it('puts breadth-first at 0 and the oracle at 1', () => {
    expect(normalisedArea(0.3, 0.3, 0.9)).toBe(0);
    expect(normalisedArea(0.9, 0.3, 0.9)).toBe(1);
    expect(normalisedArea(0.15, 0.3, 0.9)).toBeCloseTo(-0.25, 14);
    expect(normalisedArea(0.5, 0.5, 0.5)).toBeUndefined();
  });

  it('counts the harvest in a moving window', () => {
    expect(windowHarvest(found, 3, 2)).toBe(1);
    expect(windowHarvest(found, 4, 2)).toBe(1 / 2);
    expect(windowHarvest(found, 2, 10)).toBe(1 / 2);
    expect(windowHarvest(found, 0, 10)).toBe(0);
  });

  it('takes the visits up to the last page retrieved, divided by those retrieved', () => {
    // Found 0 1 2 2 3 and nothing after the fifth page, however long the crawl went on.
    expect(pagesPerRetrieved(Uint32Array.of(0, 0, 1, 2, 2, 3, 3, 3))).toBeCloseTo(5 / 3, 14);
    expect(pagesPerRetrieved(Uint32Array.of(0, 0, 0))).toBeUndefined();
    // De Assis, table 4.5: DS-1 719.01 and RBF-DS-1 1675.85, with the 73 and 33 hits that its F1 fractions give.
    const until = (last: number, hits: number): Uint32Array =>
      Uint32Array.from({ length: last + 1000 }, (_, n) => Math.max(0, Math.min(hits, n - (last - hits))));
    expect(pagesPerRetrieved(until(52_488, 73))!.toFixed(2)).toBe('719.01');
    expect(pagesPerRetrieved(until(55_303, 33))!.toFixed(2)).toBe('1675.85');
  });

  it('retrieves what its own score lets through at the best threshold, and no example', () => {
    const page = (score: number, relevant: boolean, example = false): Visited => ({
      ...seen('http://a.test/', score, relevant),
      example,
    });
    // At 0.6 precision and recall are 1; the page at 0.1 is relevant too, but costs two others.
    const visits = [
      page(0.9, true),
      page(1, false, true),
      page(0.2, false),
      page(0.3, false),
      page(0.6, true),
    ];
    expect([...retrievedSoFar([...visits, page(0.1, true)], 3)]).toEqual([0, 1, 1, 1, 1, 2, 2]);
  });
});

describe('sites and domains', () => {
  it('counts hosts apart and domains by the public suffix list', () => {
    const visits = [
      seen('http://www.cs.cornell.edu/a', 1, true),
      seen('http://www.math.cornell.edu/', 1, true),
      seen('http://www.math.cornell.edu/b', 1, true),
      seen('http://shop.example.co.uk/', 1, true),
      seen('http://other.test/', 1, false),
    ];
    expect(relevantHosts(visits).size).toBe(3);
    expect([...relevantDomains(visits)].sort()).toEqual(['cornell.edu', 'example.co.uk']);
  });

  it('a target site is reached with any of its pages', () => {
    const visits = ['http://a.test/', 'http://x.test/', 'http://b.test/deep', 'http://a.test/2'];
    const targets = targetSites({ sites: ['a.test', 'b.test', 'c.test', 'a.test'] }, []);
    expect(targets.size).toBe(3);
    expect([
      ...sitesSoFar(
        visits.map((url) => seen(url, 0, false)),
        targets,
      ),
    ]).toEqual([0, 1, 1, 2, 2]);
    expect(targetSites({ draw: 2 }, ['a.test', 'b.test', 'c.test']).size).toBe(2);
    expect(targetSites(undefined, ['a.test']).size).toBe(0);
  });
});

describe('the threshold sweep', () => {
  const visits = [
    seen('a', 0.9, true),
    seen('b', 0.8, false),
    seen('c', 0.6, true),
    seen('d', 0.6, true),
    seen('e', 0.2, false),
  ];

  it('counts pages at or above the threshold, and relevant pages never visited as missed', () => {
    const sweep = thresholdSweep(visits, 4)!;
    const at = (threshold: number): number => sweep.threshold.indexOf(threshold);
    // At 0.6: three of four retrieved are relevant, of four in all: P ¾, R ¾.
    expect(sweep.precision[at(0.6)]).toBe(3 / 4);
    expect(sweep.recall[at(0.6)]).toBe(3 / 4);
    expect(sweep.f1[at(0.6)]).toBeCloseTo(3 / 4, 14);
    // At 0.61: one of two, one of four: F1 = 2·1 / (2 + 4).
    expect(sweep.f1[at(0.61)]).toBeCloseTo(1 / 3, 14);
    expect(sweep.f1[at(0.95)]).toBe(0);
    expect(sweep.precision[at(0)]).toBe(3 / 5);
    expect(sweep.best).toEqual({ threshold: 0.6, f1: 3 / 4, precision: 3 / 4, recall: 3 / 4 });
  });

  it('has nothing to say where nothing is relevant or nothing was visited', () => {
    expect(thresholdSweep(visits, 0)).toBeUndefined();
    expect(thresholdSweep([], 4)).toBeUndefined();
  });
});

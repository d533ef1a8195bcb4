/** Chromosomes as link classifiers: trained, saved, computed once per page for what its links share. */
import { describe, expect, it } from 'vitest';
import { readChromosome } from '../../src/learn/evolution/chromosome.ts';
import { type LabelledSample, trained } from '../../src/learn/evolution/fitness.ts';
import { linkClassifier, readLinks, trainLinkClassifier } from '../../src/strategy/link-classifier.ts';
import { positiveLinks } from '../../src/strategy/positive-links.ts';
import type { Ranked } from '../../src/strategy/strategy.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { visitOf } from './visit-of.ts';

/** Links that say "star" lead to wanted pages on pages about comets, and nowhere on pages about soap. */
const pages = Array.from({ length: 12 }, (_, i) => {
  const isComet = i % 2 === 0;
  return {
    page: pageOf({
      url: `http://a.test/${isComet ? 'sky' : 'shop'}/p${i}`,
      title: `page ${i}`,
      text: isComet ? 'A comet is seen. It glows!' : 'Buy soap for $3.',
      links: [
        linkTo(`http://b.test/star/${i}`, 'the star'),
        linkTo(`http://b.test/terms/${i}`, 'terms of use'),
      ],
    }),
    isComet,
  };
});
const samples: LabelledSample[] = pages.flatMap(({ page, isComet }) =>
  readLinks(page, 1000).map((sample) => ({ sample, relevant: isComet && sample.label === 'the star' })),
);

describe('a chromosome', () => {
  it.each([
    'label-tokens;10|frequent-tokens;20|decision-tree',
    'target-address-tokens;50|money-signs|source-address-tokens;50|naive-bayes',
    'label-tokens;10|nouns;10|nearest-neighbours',
    'title-tokens;10|adjective-ratio;0.1|zero-r',
  ])('%s gives every link the same score as feature by feature', (line) => {
    const chromosome = readChromosome(line);
    const model = JSON.parse(JSON.stringify(trainLinkClassifier(chromosome, samples)));
    const classify = linkClassifier(model, 1000);
    // The reference: all features of each link by itself, in the chromosome's own order.
    const { space, learner } = trained(chromosome, samples);
    for (const { page } of pages) {
      const expected = readLinks(page, 1000).map((link) => learner.predict(space.vector(link)));
      const scores = classify(page);
      for (const [i, score] of expected.entries()) expect(scores[i]).toBeCloseTo(score, 9);
    }
  });

  it('separates the links of one page, and pages too', () => {
    const model = trainLinkClassifier(
      readChromosome('label-tokens;10|source-address-tokens;50|decision-tree'),
      samples,
    );
    const classify = linkClassifier(model, 1000);
    expect(Array.from(classify(pages[0]!.page), (score) => score > 0)).toEqual([true, false]);
    expect(Array.from(classify(pages[1]!.page), (score) => score > 0)).toEqual([false, false]);
  });

  it('gives no scores for a page without links', () => {
    const model = trainLinkClassifier(readChromosome('label-tokens;10|decision-tree'), samples);
    expect(linkClassifier(model, 1000)(pageOf({}))).toHaveLength(0);
  });
});

describe('the strategy', () => {
  it('puts positive links first and keeps the others', () => {
    const links = [linkTo('http://b.test/1'), linkTo('http://b.test/2'), linkTo('http://b.test/3')];
    const visit = visitOf({ page: pageOf({ links }), signals: { links: Float64Array.of(-0.2, 0.3, 0) } });
    const ranks = [...positiveLinks().visit(visit)] as Ranked[];
    expect(ranks.map(({ priority }) => priority)).toEqual([0, 1, 0]);
  });
});

/** The recipes of the Lund family, as data. */
import type { Recipe, Spec, Variant } from '../recipe.ts';

const svm: Spec = { kind: 'svm', curve: 'logistic' };
/** Sections 7.3 and 7.4: binary words as they are written, none left out; margins are not scaled by the page's length. */
const binarySvm: Spec = {
  kind: 'learner',
  learner: 'linear-svm',
  settings: { loss: 'hinge' },
  weighting: 'binary',
  unitLength: false,
  stopWords: 'none',
  stem: 'none',
  numbers: true,
  minDocuments: 1,
  maxTerms: 1_000_000,
  curve: 'logistic',
};
const stringMatch: Spec = { kind: 'string-match', half: 'examples' };
const bestFirst: Spec = { kind: 'best-first', anchorShare: 0 };
const origin = (sections: string): string =>
  `García Dorado (Lund University, 2008), section${sections.includes('and') ? 's' : ''} ${sections}`;

/** A blend with another share of the SVM, in percent (figure 9.23). */
const svmShare = (percent: number): Variant => ({
  about: `${percent} % SVM, ${100 - percent} % string match`,
  set: { 'judge.judges': blended(percent / 100) },
});

function blended(share: number): { judge: Spec; weight: number }[] {
  return [
    // Plain margins span only a third of 0..1, and the string match would outweigh them.
    { judge: { kind: 'svm', curve: 'platt' }, weight: share },
    { judge: stringMatch, weight: 1 - share },
  ];
}

const pageShare = (percent: number): Variant => ({
  about: `${percent} % page, ${100 - percent} % anchor`,
  set: { anchorShare: (100 - percent) / 100 },
});

/** Anchors of an earlier crawl whose pages had a margin above T, trained once (section 9.2.4). */
const ofEarlier = (threshold: number, set: Variant['set'], more = ''): Variant => ({
  about: `anchors of an earlier crawl (--set earlier=FOLDER) to pages with a margin above ${threshold}${more}`,
  set: { start: 'earlier', 'strategy.threshold': threshold, learnOn: false, ...set },
});

const favoured = { 'frontier.merge': 'factor' };
const notFavoured = { 'frontier.merge': 'max' };

export const lundRecipes: readonly Recipe[] = [
  {
    name: 'lund/bfs',
    summary: 'FIFO order; pages judged by an SVM',
    description:
      'Breadth-first, the thesis’s baseline: links in FIFO order. Pages are judged by the SVM that the other recipes use.',
    origin: origin('6.2'),
    judge: svm,
    strategy: { kind: 'breadth-first' },
  },
  {
    name: 'lund/svm',
    summary: 'links of the pages that an SVM scores highest',
    description:
      'Best-first: every link gets the score of its page, by a linear SVM trained on the topic’s examples. The SVM is not the thesis’s own (lund/svm-binary): it weighs stems by tf·idf, leaves stop words out and scales pages to unit length.',
    origin: origin('6.3 and 9.2.1'),
    judge: svm,
    strategy: bestFirst,
    variants: {
      latest: { about: 'a link found again has its last score', set: { 'frontier.merge': 'latest' } },
      mean: { about: 'the mean of its old and new score', set: { 'frontier.merge': 'mean' } },
      factor: { about: 'that mean times 1.1', set: favoured },
      queue: { about: 'links chosen 256 at a time', set: { 'frontier.batch': 256 } },
    },
  },
  {
    name: 'lund/svm-binary',
    summary: 'as lund/svm, with the thesis’s own SVM over binary words',
    description:
      'Best-first by the thesis’s SVM: which words a page has, not how often; no stems, no stop words, no weights. Its margins have the range of the thesis (about −1.5 to 1.5), so the thesis’s thresholds mean the same.',
    origin: origin('7.3, 7.4 and 9.2.1'),
    judge: binarySvm,
    strategy: bestFirst,
  },
  {
    name: 'lund/sm',
    summary: 'links of the pages with the most keywords',
    description:
      'Best-first by weighted string match: the sum of the weights of the keywords in the page. Needs no examples; only as good as its list of terms.',
    origin: origin('7.5 and 9.3.1'),
    judge: { kind: 'string-match' },
    strategy: bestFirst,
  },
  {
    name: 'lund/svm+sm',
    summary: 'links of the best pages by SVM and string match together',
    description: 'Best-first by the even blend of SVM and string match, the best crawler of the thesis.',
    origin: origin('9.4.1'),
    judge: { kind: 'blend', judges: blended(0.5) },
    strategy: bestFirst,
    variants: { 40: svmShare(40), 60: svmShare(60) },
  },
  {
    name: 'lund/svm+sm-anchor',
    summary: '80 % the page by SVM, 20 % the anchor by keywords',
    description:
      'A link is worth 0.8 of its page’s SVM score and 0.2 of the string match of its anchor; `anchorShare` sets the balance.',
    origin: origin('9.4.2'),
    judge: svm,
    strategy: { kind: 'best-first', anchorShare: 0.2, anchorJudge: 'string-match' },
    variants: { 50: pageShare(50), 70: pageShare(70), 90: pageShare(90) },
  },
  {
    name: 'lund/learning-anchor',
    summary: 'SVM for the page and a second one that learns anchors',
    description:
      'A second SVM learns from the anchors of links to pages that the first is certain of, and is retrained whenever the queue is refilled. `start` adds the anchors that lead to the examples, or those of an earlier crawl.',
    origin: origin('6.6 and 9.2.4'),
    judge: svm,
    strategy: { kind: 'learning-anchor' },
    variants: {
      A500: {
        about: 'anchors of links to the examples, nothing learnt during the crawl',
        set: { start: 'labels', learnOn: false },
      },
      'A0.4': ofEarlier(0.4, { pageShare: 0.9 }),
      'A0.8': ofEarlier(0.8, { pageShare: 0.9 }),
      'A1.0': ofEarlier(1, {}),
      'A1.0MIX': ofEarlier(1, { start: 'mixed' }, ', and of links to the examples'),
      'A1.0URL': ofEarlier(1, { urlTokens: true }, ', with the words of their URLs'),
    },
  },
  {
    name: 'lund/sm-anchor',
    summary: 'string match for the page and an SVM that learns anchors',
    description:
      'As lund/learning-anchor, but pages are judged by string match: no counterexamples are needed.',
    origin: origin('9.3.3'),
    judge: stringMatch,
    strategy: { kind: 'learning-anchor', pageShare: 0.85 },
  },
  {
    name: 'lund/history-path',
    summary: 'links near a relevant page on the path, by SVM',
    description:
      'A page’s distance is 0 if it is relevant and grows along the path if it is not; links of near pages come first. The defaults are the thesis’s HP, which it found best; its other variants are below. It describes HP and HP4 in the same words.',
    origin: `${origin('6.5 and 9.2.3')}, after Bergmark, Lagoze and Sbityakov (2002)`,
    judge: svm,
    strategy: { kind: 'history-path' },
    frontier: { merge: 'factor' },
    variants: {
      HP: { about: 'favours links found again, threshold 0.4, cut-off 20: the default', set: {} },
      HP2: {
        about: 'links found again not favoured, threshold 0.6',
        set: { ...notFavoured, 'strategy.threshold': 0.6 },
      },
      HP3: { about: 'HP with threshold 0.8', set: { 'strategy.threshold': 0.8 } },
      HP4: { about: 'as HP', set: {} },
      HP5: { about: 'links found again not favoured, threshold 0.4', set: notFavoured },
      HP6: {
        about: 'HP5, and relevant pages are ranked by their score',
        set: { ...notFavoured, addScore: true },
      },
      HP7: { about: 'HP4 with threshold 0.8', set: { 'strategy.threshold': 0.8 } },
      HP8: { about: 'HP4 with cut-off 30', set: { cutoff: 30 } },
      HP9: { about: 'HP4 with cut-off 10', set: { cutoff: 10 } },
    },
  },
  {
    name: 'lund/history-path-sm',
    summary: 'links near a relevant page on the path, by string match',
    description:
      'As lund/history-path, but pages are judged by string match; a page is relevant from the median score of the examples on.',
    origin: origin('9.3.2'),
    judge: stringMatch,
    strategy: { kind: 'history-path', threshold: 0 },
    variants: {
      45: { about: 'relevant from a sum of weights of 45 on', set: { 'judge.half': 45 } },
      260: { about: 'relevant from 260 on', set: { 'judge.half': 260 } },
      '45-C30': { about: '45, cut-off 30', set: { 'judge.half': 45, cutoff: 30 } },
      '260-C10': { about: '260, cut-off 10', set: { 'judge.half': 260, cutoff: 10 } },
    },
  },
  {
    name: 'lund/context-graph',
    summary: 'links of pages that look close to a relevant one first',
    description:
      'Learns what pages look like that are one, two, three, four links away from the examples, and follows links of the nearest first. Needs the back-links of the examples: the crawl’s own frozen web, or `backlinks`.',
    origin: `${origin('6.4 and 9.2.2')}, after Diligenti and others (2000)`,
    judge: svm,
    strategy: { kind: 'context-graph' },
  },
  {
    name: 'lund/context-graph-nonrelevant',
    summary: 'context graph, with irrelevant pages as the outermost layer',
    description: 'As lund/context-graph; the topic’s counterexamples form one more layer, the last.',
    origin: origin('9.2.2'),
    judge: svm,
    strategy: { kind: 'context-graph', nonRelevant: true },
  },
  {
    name: 'lund/context-graph-erase',
    summary: 'context graph that drops links of pages that fit no layer',
    description:
      'As lund/context-graph; links of a page whose best layer scores no more than `eraseBelow` are skipped. Fewer pages are fetched, and some relevant ones are missed.',
    origin: origin('9.2.2'),
    judge: svm,
    strategy: { kind: 'context-graph', erase: true },
  },
];

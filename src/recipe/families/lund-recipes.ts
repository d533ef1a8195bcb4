/** The recipes of the Lund family, as data. */
import type { Recipe, Spec } from '../recipe.ts';

const svm: Spec = { kind: 'svm', curve: 'logistic' };
const stringMatch: Spec = { kind: 'string-match', half: 'examples' };
const bestFirst: Spec = { kind: 'best-first', anchorShare: 0 };
const origin = (section: string): string => `García Dorado (Lund University, 2008), ${section}`;

export const lundRecipes: readonly Recipe[] = [
  {
    name: 'lund/bfs',
    summary: 'FIFO order; pages judged by an SVM',
    description:
      'Breadth-first, the thesis’s baseline: links in FIFO order. Pages are judged by the SVM that the other recipes use.',
    origin: origin('Breadth-First'),
    judge: svm,
    strategy: { kind: 'breadth-first' },
  },
  {
    name: 'lund/svm',
    summary: 'links of the pages that an SVM scores highest',
    description:
      'Best-first: every link gets the score of its page, by a linear SVM trained on the topic’s examples.',
    origin: origin('Best-First with SVM'),
    judge: svm,
    strategy: bestFirst,
  },
  {
    name: 'lund/sm',
    summary: 'links of the pages with the most keywords',
    description:
      'Best-first by weighted string match: the sum of the weights of the keywords in the page. Needs no examples; only as good as its list of terms.',
    origin: origin('Best-First with string matching'),
    judge: { kind: 'string-match' },
    strategy: bestFirst,
  },
  {
    name: 'lund/svm+sm',
    summary: 'links of the best pages by SVM and string match together',
    description:
      'Best-first by the even blend of SVM and string match, the best crawler of the thesis. For other weights, write a custom recipe with different weights under `judges`.',
    origin: origin('SVM+SM Best-First'),
    judge: {
      kind: 'blend',
      judges: [
        // Plain margins span only a third of 0..1, and the string match would outweigh them.
        { judge: { kind: 'svm', curve: 'platt' }, weight: 0.5 },
        { judge: stringMatch, weight: 0.5 },
      ],
    },
    strategy: bestFirst,
  },
  {
    name: 'lund/svm+sm-anchor',
    summary: '80 % the page by SVM, 20 % the anchor by keywords',
    description:
      'A link is worth 0.8 of its page’s SVM score and 0.2 of the string match of its anchor; `anchorShare` sets the balance.',
    origin: origin('SVM+SMa'),
    judge: svm,
    strategy: { kind: 'best-first', anchorShare: 0.2, anchorJudge: 'string-match' },
  },
  {
    name: 'lund/learning-anchor',
    summary: 'SVM for the page and a second one that learns anchors',
    description:
      'A second SVM learns from the anchors of links to pages that the first is certain of, and is retrained whenever the queue is refilled. `start` adds the anchors that lead to the examples, or those of an earlier crawl.',
    origin: origin('Learning Anchor'),
    judge: svm,
    strategy: { kind: 'learning-anchor' },
  },
  {
    name: 'lund/sm-anchor',
    summary: 'string match for the page and an SVM that learns anchors',
    description:
      'As lund/learning-anchor, but pages are judged by string match: no counterexamples are needed.',
    origin: origin('SM Anchor'),
    judge: stringMatch,
    strategy: { kind: 'learning-anchor', pageShare: 0.85 },
  },
  {
    name: 'lund/history-path',
    summary: 'links near a relevant page on the path, by SVM',
    description:
      'A page’s distance is 0 if it is relevant and grows along the path if it is not; links of near pages come first. The defaults are the thesis’s HP. HP2: threshold=0.6. HP3: threshold=0.8. HP5: as HP. HP6: addScore=true. HP4, HP7 (threshold=0.8), HP8 (cutoff=30) and HP9 (cutoff=10) favour links found again: frontier.merge=bonus.',
    origin: `${origin('History Path')}, after Bergmark, Lagoze and Sbityakov (2002)`,
    judge: svm,
    strategy: { kind: 'history-path' },
  },
  {
    name: 'lund/history-path-sm',
    summary: 'links near a relevant page on the path, by string match',
    description:
      'As lund/history-path, but pages are judged by string match; a page is relevant from the median score of the examples on.',
    origin: origin('History Path with string matching'),
    judge: stringMatch,
    strategy: { kind: 'history-path', threshold: 0 },
  },
  {
    name: 'lund/context-graph',
    summary: 'links of pages that look close to a relevant one first',
    description:
      'Learns what pages look like that are one, two, three, four links away from the examples, and follows links of the nearest first. Needs the back-links of the examples: the crawl’s own frozen web, or `backlinks`.',
    origin: `${origin('Graphic Context')}, after Diligenti and others (2000)`,
    judge: svm,
    strategy: { kind: 'context-graph' },
  },
  {
    name: 'lund/context-graph-nonrelevant',
    summary: 'context graph, with irrelevant pages as the outermost layer',
    description: 'As lund/context-graph; the topic’s counterexamples form one more layer, the last.',
    origin: origin('Graphic Context with non-relevant pages'),
    judge: svm,
    strategy: { kind: 'context-graph', nonRelevant: true },
  },
  {
    name: 'lund/context-graph-erase',
    summary: 'context graph that drops links of pages that fit no layer',
    description:
      'As lund/context-graph; links of a page whose best layer scores no more than `eraseBelow` are skipped. Fewer pages are fetched, and some relevant ones are missed.',
    origin: origin('Graphic Context, erase'),
    judge: svm,
    strategy: { kind: 'context-graph', erase: true },
  },
];

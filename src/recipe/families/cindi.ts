/** The CINDI robot (R. Chen, Concordia, 2008): two layers, two queues, and inspections of URLs and anchors. */
import { z } from 'zod';
import { defineRecipe, defineStrategy } from '../../plugin/define.ts';
import { anchorLists } from '../../strategy/anchor-inspection.ts';
import { usualExtracted, usualPruned, usualStopDirectories } from '../../strategy/data/inspection-lists.ts';
import { inspectLinks } from '../../strategy/link-inspection.ts';
import { twoQueues } from '../../strategy/two-queues.ts';
import type { Topic } from '../../topic/topic.ts';
import type { Recipe } from '../recipe.ts';
import { twoLayersKind } from './cindi-layers.ts';

const whole = z.number().int().min(0);

const twoQueuesKind = defineStrategy({
  name: 'two-queues',
  summary: 'links of pages on the topic, then of pages that lead to it',
  settings: z.strictObject({
    inSite: z
      .enum(['ranked', 'first'])
      .default('ranked')
      .describe(
        'links within a site: ranked like all others, or first, so that a site is completed before the next',
      ),
    leftovers: z
      .enum(['last', 'refuse'])
      .default('last')
      .describe('links of pages in neither layer, and with pruned anchors: last, or refused'),
    documents: z
      .enum(['first', 'as pages'])
      .default('first')
      .describe('PDF, PostScript, Word: from pages on the topic first, or like any other link'),
    inspectUrls: z
      .boolean()
      .default(true)
      .describe('skip deep URLs, stop directories and odd formats; departments go to the high queue'),
    maxLevels: whole.default(7).describe('URLs with more directories are skipped'),
    learnStopDirectories: z
      .boolean()
      .default(true)
      .describe('directory names without relevant pages on several sites become stop directories'),
    stopDirectorySites: whole.default(5).describe('the number of sites this takes'),
    inspectAnchors: z
      .boolean()
      .default(true)
      .describe(
        'pages on the topic: all anchors except pruned ones; pages that lead to it: only extracted ones',
      ),
    tunnel: z
      .boolean()
      .default(true)
      .describe('while the high queue is empty, more pages count as leading to the topic'),
    tunnelGamma: z
      .number()
      .positive()
      .max(1)
      .default(0.75)
      .describe('how much more: log P(in) > log P(out) / γ; 1 is the plain test'),
    tunnelSites: whole
      .min(1)
      .default(30)
      .describe('tunnelling ends after this many new sites with relevant pages'),
    tunnelAfter: whole
      .min(1)
      .default(1)
      .describe(
        'tunnelling starts after this many consecutive pages from the low queue; raise it for many parallel hosts',
      ),
    siteExitPages: whole.default(200).describe('pages before a site may be given up; 0: never'),
    siteExitShare: z
      .number()
      .min(0)
      .max(1)
      .default(0.05)
      .describe('a site with a smaller share of relevant pages is given up'),
  }),
  measure({ topic, settings }) {
    const rules = {
      maxLevels: settings.maxLevels,
      stopDirectories: lowerCase(topic.stopDirectories ?? usualStopDirectories),
      departments: lowerCase(topic.departments ?? []),
    };
    const anchors = anchorLists(
      { prune: topic.anchors?.prune ?? usualPruned, extract: extractedOf(topic) },
      topic.language,
    );
    return (page, { relevant, findings = {} }) => ({
      layer: findings.layer ?? (relevant ? 1 : 0),
      layer2In: findings.layer2In ?? Number.NaN,
      layer2Out: findings.layer2Out ?? Number.NaN,
      links: inspectLinks(page, rules, anchors),
    });
  },
  make: ({ settings }) =>
    twoQueues({
      ...settings,
      learnStopDirectories: settings.learnStopDirectories
        ? { moreThanSites: settings.stopDirectorySites }
        : undefined,
      siteExit: { afterPages: settings.siteExitPages, minShare: settings.siteExitShare },
      tunnel: settings.tunnel
        ? { gamma: settings.tunnelGamma, sites: settings.tunnelSites, after: settings.tunnelAfter }
        : undefined,
    }),
});

/** For a topic without a list: the default words, and its own terms. */
function extractedOf({ anchors, keywords, genre, content, urlTerms }: Topic): string[] {
  if (anchors?.extract) return anchors.extract;
  const own = [...keywords, ...genre, ...content, ...urlTerms].filter(({ weight }) => weight > 0);
  return [...usualExtracted, ...own.map(({ term }) => term)];
}

function lowerCase(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}

const origin = 'Chen (CINDI robot, Concordia, 2008)';

const robot: Recipe = {
  name: 'cindi/robot',
  summary: 'two layers, two queues, and every inspection of the robot',
  description:
    'Pages are on the topic, lead to it, or neither. Links of the first go before links of the second; links with anchors that lead nowhere, and links of all other pages, come last. Deep URLs, stop directories and odd formats are skipped, and so are directory names and whole sites that turn out to be unproductive. When the high queue is empty the test for leading pages is relaxed. The topic may contain lists of departments, stop directories and anchors.',
  origin: `${origin}, chapters 4 to 6`,
  judge: { kind: 'two-layers' },
  strategy: { kind: 'two-queues' },
};

const twoLayersRecipe: Recipe = {
  name: 'cindi/two-layers',
  summary: 'links of pages on the topic, then of pages that lead to it',
  description:
    'Only the core of the robot: a classifier for pages on the topic, one for pages that lead to it, and a queue for the links of each. Nothing is refused; links of all other pages wait until both queues are empty. Pages on the topic are found by a linear SVM, which has fewer false positives with a hundred examples than the robot’s own learners.',
  origin: `${origin}, sections 5.4, 5.5 and 5.7`,
  judge: { kind: 'two-layers', learner: 'linear-svm', shortcut: false },
  strategy: {
    kind: 'two-queues',
    documents: 'as pages',
    inspectUrls: false,
    learnStopDirectories: false,
    inspectAnchors: false,
    tunnel: false,
    siteExitPages: 0,
  },
};

export const cindi = [twoLayersKind, twoQueuesKind, ...[robot, twoLayersRecipe].map(defineRecipe)];

/** The CINDI robot (R. Chen, Concordia, 2008): two layers, two queues, and inspections of URLs and anchors. */
import { z } from 'zod';
import { readEarlierCrawl } from '../../archive/earlier-crawl.ts';
import { Meta } from '../../archive/meta.ts';
import { ForageError } from '../../errors.ts';
import { defineRecipe, defineStrategy } from '../../plugin/define.ts';
import { anchorLists } from '../../strategy/anchor-inspection.ts';
import {
  computerScienceDepartments,
  usualExtracted,
  usualPruned,
  usualStopDirectories,
} from '../../strategy/data/inspection-lists.ts';
import { inspectLinks } from '../../strategy/link-inspection.ts';
import { SiteExit } from '../../strategy/site-exit.ts';
import { type SavedDirectories, StopDirectories } from '../../strategy/stop-directories.ts';
import { type SavedQueues, twoQueues } from '../../strategy/two-queues.ts';
import type { Topic } from '../../topic/topic.ts';
import type { Lesson } from '../lesson.ts';
import type { Recipe } from '../recipe.ts';
import { twoLayersKind } from './cindi-layers.ts';

const whole = z.number().int().min(0);

const queueSettings = z.strictObject({
  inSite: z
    .enum(['ranked', 'first'])
    .default('ranked')
    .describe(
      'links within a site: ranked like all others, or first, so that a site is completed before the next',
    ),
  leftovers: z
    .enum(['last', 'refuse'])
    .default('last')
    .describe(
      'links of pages in neither layer, with pruned anchors, and from leading pages with anchors outside the list: after all others, or refused',
    ),
  documents: z
    .enum(['first', 'as pages'])
    .default('first')
    .describe(
      'PDF, text, LaTeX: from pages on the topic first, or like any other link; formats that cannot be read come last',
    ),
  inspectUrls: z
    .boolean()
    .default(true)
    .describe('skip deep URLs, stop directories and odd formats; departments go to the high queue'),
  departments: z
    .enum(['topic', 'computer-science'])
    .default('topic')
    .describe(
      'host names of departments: the topic’s list, or also the thesis’s 57 for computer science (cs, informatics …)',
    ),
  maxLevels: whole.default(7).describe('URLs with more directories are skipped'),
  learnStopDirectories: z
    .boolean()
    .default(true)
    .describe('directory names without relevant pages on several sites become stop directories'),
  stopDirectorySites: whole.default(5).describe('on more than this many sites'),
  stopDirectoryPages: whole
    .default(60)
    .describe('and with at least this many pages: without a relevant one, fewer than 5 % are'),
  learnt: z
    .string()
    .default('')
    .describe('folder of an earlier crawl whose learnt stop directories are used from the start'),
  inspectAnchors: z
    .boolean()
    .default(true)
    .describe(
      'pages on the topic: all anchors except pruned ones; pages that lead to it: extracted ones first',
    ),
  tunnel: z
    .boolean()
    .default(true)
    .describe('while the high queue is empty, more pages count as leading to the topic'),
  tunnelGamma: z
    .number()
    .min(0)
    .max(1)
    .default(0.75)
    .describe('bias factor: the best 1 − γ of the pages in neither layer pass; 1 is the plain test'),
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
});

const twoQueuesKind = defineStrategy({
  name: 'two-queues',
  summary: 'links of pages on the topic, then of pages that lead to it',
  settings: queueSettings,
  untrained: Object.keys(queueSettings.shape).filter((name) => name !== 'learnt') as never[],
  measure({ topic, settings }) {
    const rules = {
      maxLevels: settings.maxLevels,
      stopDirectories: lowerCase(topic.stopDirectories ?? usualStopDirectories),
      departments: lowerCase([
        ...(topic.departments ?? []),
        ...(settings.departments === 'computer-science' ? computerScienceDepartments : []),
      ]),
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
  learns: ({ learnt }) => learnt !== '',
  train: (_: Lesson, { learnt }: { learnt: string }): SavedDirectories =>
    learnt === '' ? [] : stopDirectoriesOf(learnt),
  make: ({ settings, model }) =>
    twoQueues(
      {
        ...settings,
        learnStopDirectories: settings.learnStopDirectories ? stopRule(settings) : undefined,
        siteExit: { afterPages: settings.siteExitPages, minShare: settings.siteExitShare },
        tunnel: settings.tunnel
          ? { gamma: settings.tunnelGamma, sites: settings.tunnelSites, after: settings.tunnelAfter }
          : undefined,
      },
      model,
    ),
  inWords({ settings, model }, state) {
    const { sites, directories, tunnel } = (state ?? {}) as Partial<SavedQueues>;
    const stops = new StopDirectories(stopRule(settings));
    stops.restore(directories ?? model ?? []);
    const exit = new SiteExit({ afterPages: settings.siteExitPages, minShare: settings.siteExitShare });
    if (sites) exit.restore(sites);
    const listed = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '));
    return [
      { title: `Stop directories learnt: ${stops.names.length}`, lines: [listed(stops.names)] },
      { title: `Sites given up: ${exit.sites.length}`, lines: [listed(exit.sites.slice(-20))] },
      { title: 'Tunnel', lines: [tunnel?.[0] ? 'open' : 'closed'] },
    ];
  },
});

function stopRule(given: { stopDirectorySites: number; stopDirectoryPages: number }) {
  return { moreThanSites: given.stopDirectorySites, minPages: given.stopDirectoryPages };
}

function stopDirectoriesOf(folder: string): SavedDirectories {
  const saved = readEarlierCrawl(folder, (_, db) => new Meta(db).getState('strategy'));
  const directories = (saved as Partial<SavedQueues> | undefined)?.directories;
  if (directories !== undefined) return directories;
  throw new ForageError(
    'USAGE',
    `${folder} has learnt no stop directories: name a crawl with cindi/robot for the setting "learnt".`,
  );
}

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
    'Pages are on the topic, lead to it, or neither; pages that lead to it are learnt from the crawl’s own links. Links of the first go before links of the second; links with anchors that say nothing good, and links of all other pages, come after them. Deep URLs, stop directories and odd formats are skipped, and so are directory names and whole sites that turn out to be unproductive. When the high queue is empty, the best of the other pages count as leading. The topic may contain lists of departments, stop directories and anchors; those of computer science departments come with --set departments=computer-science.',
  origin: `${origin}, sections 3.2 to 3.4 and 4.2 to 4.4`,
  judge: { kind: 'two-layers', learner: 'best' },
  strategy: { kind: 'two-queues' },
};

const twoLayersRecipe: Recipe = {
  name: 'cindi/two-layers',
  summary: 'links of pages on the topic, then of pages that lead to it',
  description:
    'Only the core of the robot: a classifier for pages on the topic, one for pages that lead to it, and a queue for the links of each. Nothing is refused; links of all other pages wait until both queues are empty. Pages on the topic are found by a linear SVM, which has fewer false positives with a hundred examples than the robot’s own learners.',
  origin: `${origin}, sections 4.3.3, 4.3.4 and 4.3.6`,
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

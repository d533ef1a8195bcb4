/** Which settings may change after a crawl has started, and how such changes are applied. */
import { checked } from '../check.ts';
import { ForageError } from '../errors.ts';
import { prepareRecipe } from '../recipe/prepare.ts';
import { recipeOf } from '../recipe/registry.ts';
import { instead, nearest } from '../suggest.ts';
import type { CrawlFolder } from './folder.ts';
import { poolFault } from './pool-file.ts';
import { type Settings, settingsSchema } from './settings.ts';

/** Each with its effect on a running crawl. */
export const changeable = {
  'budget.pages': 'counted from the start of the crawl',
  'budget.relevant': 'counted from the start of the crawl',
  'budget.words': 'counted from the start of the crawl',
  'budget.yield': 'of the last 500 judged pages',
  'budget.bytes': 'counted from the start of the crawl',
  'budget.seconds': 'counted from the start of the crawl, without pauses',
  'budget.depth': 'also applies to waiting links',
  'budget.pagesPerHost': 'also applies to waiting links',
  'seeds.pool': 'from the next time the frontier is empty',
  'seeds.draw': 'from the next time the frontier is empty',
  'scope.follow': 'also applies to waiting links',
  'scope.hosts': 'also applies to waiting links; requests in flight to other hosts are aborted',
  'scope.excludeHosts': 'also applies to waiting links; requests in flight to these hosts are aborted',
  'scope.include': 'also applies to waiting links',
  'scope.exclude': 'also applies to waiting links',
  keepOpen: 'links that were skipped for it wait again',
  'frontier.floor': 'also applies to waiting links; those that were skipped and are above it wait again',
  concurrency: 'requests beyond the new limit finish',
  'politeness.minDelayMs': "from a host's next answer on",
  'politeness.maxDelayMs': "from a host's next answer on",
  'politeness.delayFactor': "from a host's next answer on",
  'politeness.maxTries': 'from the next failure on',
  'politeness.maxIdleSeconds': 'immediately',
  'politeness.sitemaps': 'from the next page on',
  'recrawl.minRelevant': 'from the next round on',
  'recrawl.minDocuments': 'from the next round on',
  'recrawl.minAccepted': 'from the next round on',
  'recrawl.sitePages': 'from the next round on',
  'recrawl.directoryPages': 'from the next round on',
  'recrawl.avoid': 'from the next round on',
  'recrawl.keep': 'from the next round on',
  threshold: "the judge's setting; applies to pages judged from now on, under a new model version",
  log: 'immediately',
} as const satisfies Record<string, string>;

type Key = keyof typeof changeable;

export interface Change {
  from: unknown;
  to: unknown;
}

export interface ChangedSettings {
  settings: Settings;
  changes: Partial<Record<Key, Change>>;
}

/** Validates all changes first: if one is invalid, throws and changes nothing. */
export function changedSettings(
  { topic, settings }: Pick<CrawlFolder, 'topic' | 'settings'>,
  asked: Record<string, unknown>,
): ChangedSettings {
  const next: Tree = structuredClone(settings);
  const changes: ChangedSettings['changes'] = {};
  for (const [written, value] of Object.entries(asked)) {
    const adds = written.endsWith('+');
    const key = knownKey(adds ? written.slice(0, -1) : written, settings);
    if (key === 'threshold') {
      const from = thresholdOf(topic, settings);
      // Added last, so that it overrides the short name, which may mean the same setting.
      const { 'judge.threshold': _, ...set } = settings.set;
      next.set = value === null ? set : { ...set, 'judge.threshold': value };
      changes[key] = { from, to: thresholdOf(topic, next as Settings) };
      continue;
    }
    const path = key.split('.');
    const name = path.pop()!;
    const place = (path[0] === undefined ? next : next[path[0]]) as Tree;
    const from = place[name];
    if (adds && !Array.isArray(from))
      throw new ForageError('USAGE', `${key} is not a list: write ${key}=… without "+".`);
    const to = Array.isArray(from) && value !== null ? [...(adds ? from : []), ...asList(value)] : value;
    if (value === null) delete place[name];
    else place[name] = Array.isArray(to) ? [...new Set(to)] : to;
    changes[key] = { from, to: undefined };
  }
  const whole = checked(settingsSchema, next, 'USAGE', 'settings');
  const fault =
    changes['seeds.pool'] && whole.seeds.pool !== undefined ? poolFault(whole.seeds.pool) : undefined;
  if (fault !== undefined) throw new ForageError('USAGE', fault);
  for (const [key, change] of Object.entries(changes))
    if (key !== 'threshold')
      change.to = key.split('.').reduce<unknown>((at, part) => (at as Tree)[part], whole);
  return { settings: whole, changes };
}

type Tree = Record<string, unknown>;

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Throws if the judge has no threshold or does not accept the value. */
const thresholdOf = (topic: CrawlFolder['topic'], { recipe, set }: Settings): unknown =>
  prepareRecipe(recipeOf(recipe), set, topic).recipe.judge.threshold;

function knownKey(key: string, settings: Settings): Key {
  if (Object.hasOwn(changeable, key)) return key as Key;
  const isSetting = key.split('.').reduce<unknown>((at, part) => (at as Tree | undefined)?.[part], settings);
  if (isSetting !== undefined)
    throw new ForageError(
      'USAGE',
      `${key} cannot be changed after the start of a crawl. "forage set --help" lists what can.`,
    );
  const keys = Object.keys(changeable);
  // "excludeHosts" for "scope.excludeHosts".
  const short = nearest(
    key,
    keys.map((known) => known.slice(known.indexOf('.') + 1)),
  );
  const known = short === undefined ? keys : keys.filter((one) => one === short || one.endsWith(`.${short}`));
  const rest = short === undefined ? instead(key, known) : `; did you mean "${known[0]}"?`;
  throw new ForageError('USAGE', `Unknown setting "${key}"${rest}`);
}

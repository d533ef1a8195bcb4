/** Which settings may change after the start of a crawl, and settings with such changes made. */
import { checked } from '../check.ts';
import { ForageError } from '../errors.ts';
import { prepareRecipe } from '../recipe/prepare.ts';
import { recipeOf } from '../recipe/registry.ts';
import { instead, nearest } from '../suggest.ts';
import type { CrawlFolder } from './folder.ts';
import { type Settings, settingsSchema } from './settings.ts';

/** Each with what a change does on a running crawl. */
export const changeable = {
  'budget.pages': 'counted from the beginning of the crawl',
  'budget.relevant': 'counted from the beginning of the crawl',
  'budget.bytes': 'counted from the beginning of the crawl',
  'budget.seconds': 'counted from the beginning of the crawl, pauses left out',
  'budget.depth': 'holds for links that wait, too',
  'budget.pagesPerHost': 'holds for links that wait, too',
  'scope.follow': 'holds for links that wait, too',
  'scope.hosts': 'holds for links that wait, too; requests under way to other hosts are given up',
  'scope.excludeHosts': 'holds for links that wait, too; requests under way to these hosts are given up',
  'scope.include': 'holds for links that wait, too',
  'scope.exclude': 'holds for links that wait, too',
  concurrency: 'requests beyond the new limit finish',
  'politeness.minDelayMs': 'from the next answer of a host on',
  'politeness.maxDelayMs': 'from the next answer of a host on',
  'politeness.delayFactor': 'from the next answer of a host on',
  'politeness.maxTries': 'from the next failure on',
  'politeness.maxIdleSeconds': 'at once',
  'politeness.sitemaps': 'from the next page on',
  threshold: "the judge's setting; pages that come from now on are judged with it, by a new model version",
  log: 'at once',
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

/** Checks everything; throws with a sentence and changes nothing where one change is not possible. */
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
      // At the end, so that it wins over the bare name, which may stand for the same setting.
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
  for (const [key, change] of Object.entries(changes))
    if (key !== 'threshold')
      change.to = key.split('.').reduce<unknown>((at, part) => (at as Tree)[part], whole);
  return { settings: whole, changes };
}

type Tree = Record<string, unknown>;

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Throws where the judge has no such setting, or not such a value. */
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

/** A recipe with settings of the user's over its own: `--set`, the sweep of a study, a named variant. */
import { check } from '../check.ts';
import { ForageError } from '../errors.ts';
import { instead } from '../suggest.ts';
import { judgeKind, strategyKind } from './parts.ts';
import { frontierSchema, type Recipe, type Spec } from './recipe.ts';

/**
 * The user's settings over the recipe's own. `judge=…` and `strategy=…` select another kind; `judge.threshold` means
 * the judge's setting, `strategy.threshold` the strategy's, and a bare name is enough if only one of them has it;
 * `frontier.merge` and `frontier.batch` are about how links wait.
 */
export function override(
  recipe: Recipe,
  set: Record<string, unknown>,
): Pick<Recipe, 'judge' | 'strategy' | 'frontier'> {
  const { judge: judgeName, strategy: strategyName, ...rest } = set;
  const specs = {
    judge: otherKind(recipe.judge, judgeName),
    strategy: otherKind(recipe.strategy, strategyName),
  };
  const known = {
    judge: Object.keys(located('judge', set, () => judgeKind(specs.judge.kind)).settings.shape),
    strategy: Object.keys(located('strategy', set, () => strategyKind(specs.strategy.kind)).settings.shape),
  };
  const frontier = { ...recipe.frontier, ...frontierSettings(set) };
  const refuse = (name: string, text: string): never => {
    throw new ForageError('USAGE', `Recipe "${recipe.name}": ${text}\nSee: forage recipes ${recipe.name}`, {
      faults: [{ path: ['set', name], text }],
    });
  };
  for (const [name, value] of Object.entries(rest)) {
    if (name.startsWith(FRONTIER)) continue;
    const [, prefix, key] = /^(judge|strategy)\.(.+)$/.exec(name) ?? [];
    if (known.strategy.includes(name) && known.judge.includes(name))
      refuse(
        name,
        `both the strategy "${specs.strategy.kind}" and the judge "${specs.judge.kind}" have a setting "${name}"; write strategy.${name} or judge.${name}`,
      );
    const part = (prefix ?? (known.strategy.includes(name) ? 'strategy' : 'judge')) as keyof typeof specs;
    const setting = key ?? name;
    if (!known[part].includes(setting)) {
      const there = prefix
        ? known[part].map((one) => `${prefix}.${one}`)
        : [...new Set([...known.strategy, ...known.judge, ...ofFrontier])];
      const ofCrawl = prefix === undefined && name.includes('.');
      const other = ofCrawl
        ? '. Settings of the crawl, such as budget.pages, go into a file: --settings FILE'
        : '';
      refuse(name, `unknown setting "${name}"${instead(name, there)}${other}`);
    }
    specs[part] = { ...specs[part], [setting]: value };
  }
  return { ...specs, ...(Object.keys(frontier).length > 0 ? { frontier } : {}) };
}

const FRONTIER = 'frontier.';
const ofFrontier = Object.keys(frontierSchema.shape).map((key) => `${FRONTIER}${key}`);

function frontierSettings(set: Record<string, unknown>): Recipe['frontier'] {
  const own = Object.entries(set).filter(([name]) => name.startsWith(FRONTIER));
  const given = Object.fromEntries(own.map(([name, value]) => [name.slice(FRONTIER.length), value]));
  const result = check(frontierSchema, given);
  if (result.ok) return result.data as Recipe['frontier'];
  const faults = result.faults.map(({ path, text }) => ({
    path: ['set', `${FRONTIER}${path.join('.')}`],
    text,
  }));
  const lines = faults.map(({ path, text }) => `${path[1]}: ${text}`);
  throw new ForageError('USAGE', lines.join('\n'), { faults });
}

/** Faults of a part with the paths that a user knows: those of the recipe's settings, or of the recipe itself. */
export function located<T>(part: 'judge' | 'strategy', set: Record<string, unknown>, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ForageError) || error.faults === undefined) throw error;
    const faults = error.faults.map(({ path, text }) => {
      const [key, ...rest] = path;
      const names = key === 'kind' ? [part] : [`${part}.${key}`, String(key)];
      const name = names.find((one) => one in set);
      return { text, path: name === undefined ? [part, ...path] : ['set', name, ...rest] };
    });
    throw new ForageError(error.code, error.message, { faults });
  }
}

/** For another kind only the given settings count; the recipe's own were meant for its kind. */
function otherKind(spec: Spec, name: unknown): Spec {
  if (name === undefined || name === spec.kind) return spec;
  if (typeof name === 'string') return { kind: name };
  const text = `give the name of a kind (found ${JSON.stringify(name)})`;
  throw new ForageError('USAGE', `Recipe settings "judge" and "strategy": ${text}`);
}

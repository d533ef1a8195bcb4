/** What users change while a crawl runs. Each change is written to crawl.yaml and committed before it is confirmed. */
import { prepareRecipe } from '../recipe/prepare.ts';
import { recipeOf } from '../recipe/registry.ts';
import { hostOf } from '../url/url.ts';
import { type ChangedSettings, changedSettings } from './changes.ts';
import { commit } from './commit.ts';
import type { Equipment } from './equipment.ts';
import { changeFolder } from './folder.ts';
import { beginReading, saveVersion } from './learning.ts';
import { nextVersion } from './model-versions.ts';
import { gateSettings } from './open-gate.ts';
import { FLOOR } from './refusals.ts';
import { createScope } from './scope.ts';
import { canonicalSeeds, newSeeds } from './seeds.ts';

/** Above any priority that a strategy gives. */
const SEED_PRIORITY = 1000;

export function steer(on: Equipment, asked: Record<string, unknown>, by: string): ChangedSettings['changes'] {
  const { settings, changes } = changedSettings(on.folder, asked);
  on.folder = changeFolder({ ...on.folder, settings });
  on.settings = settings;
  on.scope = scopeOf(on);
  on.gate.change(gateSettings(settings));
  if ('threshold' in changes) judgeByNewThreshold(on, by);
  if ('frontier.floor' in changes) on.frontier.readmit((reason) => reason.startsWith(FLOOR));
  if ('keepOpen' in changes) keepOpen(on);
  record(on, 'set', { changes, by });
  on.tell({ type: 'changed', changes, by });
  return changes;
}

/** Brings back what was skipped in spaces that are open now. */
export function keepOpen(on: Equipment): void {
  const { frontier, catalogue, settings, traps, copies } = on;
  traps.keepOpen(settings.keepOpen);
  copies.keepOpen(settings.keepOpen);
  const isOpen = (reason: string, host: string): boolean =>
    settings.keepOpen.some((space) => space === host + reason.replace(/^trap: [\w-]+ (?:host$)?/, ''));
  frontier.readmit((reason, host) => reason.startsWith('trap: ') && isOpen(reason, host));
  const found = [...catalogue.read.skippedLinks('trap: ')].filter(({ url, fate }) =>
    isOpen(fate, hostOf(url)),
  );
  frontier.add(
    found.map(({ url, anchor, priority, from, depth }) => {
      const why = 'in a space that was closed';
      return { url, host: hostOf(url), priority, depth, anchor, from, why };
    }),
  );
}

/** Rebuilds the judge with what it has learnt, under a new version. */
function judgeByNewThreshold(on: Equipment, by: string): void {
  on.recipe = prepareRecipe(recipeOf(on.settings.recipe), on.settings.set, on.folder.topic);
  on.models = { ...on.models, version: nextVersion(on.catalogue) };
  on.catalogue.meta.setState('models', on.models);
  saveVersion(on, { changed: 'threshold', by });
  const learnt = on.faults.attempt('judge', 'at a change', () => on.learner?.save?.());
  on.learner = on.recipe.learner(on.models);
  if (learnt !== undefined) on.faults.attempt('judge', 'at a change', () => on.learner?.restore?.(learnt));
  beginReading(on);
}

/** Returns how many of them were new to the topic. */
export function plant(on: Equipment, urls: readonly string[], by: string): number {
  const { topic } = on.folder;
  const fresh = newSeeds(topic.seeds, urls, on.urlRules);
  if (fresh.length === 0) return 0;
  on.folder = changeFolder({ ...on.folder, topic: { ...topic, seeds: [...topic.seeds, ...fresh] } });
  on.scope = scopeOf(on);
  addSeeds(on, fresh);
  record(on, 'seeds', { added: fresh, by });
  on.tell({ type: 'seeds', added: fresh.length, by });
  return fresh.length;
}

/** The part of a larger crawl takes its own: the others take theirs. */
export function addSeeds(
  { frontier, part }: Pick<Equipment, 'frontier' | 'part'>,
  urls: readonly string[],
): void {
  const own = part === undefined ? urls : urls.filter((url) => part.owns(hostOf(url)));
  frontier.add(
    own.map((url) => ({ url, host: hostOf(url), priority: SEED_PRIORITY, depth: 0, why: 'seed' })),
  );
}

export const scopeOf = ({
  folder,
  settings,
  urlRules,
  drawn,
}: Pick<Equipment, 'folder' | 'settings' | 'urlRules' | 'drawn'>): Equipment['scope'] =>
  createScope(settings, [...canonicalSeeds(folder.topic.seeds, urlRules), ...drawn]);

export function record(on: Equipment, kind: string, detail: object): void {
  on.catalogue.saveEvent({ at: on.clock(), kind, detail });
  commit(on);
}

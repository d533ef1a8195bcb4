/** What a program may get wrong: `crawl` throws at once, says where and what would do, and writes nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { crawl, ForageError } from '../../src/index.ts';
import { zodWords } from '../zod-words.ts';
import { newFolder, removeFolders } from './small-web.ts';

afterAll(removeFolders);

const topic = { name: 'stars', keywords: ['comet'], seeds: ['http://a.test/'] };
const http = { contact: 'me@example.org' };

it.each<[string, object, string, string]>([
  [
    'a misspelt key of the topic',
    { topic: { ...topic, seedz: [] } },
    'TOPIC_INVALID',
    'topic.seedz: unknown key; did you mean "seeds"?',
  ],
  ['no topic', { topic: undefined }, 'TOPIC_INVALID', 'topic: missing: give keys with values'],
  [
    'a misspelt setting',
    { settings: { http, budget: { pagez: 3 } } },
    'USAGE',
    'settings.budget.pagez: unknown key; did you mean "pages"?',
  ],
  [
    'a setting of the wrong type',
    { settings: { http, budget: { pages: '3' } } },
    'USAGE',
    'settings.budget.pages: give a number (found "3")',
  ],
  [
    'two mistakes',
    { settings: { http, traps: 1, scope: { follow: 'seed-host' } } },
    'USAGE',
    'settings.scope.follow: give "anywhere", "seed-hosts" or "seed-domains" (found "seed-host"); did you mean "seed-hosts"?\nsettings.traps: give true or false (found 1)',
  ],
  [
    'a recipe of neither form',
    { settings: { http, recipe: 3 } },
    'USAGE',
    'settings.recipe: give text or keys with values (found 3)',
  ],
  [
    'the path of a frozen web in place of a Web',
    { web: 'stars.warc.gz' },
    'USAGE',
    'web: give an object with fetch() and close(), or for a frozen web its path in the settings: { web: ["stars.warc.gz"] } (found "stars.warc.gz")',
  ],
  [
    'a misspelt recipe',
    { settings: { http, recipe: 'breath-first' } },
    'RECIPE_UNKNOWN',
    'There is no recipe "breath-first"; did you mean "breadth-first"? "forage recipes" lists all.',
  ],
])('%s', (_, given, code, message) => {
  const out = join(newFolder(), 'out');
  let thrown: unknown;
  try {
    crawl({ topic, out, settings: { http }, ...given });
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(ForageError);
  expect(thrown).toMatchObject({ code, message });
  expect(message).not.toMatch(zodWords);
  expect(existsSync(out)).toBe(false);
});

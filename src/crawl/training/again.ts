/**
 * Training again for a crawl that has already started. Examples are read from the crawl's own archive if possible;
 * others are fetched as politely as at the start, and archived.
 */
import type { Catalogue } from '../../archive/catalogue.ts';
import { ForageError } from '../../errors.ts';
import { type FrozenWeb, openFrozenWeb } from '../../frozen/frozen.ts';
import type { HostGate } from '../../host/gate.ts';
import type { PreparedRecipe } from '../../recipe/prepare.ts';
import type { UrlRules } from '../../url/url.ts';
import type { WarcPosition } from '../../warc/files.ts';
import type { Fetched, Web } from '../../web/web.ts';
import { type Archive, openArchive } from '../archive.ts';
import type { CrawlFolder } from '../folder.ts';
import { openGate } from '../open-gate.ts';
import { openWeb } from '../open-web.ts';
import { namesOf } from '../scoped-web.ts';
import type { Statistics } from '../statistics.ts';
import { wallTimers } from '../timers.ts';
import { train } from './lesson.ts';
import type { LearntModels } from './models.ts';
import { AT_ONCE, type PoliteParts, politeFetch } from './polite-fetch.ts';

export interface AgainParts {
  folder: CrawlFolder;
  /** The crawl's catalogue; an in-memory one if nothing may be written, including the archive. */
  catalogue: Catalogue;
  writes: boolean;
  statistics: Statistics;
  urlRules: UrlRules;
  clock: () => number;
  signal: AbortSignal;
  tell(message: string): void;
  /** Instead of the live one. */
  web?: Web | undefined;
}

export async function trainAgain(recipe: PreparedRecipe, parts: AgainParts): Promise<LearntModels> {
  const { folder, urlRules, signal, tell } = parts;
  const { seed, web: frozen } = folder.settings;
  const examples = new Examples(parts);
  try {
    return await train(recipe, {
      topic: folder.topic,
      seed,
      frozen,
      urlRules,
      use: folder.settings.use,
      tell,
      signal,
      fetch: (url) => examples.fetch(url),
    });
  } finally {
    await examples.close();
  }
}

class Examples {
  readonly #on: AgainParts;
  #archived: Promise<FrozenWeb | undefined> | undefined;
  #outside: Promise<Outside> | undefined;

  constructor(parts: AgainParts) {
    this.#on = parts;
  }

  async fetch(url: string): Promise<Fetched> {
    const { urlRules, clock, signal } = this.#on;
    this.#archived ??= openFrozenWeb([this.#on.folder.path]).catch(() => undefined);
    const archived = await this.#archived;
    if (archived !== undefined) {
      const kept = { web: archived, gate: AT_ONCE, urlRules, clock, signal, keep() {} };
      const answer = await politeFetch(url, kept);
      if (answer.ok) return answer;
    }
    this.#outside ??= this.#open(url);
    return politeFetch(url, await this.#outside);
  }

  async close(): Promise<void> {
    await (await this.#archived)?.close();
    const outside = await this.#outside?.catch(() => undefined);
    if (outside === undefined) return;
    const { archive, gate, web } = outside;
    gate.save();
    gate.close();
    const end = archive.sync();
    if (end !== undefined) this.#on.catalogue.meta.set('warc', end);
    archive.close();
    if (this.#on.web === undefined) await web.close();
  }

  async #open(url: string): Promise<Outside> {
    const { folder, catalogue, writes, statistics, urlRules, clock, signal, tell } = this.#on;
    const { settings } = folder;
    if (this.#on.web === undefined && settings.web.length === 0 && settings.http.contact === undefined)
      throw new ForageError(
        'CONTACT_MISSING',
        `The example ${url} is not in the archive of ${folder.path}, and fetching it needs a contact: add "contact:" under "http:" to ${folder.path}/crawl.yaml.`,
      );
    const web = this.#on.web ?? (await openWeb(folder));
    const kept = { ...folder, settings: { ...settings, archive: { ...settings.archive, warc: writes } } };
    const archive = openArchive(kept, catalogue.meta.get('warc') as WarcPosition | undefined, tell);
    const gate = openGate({
      settings,
      web,
      names: namesOf(web),
      catalogue,
      statistics,
      clock,
      timers: wallTimers,
      archive,
      signal,
      resumedAt: clock(),
    });
    return { web, gate, archive, urlRules, clock, signal, keep: archive.keepAnswer };
  }
}

interface Outside extends PoliteParts {
  gate: HostGate;
  archive: Archive;
}

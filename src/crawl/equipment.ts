/** Everything a crawl works with, as plain data: `opening.ts` makes it, `commit.ts` makes it last and closes it. */
import type { Catalogue } from '../archive/catalogue.ts';
import type { CrawlDatabase } from '../archive/database.ts';
import type { Frontier } from '../frontier/frontier.ts';
import type { HostGate } from '../host/gate.ts';
import type { TrapGuard } from '../host/traps.ts';
import type { JudgeLearner } from '../recipe/kind.ts';
import type { PreparedRecipe } from '../recipe/prepare.ts';
import type { Models } from '../recipe/reader.ts';
import type { Strategy } from '../strategy/strategy.ts';
import type { UrlRules } from '../url/url.ts';
import type { Archive } from './archive.ts';
import type { ControlSocket } from './control-socket.ts';
import type { CrawlEvent } from './events.ts';
import type { Faults } from './faults.ts';
import type { CrawlFolder } from './folder.ts';
import type { Readers } from './readers/readers.ts';
import type { FoundLink, Refusals } from './refusals.ts';
import type { Scope } from './scope.ts';
import type { ScopedWeb } from './scoped-web.ts';
import type { Settings } from './settings.ts';
import type { Sinks } from './sinks.ts';
import type { Statistics } from './statistics.ts';
import type { Timers } from './timers.ts';

export interface Equipment {
  folder: CrawlFolder;
  settings: Settings;
  clock: () => number;
  timers: Timers;
  /** Ends every request under way. */
  abort: AbortController;
  tell(event: CrawlEvent): void;

  /** What was asked for, ready to be made; and what it learnt, with its version. */
  recipe: PreparedRecipe;
  models: Models & { version: number };
  strategy: Strategy;
  /** Of a judge that goes on learning during the crawl. */
  learner: JudgeLearner | undefined;

  web: ScopedWeb;
  gate: HostGate;
  readers: Readers;
  urlRules: UrlRules;
  scope: Scope;
  traps: TrapGuard;
  filters: readonly Filter[];
  refusals: Refusals;
  /** URLs at which an earlier run broke down. */
  blamed: ReadonlySet<string>;
  faults: Faults;

  /** Absent where nothing of the crawl outlives the process. */
  db: CrawlDatabase | undefined;
  frontier: Frontier;
  archive: Archive;
  catalogue: Catalogue;
  sinks: Sinks;
  statistics: Statistics;
  /** Hosts whose sitemaps wait already. */
  sitemapHosts: Set<string>;
  trapsSavedAt: number;
  /** Where other processes reach it; absent where nobody can. */
  socket: ControlSocket | undefined;
  /** The web was opened for this crawl, which closes it. */
  ownsWeb: boolean;
}

/** A link filter of the user's; a reason leaves the link alone. */
export interface Filter {
  name: string;
  refuses(link: FoundLink): string | undefined;
}

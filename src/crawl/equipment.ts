/** Everything a crawl works with, as plain data. `opening.ts` creates it; `commit.ts` saves and closes it. */
import type { Catalogue } from '../archive/catalogue.ts';
import type { CrawlDatabase } from '../archive/database.ts';
import type { LabelJournal } from '../archive/label-journal.ts';
import type { Frontier } from '../frontier/frontier.ts';
import type { HostGate } from '../host/gate.ts';
import type { TrapGuard } from '../host/traps.ts';
import type { JudgeLearner } from '../recipe/kind.ts';
import type { PreparedRecipe } from '../recipe/prepare.ts';
import type { Models } from '../recipe/reader.ts';
import type { RenderingWeb } from '../render/rendering-web.ts';
import type { Strategy } from '../strategy/strategy.ts';
import type { UrlRules } from '../url/url.ts';
import type { Archive } from './archive.ts';
import type { ControlSocket } from './control-socket.ts';
import type { CopyRules } from './copies.ts';
import type { CrawlDocuments } from './documents.ts';
import type { CrawlEvent } from './events.ts';
import type { Faults } from './faults.ts';
import type { SitesFirst } from './favour.ts';
import type { CrawlFolder } from './folder.ts';
import type { Forms } from './forms.ts';
import type { Part } from './part.ts';
import type { Readers } from './readers/readers.ts';
import type { Round } from './recrawl/round.ts';
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
  /** Aborts all requests in flight. */
  abort: AbortController;
  tell(event: CrawlEvent): void;

  /** The prepared recipe; and what it learnt, with the version. */
  recipe: PreparedRecipe;
  models: Models & { version: number };
  strategy: Strategy;
  /** Only for a judge that keeps learning during the crawl. */
  learner: JudgeLearner | undefined;
  /** While a new model of the judge is made elsewhere. */
  learning?: Promise<number> | undefined;

  web: ScopedWeb;
  /** What pages are asked of, if any is rendered: a browser around `web`. */
  renderer: RenderingWeb | undefined;
  gate: HostGate;
  readers: Readers;
  urlRules: UrlRules;
  scope: Scope;
  /** Seeds from the pool, in this run and earlier ones. */
  drawn: readonly string[];
  traps: TrapGuard;
  /** Parts of URLs that make copies. */
  copies: CopyRules;
  filters: readonly Filter[];
  refusals: Refusals;
  /** URLs at which an earlier run crashed. */
  blamed: ReadonlySet<string>;
  faults: Faults;

  /** Absent if nothing of the crawl is stored. */
  db: CrawlDatabase | undefined;
  frontier: Frontier;
  archive: Archive;
  catalogue: Catalogue;
  /** Only if labels outlive this process without a commit; a part of a larger crawl is given them again. */
  labelJournal: LabelJournal | undefined;
  /** Only if search forms are tried. */
  forms: Forms | undefined;
  /** Only if documents are collected. */
  documents: CrawlDocuments | undefined;
  sinks: Sinks;
  /** While known pages are asked again. */
  round: Round | undefined;
  statistics: Statistics;
  /** Only if the crawl favours sites. */
  sites: SitesFirst | undefined;
  /** Hosts whose sitemaps are already queued. */
  sitemapHosts: Set<string>;
  trapsSavedAt: number;
  /** Where other processes connect; absent if they cannot. */
  socket: ControlSocket | undefined;
  /** Only if this crawl is one part of a larger one. */
  part: Part | undefined;
  /** Whether the web was opened for this crawl, which then closes it. */
  ownsWeb: boolean;
}

/** A user's link filter; a link is skipped if it returns a reason. */
export interface Filter {
  name: string;
  refuses(link: FoundLink): string | undefined;
}

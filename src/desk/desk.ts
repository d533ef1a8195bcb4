/**
 * The desk: one local web page and one interface for programs over all crawls of a folder. It only reads the crawls'
 * folders and talks to their processes, so it may end and come back at any time.
 */
import { isIP } from 'node:net';
import { userInfo } from 'node:os';
import { ForageError } from '../errors.ts';
import { Access, type Key, newSecret, type Role, type TrustedProxy } from './access.ts';
import { compareRoutes } from './api/compare.ts';
import { controlRoutes } from './api/control.ts';
import { crawlJobRoutes } from './api/crawl-jobs.ts';
import { crawlRoutes } from './api/crawls.ts';
import { deletionRoutes } from './api/deletion.ts';
import { documentRoutes } from './api/documents.ts';
import { eventRoutes } from './api/events.ts';
import { exportRoutes } from './api/exports.ts';
import { fleetRoutes } from './api/fleet.ts';
import { graphRoutes } from './api/graph.ts';
import { jobRoutes } from './api/jobs.ts';
import { judgeRoutes } from './api/judge.ts';
import { labelRoutes } from './api/labels.ts';
import { mcpRoutes } from './api/mcp.ts';
import { pageRoutes } from './api/pages.ts';
import { rootRoutes } from './api/root.ts';
import { siteRoutes } from './api/sites.ts';
import { studyRoutes } from './api/studies.ts';
import { topicRoutes } from './api/topics.ts';
import { ArchivedPages } from './archived.ts';
import { assetRoutes, pagePolicy } from './assets.ts';
import { Crawls } from './crawls.ts';
import { DeskFiles } from './desk-files.ts';
import { Jobs } from './jobs.ts';
import { Latency } from './latency.ts';
import {
  checkPassword,
  closed,
  hostNameOf,
  isLoopback,
  LOOPBACK,
  listen,
  SHORTEST_PASSWORD,
} from './listen.ts';
import { LiveCrawls } from './live-crawls.ts';
import { comparePage } from './pages/compare.ts';
import { crawlsPage } from './pages/crawls.ts';
import { deletionPages } from './pages/deletion.ts';
import { documentPages } from './pages/documents.ts';
import { exportPages } from './pages/export.ts';
import { failurePage } from './pages/failure.ts';
import { graphPage } from './pages/graph.ts';
import { jobPages } from './pages/jobs.ts';
import { judgePage } from './pages/judge.ts';
import { labelPage } from './pages/label.ts';
import { livePage } from './pages/live.ts';
import { logPages } from './pages/log.ts';
import { newPages } from './pages/new.ts';
import { orderRoutes } from './pages/orders.ts';
import { pagesPages } from './pages/pages.ts';
import { searchPage } from './pages/search.ts';
import { sitesPages } from './pages/sites.ts';
import { studyPages } from './pages/studies.ts';
import { topicPages } from './pages/topics.ts';
import type { Desk, Route } from './route.ts';
import { createDeskServer } from './server.ts';
import { Starts } from './starts.ts';

export interface DeskOptions {
  folder: string;
  /** 0 for any free port. */
  port: number;
  /** An address other than loopback needs a password. */
  address?: string;
  password?: string | undefined;
  /** Signs people in instead: requests from its address carry their name in a header. */
  proxy?: TrustedProxy | undefined;
  /** Names by which the desk is reached, beside addresses. */
  names?: readonly string[];
  /** Guests get a URL of their own that allows this much. */
  guests?: Role | undefined;
  /** Faults of ours; by default printed. */
  fault?: (error: unknown) => void;
}

export interface RunningDesk {
  /** Signs in the person who opens it. */
  url: string;
  /** The same for guests. */
  guestUrl: string | undefined;
  /** For programs: `Authorization: Bearer`. */
  secret: string;
  /** Makes ready what the first page would wait for, while the browser opens. */
  warm(): void;
  close(): Promise<void>;
}

export const routes: readonly Route[] = [
  ...rootRoutes,
  ...crawlRoutes,
  ...controlRoutes,
  ...deletionRoutes,
  ...pageRoutes,
  ...labelRoutes,
  ...judgeRoutes,
  ...siteRoutes,
  ...eventRoutes,
  ...compareRoutes,
  ...documentRoutes,
  ...graphRoutes,
  ...exportRoutes,
  ...jobRoutes,
  ...crawlJobRoutes,
  ...studyRoutes,
  ...topicRoutes,
  ...fleetRoutes,
  ...mcpRoutes,
  ...assetRoutes,
  crawlsPage,
  livePage,
  ...pagesPages,
  labelPage,
  judgePage,
  ...sitesPages,
  graphPage,
  ...documentPages,
  ...exportPages,
  ...logPages,
  ...deletionPages,
  ...newPages,
  ...topicPages,
  ...studyPages,
  ...jobPages,
  comparePage,
  searchPage,
  ...orderRoutes,
];

export async function startDesk(options: DeskOptions): Promise<RunningDesk> {
  const { folder, port, address = LOOPBACK, password, proxy, names = [], guests } = options;
  const isLocal = isLoopback(address);
  if (!isLocal && password === undefined && proxy === undefined)
    throw new ForageError(
      'USAGE',
      `Beyond this machine the desk needs a password: set FORAGE_DESK_PASSWORD to one of at least ${SHORTEST_PASSWORD} characters, or name the proxy that signs people in with --proxy.`,
    );
  if (proxy !== undefined && isIP(proxy.address) === 0)
    throw new ForageError('USAGE', `"${proxy.address}" is not the IP address of a proxy.`);
  checkPassword(password);
  const crawls = new Crawls(folder);
  const jobs = new Jobs();
  const archived = new ArchivedPages(crawls, names);
  const archivePort = await listen(archived.server, 0, address);
  const hostName = hostNameOf(address, names);
  const archiveOrigin = `http://${hostName}:${archivePort}`;
  const secret = password ?? newSecret();
  const guestSecret = guests === undefined ? undefined : newSecret();
  const keys: Key[] = [{ secret, role: 'all' }];
  if (guestSecret !== undefined) keys.push({ secret: guestSecret, role: guests! });
  const live = new LiveCrawls(crawls);
  const desk: Desk = {
    crawls,
    live,
    starts: new Starts((id) => live.forget(id)),
    jobs,
    files: new DeskFiles(crawls.folder),
    latency: new Latency(),
    isLocal,
    archived: (crawl, page) => archiveOrigin + archived.pathOf(crawl, page),
    routes,
  };
  const fault = options.fault ?? ((error: unknown) => console.error(error));
  // Browsers send a cookie to every port of a host: each desk has its own.
  const access = new Access(keys, `forage-desk-${archivePort}`, userName(), { proxy });
  const server = createDeskServer({
    desk,
    answered: (ms) => desk.latency.add(ms),
    access,
    names,
    policy: pagePolicy(archiveOrigin),
    failurePage: (problem) => failurePage(problem, password !== undefined),
    fault,
  });
  const ownPort = await listen(server, port, address).catch((error: unknown) => {
    archived.server.close();
    throw error;
  });
  const origin = `http://${hostName}:${ownPort}`;
  const signedIn = (key: string): string => `${origin}/?token=${key}`;
  return {
    url: password === undefined ? signedIn(secret) : `${origin}/`,
    guestUrl: guestSecret === undefined ? undefined : signedIn(guestSecret),
    secret,
    warm: () => crawls.warm(),
    close: async () => {
      jobs.close();
      await Promise.all([server, archived.server].map(closed));
      await crawls.close();
    },
  };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown'; // the user has no name, as in some containers
  }
}

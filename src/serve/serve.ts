/**
 * A search page over crawls, for a library to put online. It stands behind the desk's gates (names it answers to, sizes,
 * times, other sites), only reads, and is public or behind a password. Beyond this machine one of the two must be said.
 */
import { Access, type Key, newSecret } from '../desk/access.ts';
import { checkPassword, closed, hostNameOf, isLoopback, LOOPBACK, listen } from '../desk/listen.ts';
import { createDeskServer } from '../desk/server.ts';
import { ForageError } from '../errors.ts';
import { Library } from './library.ts';
import { RateLimit } from './rate.ts';
import { type Served, servedRoutes } from './routes.ts';
import { problemPage } from './views.ts';

export interface ServeOptions {
  /** Folders of crawls. */
  crawls: readonly string[];
  /** 0 for any free port. */
  port: number;
  address?: string;
  names?: readonly string[];
  password?: string | undefined;
  /** Everybody who reaches the address may search. */
  isPublic?: boolean;
  /** Requests a second from one address; 0 for no limit. */
  rate?: number;
  title?: string | undefined;
  /** Also pages that were not judged relevant. */
  all?: boolean;
  /** Faults of ours; by default printed. */
  fault?: (error: unknown) => void;
}

export interface RunningSearch {
  url: string;
  close(): Promise<void>;
}

const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
export const DEFAULT_RATE = 20;

export async function startServing(options: ServeOptions): Promise<RunningSearch> {
  const { address = LOOPBACK, names = [], password, isPublic = false, rate = DEFAULT_RATE } = options;
  if (!isLoopback(address) && password === undefined && !isPublic)
    throw new ForageError(
      'USAGE',
      'Beyond this machine say who may search: everybody with --public, or those who know a password in FORAGE_SERVE_PASSWORD.',
    );
  if (isPublic && password !== undefined)
    throw new ForageError('USAGE', 'With --public there is no password: unset FORAGE_SERVE_PASSWORD.');
  checkPassword(password);
  const library = new Library(options.crawls, options);
  const title = options.title ?? library.shelves.map((shelf) => shelf.title).join(', ');
  const desk: Served = { library, title, routes: servedRoutes };
  const keys: Key[] = [{ secret: password ?? newSecret(), role: 'read' }];
  const limit = rate === 0 ? undefined : new RateLimit(rate);
  const server = createDeskServer({
    desk,
    access: new Access(keys, 'forage-serve', 'reader'),
    names,
    isOpen: password === undefined,
    policy: POLICY,
    failurePage: (problem) => problemPage(problem, title, password !== undefined),
    fault: options.fault ?? ((error: unknown) => console.error(error)),
    ...(limit === undefined ? {} : { limit: (from: string) => limit.ask(from) }),
  });
  try {
    const port = await listen(server, options.port, address);
    return {
      url: `http://${hostNameOf(address, names)}:${port}/`,
      async close() {
        await closed(server);
        library.close();
      },
    };
  } catch (error) {
    library.close();
    throw error;
  }
}

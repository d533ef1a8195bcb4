/**
 * Resolves host names to IP addresses, with a short-lived cache. As the system does, it asks the hosts file first. Then
 * names go to the DNS servers directly (c-ares) rather than through getaddrinfo, which occupies a thread of the small
 * pool that files and zlib need too, for as long as a dead name server stays silent. getaddrinfo is used only for local
 * names and names unknown to the DNS, which the system may find elsewhere.
 */
import * as dns from 'node:dns';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, WebFailure } from '../http/failure.ts';
import { HostsFile } from './hosts-file.ts';

/** All IP addresses of a name. Aborting the signal ends all lookups. */
export type Lookup = (hostname: string, signal: AbortSignal) => Promise<string[]>;

export class AddressBook {
  readonly #lookup: Lookup;
  readonly #keepMs: number;
  readonly #entries = new Map<string, Entry>();
  readonly #closed = new AbortController();

  constructor(lookup: Lookup | undefined, keepMs: number) {
    this.#lookup = lookup ?? createLookup();
    this.#keepMs = keepMs;
  }

  /** The cached IP addresses of a name, and for how much longer they hold. */
  known(hostname: string): { addresses: string[]; validMs: number } | undefined {
    const entry = this.#entries.get(hostname);
    const validMs = (entry?.until ?? 0) - performance.now();
    return entry?.found === undefined || validMs <= 0 ? undefined : { addresses: entry.found, validMs };
  }

  close(): void {
    this.#closed.abort();
  }

  /** All IP addresses of a name, at least one; throws a WebFailure 'dns'. */
  addresses(hostname: string): Promise<string[]> {
    const now = performance.now();
    const known = this.#entries.get(hostname);
    if (known && known.until > now) return known.addresses;
    if (this.#entries.size >= mostEntries) this.#forgetOldest();
    const entry: Entry = { addresses: this.#ask(hostname), until: Number.POSITIVE_INFINITY };
    entry.addresses.then(
      (found) => {
        entry.found = found;
        entry.until = performance.now() + this.#keepMs;
      },
      // Failures are cached too, but for less time: a retry may come soon.
      () => {
        entry.until = performance.now() + Math.min(this.#keepMs, keepFailureMs);
      },
    );
    this.#entries.delete(hostname);
    this.#entries.set(hostname, entry);
    return entry.addresses;
  }

  async #ask(hostname: string): Promise<string[]> {
    let addresses: string[];
    try {
      addresses = await this.#lookup(hostname, this.#closed.signal);
    } catch (error) {
      throw dnsFailure(error);
    }
    if (addresses.length === 0) throw dnsFailure({ code: 'ENODATA' });
    return addresses;
  }

  #forgetOldest(): void {
    let surplus = mostEntries >> 3;
    for (const hostname of this.#entries.keys()) {
      if (surplus-- <= 0) break;
      this.#entries.delete(hostname);
    }
  }
}

interface Entry {
  addresses: Promise<string[]>;
  /** Once they are known. */
  found?: string[];
  until: number;
}

const mostEntries = 20_000;
const keepFailureMs = 1_000;

/** Without the name, so that such failures of many hosts are counted together. */
function dnsFailure(error: unknown): WebFailure {
  const code = codeOf(error);
  const isUnknown = code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME';
  const detail = isUnknown
    ? 'The name has no IP address.'
    : `The name could not be looked up: ${code || String(error)}.`;
  return new WebFailure('dns', detail, !isUnknown);
}

/** With `servers`, these instead of the system's. */
export function createLookup(servers?: string[], hostsFile = new HostsFile()): Lookup {
  const resolver = new dns.promises.Resolver({ timeout: 3_000, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  let watched: AbortSignal | undefined;
  return async (hostname, signal) => {
    if (watched !== signal) signal.addEventListener('abort', () => resolver.cancel(), { once: true });
    watched = signal;
    const local = hostsFile.addressesOf(hostname);
    if (local.length > 0) return local;
    if (isLocalName(hostname)) return askSystem(hostname);
    const askedV4 = resolver.resolve4(hostname);
    const askedV6 = resolver.resolve6(hostname).catch((): string[] => []);
    const v4 = await askedV4.catch((): string[] => []);
    // Some name servers never answer for IPv6: if there is an IPv4 address, they are not waited for.
    const v6 =
      v4.length > 0
        ? await Promise.race([askedV6, sleep(graceMs, [] as string[], { ref: false })])
        : await askedV6;
    if (v4.length + v6.length > 0) return [...v4, ...v6];
    const reason = await askedV4.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (unknownToDns.has(codeOf(reason))) return askSystem(hostname);
    throw reason;
  };
}

const graceMs = 100;

function isLocalName(hostname: string): boolean {
  return !hostname.includes('.') || hostname.endsWith('.localhost') || hostname.endsWith('.local');
}

const unknownToDns = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

async function askSystem(hostname: string): Promise<string[]> {
  const found = await dns.promises.lookup(hostname, { all: true });
  return found.map(({ address }) => address);
}

/**
 * Resolves host names to IP addresses, with a short-lived cache. Names go to the DNS servers directly (c-ares) rather
 * than through getaddrinfo, which occupies a thread of the small pool that files and zlib need too, for as long as a
 * dead name server stays silent. It is used only for names unknown to the DNS, which may be in the hosts file.
 */
import * as dns from 'node:dns';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, WebFailure } from '../http/failure.ts';

export type Lookup = (hostname: string) => Promise<string[]>;

export class AddressBook {
  readonly #lookup: Lookup;
  readonly #keepMs: number;
  readonly #entries = new Map<string, { addresses: Promise<string[]>; until: number }>();

  constructor(lookup: Lookup | undefined, keepMs: number) {
    this.#lookup = lookup ?? createLookup();
    this.#keepMs = keepMs;
  }

  /** All IP addresses of a name, at least one; throws a WebFailure 'dns'. */
  addresses(hostname: string): Promise<string[]> {
    const now = performance.now();
    const known = this.#entries.get(hostname);
    if (known && known.until > now) return known.addresses;
    if (this.#entries.size >= mostEntries) this.#forgetOldest();
    const entry = { addresses: this.#ask(hostname), until: now + this.#keepMs };
    // Failures are cached too, but for less time: a retry may come soon.
    entry.addresses.catch(() => {
      entry.until = Math.min(entry.until, performance.now() + keepFailureMs);
    });
    this.#entries.delete(hostname);
    this.#entries.set(hostname, entry);
    return entry.addresses;
  }

  async #ask(hostname: string): Promise<string[]> {
    let addresses: string[];
    try {
      addresses = await this.#lookup(hostname);
    } catch (error) {
      throw dnsFailure(hostname, error);
    }
    if (addresses.length === 0) throw dnsFailure(hostname, { code: 'ENODATA' });
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

const mostEntries = 20_000;
const keepFailureMs = 1_000;

function dnsFailure(hostname: string, error: unknown): WebFailure {
  const code = codeOf(error);
  const isUnknown = code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME';
  const detail = isUnknown
    ? `The name ${hostname} has no IP address.`
    : `The name ${hostname} could not be looked up: ${code || String(error)}.`;
  return new WebFailure('dns', detail, !isUnknown);
}

function createLookup(): Lookup {
  const resolver = new dns.promises.Resolver({ timeout: 3_000, tries: 2 });
  return async (hostname) => {
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
    if (mayStandInHostsFile.has(codeOf(reason))) return askSystem(hostname);
    throw reason;
  };
}

const graceMs = 100;

function isLocalName(hostname: string): boolean {
  return !hostname.includes('.') || hostname.endsWith('.localhost') || hostname.endsWith('.local');
}

const mayStandInHostsFile = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

async function askSystem(hostname: string): Promise<string[]> {
  const found = await dns.promises.lookup(hostname, { all: true });
  return found.map(({ address }) => address);
}

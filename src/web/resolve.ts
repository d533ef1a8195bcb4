/**
 * Host names to IP addresses, remembered for a short time. Names go to the DNS servers directly (c-ares)
 * rather than through getaddrinfo: that one holds a thread of the small pool that files and zlib need
 * too, for as long as a dead name server stays silent. It is asked only for names that the DNS does not
 * know, which may stand in the hosts file.
 */
import * as dns from 'node:dns';
import { codeOf, WebFailure } from './failure.ts';

export type Lookup = (hostname: string) => Promise<string[]>;

export class AddressBook {
  readonly #lookup: Lookup;
  readonly #keepMs: number;
  readonly #entries = new Map<string, { addresses: Promise<string[]>; until: number }>();

  constructor(lookup: Lookup | undefined, keepMs: number) {
    this.#lookup = lookup ?? createLookup();
    this.#keepMs = keepMs;
  }

  /** All addresses of a name, at least one; throws a WebFailure 'dns'. A failure is remembered too. */
  addresses(hostname: string): Promise<string[]> {
    const now = performance.now();
    const known = this.#entries.get(hostname);
    if (known && known.until > now) return known.addresses;
    if (this.#entries.size >= mostEntries) this.#forgetOldest();
    const addresses = this.#ask(hostname);
    this.#entries.delete(hostname);
    this.#entries.set(hostname, { addresses, until: now + this.#keepMs });
    return addresses;
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

function dnsFailure(hostname: string, error: unknown): WebFailure {
  const code = codeOf(error);
  const isUnknown = code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME';
  const detail = isUnknown
    ? `The name ${hostname} has no address.`
    : `The name ${hostname} could not be looked up: ${code || String(error)}.`;
  return new WebFailure('dns', detail, !isUnknown);
}

function createLookup(): Lookup {
  const resolver = new dns.promises.Resolver({ timeout: 3_000, tries: 2 });
  return async (hostname) => {
    if (isLocalName(hostname)) return askSystem(hostname);
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [
      ...(v4.status === 'fulfilled' ? v4.value : []),
      ...(v6.status === 'fulfilled' ? v6.value : []),
    ];
    if (addresses.length > 0) return addresses;
    const reason = v4.status === 'rejected' ? v4.reason : undefined;
    if (mayStandInHostsFile.has(codeOf(reason))) return askSystem(hostname);
    throw reason;
  };
}

function isLocalName(hostname: string): boolean {
  return !hostname.includes('.') || hostname.endsWith('.localhost') || hostname.endsWith('.local');
}

const mayStandInHostsFile = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

async function askSystem(hostname: string): Promise<string[]> {
  const found = await dns.promises.lookup(hostname, { all: true });
  return found.map(({ address }) => address);
}

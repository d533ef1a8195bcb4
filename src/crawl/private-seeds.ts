/**
 * Seeds on the user's own network: those whose host names resolve to private IP addresses, and to no others, when the
 * crawl starts. Naming them as seeds allows them, as `host:port`: other ports of the same machine belong to other
 * services. A public name is never allowed to resolve to a private address later.
 */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { originOf } from '../web/http/connect.ts';
import { isPublicAddress } from '../web/ip/ranges.ts';

export async function privateSeedHosts(seeds: readonly string[]): Promise<string[]> {
  const origins = seeds.map((seed) => originOf(new URL(seed)));
  const names = [...new Set(origins.map(({ hostname }) => hostname))];
  const isPrivate = await Promise.all(names.map(leadsIntoPrivateNetwork));
  const ours = new Set(names.filter((_, i) => isPrivate[i]));
  const allowed = origins.filter(({ hostname }) => ours.has(hostname));
  return [...new Set(allowed.map(({ hostname, port }) => `${hostname}:${port}`))];
}

async function leadsIntoPrivateNetwork(hostname: string): Promise<boolean> {
  if (isIP(hostname) !== 0) return !isPublicAddress(hostname);
  const addresses = await lookup(hostname, { all: true }).catch(() => []);
  return addresses.length > 0 && addresses.every(({ address }) => !isPublicAddress(address));
}

/**
 * Seeds on the user's own network: hosts whose names resolve to private IP addresses when the crawl starts. Naming them
 * as seeds allows them. A public name is never allowed to resolve to a private address later.
 */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from '../web/ip/ranges.ts';

export async function privateSeedHosts(seeds: readonly string[]): Promise<string[]> {
  const hosts = [...new Set(seeds.map((seed) => new URL(seed).hostname))];
  const isPrivate = await Promise.all(hosts.map(leadsIntoPrivateNetwork));
  return hosts.filter((_, i) => isPrivate[i]);
}

async function leadsIntoPrivateNetwork(host: string): Promise<boolean> {
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) return !isPublicAddress(bare);
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return addresses.some(({ address }) => !isPublicAddress(address));
}

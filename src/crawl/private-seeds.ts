/**
 * The seeds that are machines of the user's own: hosts whose names lead into a private network when the crawl starts.
 * Naming them as seeds allows them. A public name gets no such leave, wherever it may lead later on.
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

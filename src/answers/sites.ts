/** On how many sites a crawl found something, in words. */
import type { OpenCrawl } from '../crawl/open.ts';
import { registrableDomain } from '../url/url.ts';
import { count } from './numbers.ts';

/** Hosts with a relevant page, and the registered domains they belong to. */
export interface Sites {
  hosts: number;
  domains: number;
}

export function sitesOf({ read }: Pick<OpenCrawl, 'read'>): Sites {
  const hosts = read.relevantHosts();
  return { hosts: hosts.length, domains: new Set(hosts.map(registrableDomain)).size };
}

/** "on 12 hosts of 9 domains" */
export const onSites = ({ hosts, domains }: Sites): string =>
  `on ${count(hosts)} ${hosts === 1 ? 'host' : 'hosts'} of ${count(domains)} ${domains === 1 ? 'domain' : 'domains'}`;

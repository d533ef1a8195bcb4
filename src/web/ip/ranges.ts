/**
 * Which IP addresses are on the public Internet. A crawler follows links written by strangers, so an IP address that
 * leads to a private network, to this machine or to no single machine is recognised here and refused by the connector.
 *
 * IPv4 ranges follow the IANA IPv4 Special-Purpose Address Registry. For IPv6 the rule is inverted: only global unicast
 * (2000::/3) is public, except for the special blocks inside it. An IPv6 address that embeds an IPv4 one (mapped,
 * NAT64, 6to4, Teredo) is never public: it could bypass the list.
 */
import { BlockList, isIP } from 'node:net';

export type AddressRange =
  | 'unspecified'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'carrier-grade NAT'
  | 'multicast'
  | 'documentation'
  | 'benchmarking'
  | 'reserved'
  | 'IPv4 inside IPv6';

/** The special range of an IP address, or undefined if it is public. */
export function specialRange(address: string): AddressRange | undefined {
  const family = isIP(address);
  if (family === 0) return 'reserved';
  const type = family === 4 ? 'ipv4' : 'ipv6';
  for (const { range, list } of family === 4 ? v4Ranges : v6Ranges)
    if (list.check(address, type)) return range;
  return family === 4 || globalUnicast.check(address, 'ipv6') ? undefined : 'reserved';
}

export function isPublicAddress(address: string): boolean {
  return specialRange(address) === undefined;
}

const v4Ranges = ranges('ipv4', [
  ['unspecified', '0.0.0.0/8'],
  ['private', '10.0.0.0/8'],
  ['carrier-grade NAT', '100.64.0.0/10'],
  ['loopback', '127.0.0.0/8'],
  ['link-local', '169.254.0.0/16'],
  ['private', '172.16.0.0/12'],
  ['reserved', '192.0.0.0/24'],
  ['documentation', '192.0.2.0/24'],
  ['reserved', '192.88.99.0/24'],
  ['private', '192.168.0.0/16'],
  ['benchmarking', '198.18.0.0/15'],
  ['documentation', '198.51.100.0/24'],
  ['documentation', '203.0.113.0/24'],
  ['multicast', '224.0.0.0/4'],
  ['reserved', '240.0.0.0/4'],
]);

const v6Ranges = ranges('ipv6', [
  ['unspecified', '::/128'],
  ['loopback', '::1/128'],
  ['IPv4 inside IPv6', '::/96'],
  ['IPv4 inside IPv6', '::ffff:0:0/96'],
  ['IPv4 inside IPv6', '::ffff:0:0:0/96'],
  ['IPv4 inside IPv6', '64:ff9b::/96'],
  ['IPv4 inside IPv6', '64:ff9b:1::/48'],
  ['IPv4 inside IPv6', '2001::/32'],
  ['IPv4 inside IPv6', '2002::/16'],
  ['reserved', '2001::/23'],
  ['documentation', '2001:db8::/32'],
  ['documentation', '3fff::/20'],
  ['private', 'fc00::/7'],
  ['link-local', 'fe80::/10'],
  ['private', 'fec0::/10'],
  ['multicast', 'ff00::/8'],
]);

const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

function ranges(type: 'ipv4' | 'ipv6', table: [AddressRange, string][]) {
  return table.map(([range, block]) => {
    const [base, bits] = block.split('/') as [string, string];
    const list = new BlockList();
    list.addSubnet(base, Number(bits), type);
    return { range, list };
  });
}

import { describe, expect, test } from 'vitest';
import { isPublicAddress, specialRange } from '../../../src/web/ip/ranges.ts';

// Blocks and their names are those of the IANA special-purpose address registries for IPv4 and IPv6;
// the neighbours just outside each block are counted by hand.
describe('special ranges', () => {
  test.each([
    ['0.0.0.0', 'unspecified'],
    ['0.255.255.255', 'unspecified'],
    ['10.0.0.0', 'private'],
    ['10.255.255.255', 'private'],
    ['100.64.0.0', 'carrier-grade NAT'],
    ['100.127.255.255', 'carrier-grade NAT'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['169.254.169.254', 'link-local'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.8', 'reserved'],
    ['192.0.2.1', 'documentation'],
    ['192.168.1.1', 'private'],
    ['198.18.0.1', 'benchmarking'],
    ['198.19.255.255', 'benchmarking'],
    ['198.51.100.7', 'documentation'],
    ['203.0.113.7', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::7f00:1', 'IPv4 inside IPv6'],
    ['::ffff:127.0.0.1', 'IPv4 inside IPv6'],
    ['::ffff:8.8.8.8', 'IPv4 inside IPv6'],
    ['::ffff:7f00:1', 'IPv4 inside IPv6'],
    ['64:ff9b::7f00:1', 'IPv4 inside IPv6'],
    ['64:ff9b:1::a00:1', 'IPv4 inside IPv6'],
    ['2002:7f00:1::', 'IPv4 inside IPv6'],
    ['2001:0:1234::1', 'IPv4 inside IPv6'],
    ['2001:10::1', 'reserved'],
    ['2001:db8::1', 'documentation'],
    ['3fff::1', 'documentation'],
    ['fc00::1', 'private'],
    ['fdff::1', 'private'],
    ['fe80::1', 'link-local'],
    ['febf::1', 'link-local'],
    ['fec0::1', 'private'],
    ['ff02::1', 'multicast'],
    ['100::1', 'reserved'],
    ['4000::1', 'reserved'],
  ])('%s is %s', (address, range) => {
    expect(specialRange(address)).toBe(range);
  });

  test.each([
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2000::1',
    '2001:200::1',
    '2606:2800:220:1:248:1893:25c8:1946',
    '2003::1',
    '3ffe::1',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test('an invalid IP address is not public', () => {
    expect(isPublicAddress('example.org')).toBe(false);
    expect(isPublicAddress('')).toBe(false);
  });
});

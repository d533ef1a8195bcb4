/**
 * Which partition a host belongs to: a hash of its registrable domain. All hosts of a domain are in one partition, and
 * stay there for the life of the fleet, so politeness needs no agreement between workers.
 */
import { createHash } from 'node:crypto';
import { registrableDomain } from '../url/url.ts';

/** Hosts whose partition is remembered. */
const REMEMBERED = 100_000;

export function partitionOf(partitions: number): (host: string) => number {
  const known = new Map<string, number>();
  return (host) => {
    const before = known.get(host);
    if (before !== undefined) return before;
    const hash = createHash('sha256').update(registrableDomain(host)).digest().readUInt32BE(0);
    if (known.size >= REMEMBERED) known.clear();
    known.set(host, hash % partitions);
    return hash % partitions;
  };
}

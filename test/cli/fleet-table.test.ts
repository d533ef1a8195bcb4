import { expect, it } from 'vitest';
import { fleetTable } from '../../src/cli/fleet-table.ts';
import type { FleetStatus } from '../../src/fleet/status.ts';

const sums = { pages: 120, relevant: 30, words: 0, bytes: 5000, sent: 7, taken: 6, elapsedMs: 0 };
const status = (unowned: number[], more: Partial<FleetStatus> = {}): FleetStatus => ({
  ...{ fleet: 'owls', stands: 'running', stop: undefined, partitions: 4, unowned, workers: [], sums },
  ...{ waiting: 9, late: 0, reports: [], streams: [] },
  ...more,
});

it('a fleet of which no worker has a partition shows no figures, because they are not known', () => {
  const text = fleetTable(status([0, 1, 2, 3], { stands: 'stopped', sums: { ...sums, pages: 0 } }));
  expect(text).not.toMatch(/\d+ pages/);
  expect(text).toContain('forage fleet collect FOLDER --fleet owls');
});

it('figures of some partitions say so', () => {
  expect(fleetTable(status([]))).toContain('120 pages, 30 relevant, 9 links wait');
  expect(fleetTable(status([3]))).toMatch(/120 pages.* in the 3 partitions that a worker has/);
});

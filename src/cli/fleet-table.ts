/** How a fleet stands, as text. */
import type { FleetStatus } from '../fleet/status.ts';
import { bytes, count, percent, table } from './format.ts';

export function fleetTable(status: FleetStatus): string {
  const { fleet, stands, stop, partitions, unowned, workers, sums, waiting, late, streams } = status;
  const state = stop === undefined ? stands : `${stands}: ${stop.detail}`;
  const known =
    unowned.length === 0 ? '' : ` in the ${count(partitions - unowned.length)} partitions that a worker has`;
  const figures = [
    `${count(sums.pages)} pages, ${count(sums.relevant)} relevant, ${count(waiting)} links wait, ${bytes(sums.bytes)}${known}`,
    `${count(sums.sent)} links were sent to other partitions, ${count(sums.taken)} have arrived`,
  ];
  // Workers say what they have; nobody else knows without reading all logs.
  const unknown = [
    `No worker has a partition. To see its pages: forage fleet collect FOLDER --fleet ${fleet}`,
  ];
  const lines = [
    `Fleet ${fleet}: ${state}`,
    ...(unowned.length === partitions ? unknown : figures),
    '',
    workers.length === 0
      ? 'No worker answers. Start one: forage fleet work'
      : table(
          [
            ['worker', 'partitions', 'lapsed', 'requests at a time'],
            ...workers.map(({ worker, partitions: held, lapsed, share }) => [
              worker,
              count(held),
              count(lapsed),
              count(share),
            ]),
          ],
          [1, 2, 3],
        ),
  ];
  if (unowned.length > 0 && stands !== 'stopped')
    lines.push('', `${count(unowned.length)} of ${count(partitions)} partitions are in nobody's hands.`);
  for (const { name, bytes: held, maxBytes } of streams)
    if (held > 0.8 * maxBytes)
      lines.push('', `The stream ${name} is ${percent(held / maxBytes)} full: workers wait when it is full.`);
  if (late > 0) lines.push('', `${count(late)} requests left after the right to send them had ended.`);
  return lines.join('\n');
}

/** What a fleet has found, from its logs: pages in one file, or one by one as they are accepted. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExportFilter } from '../archive/export/selected-pages.ts';
import { ForageError } from '../errors.ts';
import type { Nats } from '../fleet/connect.ts';
import type { FleetState } from '../fleet/control.ts';
import type { Mirror } from '../fleet/mirror.ts';
import { count } from './format.ts';
import { print, printJsonLine } from './print.ts';

/** How often the logs are looked at. */
const LOOK_EVERY_MS = 1000;

export interface ExportFlags {
  out?: string;
  relevant?: boolean;
  minScore?: number;
  language?: string;
  host?: string;
  everything?: boolean;
  force?: boolean;
}

async function withMirror<T>(
  nats: Nats,
  fleet: FleetState,
  work: (mirror: Mirror) => Promise<T>,
): Promise<T> {
  const { Mirror } = await import('../fleet/mirror.ts');
  const folder = mkdtempSync(join(tmpdir(), 'forage-mirror-'));
  try {
    return await work(new Mirror(nats, fleet, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function exportFleet(nats: Nats, fleet: FleetState, flags: ExportFlags): Promise<void> {
  const { out } = flags;
  if (out !== undefined && !flags.force && existsSync(out))
    throw new ForageError('USAGE', `${out} exists. Choose another --out, or replace it with --force.`);
  const filter: ExportFilter = {
    ...(flags.relevant ? { relevantOnly: true } : {}),
    ...(flags.everything ? { everything: true } : {}),
    ...(flags.minScore === undefined ? {} : { minScore: flags.minScore }),
    ...(flags.language === undefined ? {} : { language: flags.language }),
    ...(flags.host === undefined ? {} : { host: flags.host }),
  };
  const { writeOut } = await import('../archive/export/output.ts');
  const { jsonLine } = await import('../archive/export/json-lines.ts');
  await withMirror(nats, fleet, async (mirror) => {
    let pages = 0;
    async function* lines(): AsyncGenerator<string> {
      for await (const page of mirror.pages(filter)) {
        pages++;
        yield jsonLine(page);
      }
    }
    await writeOut(out ?? process.stdout, lines());
    if (out !== undefined) print(`${count(pages)} pages written to ${out}`);
  });
}

/** Ends when the fleet has stopped and everything was read. */
export async function followFleet(nats: Nats, fleet: FleetState, { relevant = false }): Promise<void> {
  const { readFleet } = await import('../fleet/control.ts');
  await withMirror(nats, fleet, async (mirror) => {
    for (;;) {
      const hasEnded = (await readFleet(nats, fleet.name)).stands === 'stopped';
      for await (const visit of mirror.visits({ relevant })) await printJsonLine(visit);
      if (hasEnded) return;
      await sleep(LOOK_EVERY_MS);
    }
  });
}

/** What a fleet has found, from its logs: as an ordinary crawl, in one file, or one by one as it is accepted. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExportFilter } from '../archive/export/selected-pages.ts';
import { ForageError } from '../errors.ts';
import type { Collected } from '../fleet/collect.ts';
import type { Nats } from '../fleet/connect.ts';
import type { FleetState } from '../fleet/control.ts';
import type { Mirror } from '../fleet/mirror.ts';
import { typed } from '../suggest.ts';
import { count, plural } from './format.ts';
import { onInterruption } from './interruption.ts';
import { complain, print, printJsonLine } from './print.ts';

/** How often the logs are looked at. */
const LOOK_EVERY_MS = 1000;

export interface CollectFlags {
  folder?: string[];
  text?: boolean;
}

export interface ExportFlags extends Omit<CollectFlags, 'text'> {
  format?: string;
  out?: string;
  relevant?: boolean;
  minScore?: number;
  language?: string;
  host?: string;
  everything?: boolean;
  force?: boolean;
}

/** Where a worker keeps its partitions by default. */
const FOLDERS = ['forage-fleet'];

export async function collectFleet(
  nats: Nats,
  fleet: FleetState,
  out: string,
  { folder = FOLDERS, text = true }: CollectFlags,
): Promise<void> {
  const { collect } = await import('../fleet/collect.ts');
  const stop = new AbortController();
  const listening = onInterruption(() => stop.abort());
  const made = await collect(nats, fleet, { out, folders: folder, texts: text, signal: stop.signal });
  listening();
  tellMissing(made);
  print(
    `${count(made.pages)} pages, ${count(made.relevant)} relevant, ${count(made.waiting)} links wait: ${out}`,
  );
  if (stop.signal.aborted) print('Interrupted: the texts are not complete. To read the rest, run it again.');
  print(
    made.isWhole
      ? `To continue on this machine: forage resume ${typed(out)}`
      : 'The fleet is not stopped: this is how it stood now. Run the command again to bring it up to date.',
  );
}

function tellMissing({ missing, withoutText }: Pick<Collected, 'missing' | 'withoutText'>): void {
  const pages = missing.reduce((sum, one) => sum + one.pages, 0);
  if (missing.length > 0)
    complain(
      `${count(missing.length)} WARC files with ${count(pages)} pages are not here: ${missing
        .slice(0, NAMED)
        .map(({ file }) => file)
        .join(
          ', ',
        )}${missing.length > NAMED ? ', …' : ''}. Bring the folders of their workers and name them: --folder DIR`,
    );
  if (withoutText > 0) complain(`${count(withoutText)} pages have no text that could be read.`);
}

/** Missing files that are named. */
const NAMED = 5;

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
  if (flags.format !== undefined && flags.format !== 'jsonl')
    return exportCollected(nats, fleet, { ...flags, format: flags.format }, filter);
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
    if (out !== undefined) print(`${plural(pages, 'page')} written to ${out}`);
  });
}

/** Formats that need the catalogue alone, and those that read WARC files but need no texts. */
const OF_CATALOGUE = new Set(['csv', 'parquet', 'graphml', 'gexf']);
const OF_RECORDS = new Set(['warc', 'wacz', 'cdxj', 'markdown']);

/** By way of a crawl that is removed afterwards. */
async function exportCollected(
  nats: Nats,
  fleet: FleetState,
  { format, out, folder = FOLDERS }: ExportFlags & { format: string },
  filter: ExportFilter,
): Promise<void> {
  const { collect } = await import('../fleet/collect.ts');
  const { exportCrawl, exporterOf } = await import('../crawl/export.ts');
  const aside = mkdtempSync(join(tmpdir(), 'forage-collected-'));
  try {
    const path = join(aside, 'crawl');
    const texts = !OF_CATALOGUE.has(format) && !OF_RECORDS.has(format);
    const collected = await collect(nats, fleet, { out: path, folders: folder, texts });
    if (!OF_CATALOGUE.has(format)) tellMissing(collected);
    const exporter = exporterOf(path, format);
    if (out === undefined && exporter.writes === 'folder')
      throw new ForageError('USAGE', 'This format needs an output: --out FOLDER');
    const written = await exportCrawl(path, exporter, out ?? process.stdout, { ...filter, warn: complain });
    if (out !== undefined) print(`${count(written)} ${exporter.of ?? 'pages'} written to ${out}`);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Ends when the fleet has stopped and everything was read. */
export async function followFleet(
  nats: Nats,
  fleet: FleetState,
  { relevant = false, since = 0 }: { relevant?: boolean; since?: number },
): Promise<void> {
  const { readFleet } = await import('../fleet/control.ts');
  await withMirror(nats, fleet, async (mirror) => {
    for (;;) {
      const hasEnded = (await readFleet(nats, fleet.name)).stands === 'stopped';
      for await (const visit of mirror.visits({ relevant }))
        if (visit.fetchedAt >= since) await printJsonLine(visit);
      if (hasEnded) return;
      await sleep(LOOK_EVERY_MS);
    }
  });
}

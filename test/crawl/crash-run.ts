/**
 * Kills a crawl with SIGKILL at random moments, resumes it each time, lets it finish, and compares it with the
 * same crawl without kills. Used by the test (a few kills) and by `npm run crash` (a hundred).
 */
import { spawn } from 'node:child_process';
import { createReadStream, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WARCParser } from 'warcio';
import { startChild } from '../../bench/child.ts';
import { openDatabase } from '../../src/archive/database.ts';

export interface CrashReport {
  kills: number;
  pages: number;
  /** URLs that only one of the two crawls has. */
  lost: string[];
  extra: string[];
  /** URLs that occur more than once among the pages. */
  twice: string[];
  warcFiles: number;
  warcRecords: number;
  /** Pages whose record is not where the catalogue says it is. */
  misplaced: string[];
}

const forage = fileURLToPath(new URL('../../bin/forage.js', import.meta.url));

export async function crashRun(options: {
  kills: number;
  pages: number;
  hosts: number;
  /**
   * Between two pages of a host of the crawl that is killed. A host has pages / hosts of them, so that the crawl needs at least that many
   * delays: more than all legs together may last, or it ends before the last kill.
   */
  delayMs: number;
  /** A leg is killed at most this long after its first event (every fifth: after it was started). */
  killWithinMs: number;
  tell?: (line: string) => void;
}): Promise<CrashReport> {
  const folder = mkdtempSync(join(tmpdir(), 'forage-crash-'));
  const server = await startChild('synthetic-server.ts', [String(options.pages), String(options.hosts)]);
  try {
    const topic = join(folder, 'topic.yaml');
    writeFileSync(
      topic,
      `name: crash\nkeywords: [planet, galaxy, comet]\nseeds: ["http://h0.bench.test/section-0/page-0.html"]\n`,
    );
    const start = (out: string, delayMs: number) => {
      const settings = `${out}.yaml`;
      writeFileSync(
        settings,
        `archive: { commitEveryMs: 100, maxFileBytes: 2000000 }
politeness: { minDelayMs: ${delayMs}, delayFactor: 0 }
http: { contact: "mailto:test@example.org", connectTo: { "*.bench.test": "127.0.0.1:${server.port}" } }\n`,
      );
      return ['crawl', topic, '--out', out, '--settings', settings, '--contact', 'a@b.org', '--json'];
    };
    const calm = join(folder, 'calm');
    const killed = join(folder, 'killed');
    // Nothing kills it, so nothing needs it to last.
    await leg(start(calm, 0));

    let kills = 0;
    let args = start(killed, options.delayMs);
    while (kills < options.kills) {
      const died = await leg(args, {
        afterMs: Math.random() * options.killWithinMs,
        from: kills % 5 === 4 ? 'start' : 'first event',
      });
      if (!died) break;
      kills += 1;
      options.tell?.(`kill ${kills}: ${pagesIn(killed).length} pages`);
      if (hasCrawl(killed)) args = ['resume', killed, '--json'];
      else rmSync(killed, { recursive: true, force: true });
    }
    await leg(args[0] === 'resume' || hasCrawl(killed) ? ['resume', killed, '--json'] : args);

    const wanted = pagesIn(calm);
    const found = pagesIn(killed);
    const archive = await recordsIn(join(killed, 'archive'));
    return {
      kills,
      pages: found.length,
      lost: wanted.filter(({ url }) => !found.some((page) => page.url === url)).map(({ url }) => url),
      extra: found.filter(({ url }) => !wanted.some((page) => page.url === url)).map(({ url }) => url),
      twice: found
        .filter(({ url }, i) => found.findIndex((page) => page.url === url) !== i)
        .map(({ url }) => url),
      warcFiles: archive.files,
      warcRecords: archive.records,
      misplaced: found.filter(({ place, url }) => archive.urlAt.get(place) !== url).map(({ url }) => url),
    };
  } finally {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Kill {
  afterMs: number;
  from: 'start' | 'first event';
}

/** Runs the command to its end, or kills it after a time; answers whether it was killed. */
async function leg(args: string[], kill?: Kill): Promise<boolean> {
  const child = spawn(process.execPath, [forage, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  let timer: NodeJS.Timeout | undefined;
  const setTimer = () => {
    if (kill) timer = setTimeout(() => child.kill('SIGKILL'), kill.afterMs);
  };
  child.stdout.resume();
  if (kill?.from === 'start') setTimer();
  else child.stdout.once('data', setTimer);
  const signal = await new Promise<string | null>((resolve, reject) => {
    child.once('exit', (code, signal) => {
      if (code !== 0 && signal === null)
        reject(new Error(`forage ${args.join(' ')} ended with ${code}: ${complaint}`));
      else resolve(signal);
    });
  });
  clearTimeout(timer);
  return signal === 'SIGKILL';
}

const hasCrawl = (folder: string): boolean => {
  try {
    return readdirSync(folder).includes('crawl.yaml');
  } catch {
    return false;
  }
};

function pagesIn(folder: string): { url: string; place: string }[] {
  if (!hasCrawl(folder) || !readdirSync(folder).includes('crawl.db')) return [];
  const db = openDatabase(join(folder, 'crawl.db'), { readOnly: true });
  try {
    return db.sql
      .prepare("SELECT url, warc_file || ':' || warc_offset AS place FROM pages WHERE outcome = 'page'")
      .all()
      .map(({ url, place }) => ({ url: String(url), place: String(place) }));
  } catch {
    return []; // killed before its tables were made
  } finally {
    db.close();
  }
}

/** Reads every file to its end with another implementation; a torn or damaged record throws. */
async function recordsIn(folder: string) {
  const urlAt = new Map<string, string>();
  let records = 0;
  const files = readdirSync(folder).filter((name) => name.endsWith('.warc.gz'));
  for (const file of files) {
    const parser = new WARCParser(createReadStream(join(folder, file)));
    for await (const record of parser) {
      await record.readFully(false);
      records += 1;
      if (record.warcType === 'response') urlAt.set(`${file}:${parser.offset}`, record.warcTargetURI ?? '');
    }
  }
  return { files: files.length, records, urlAt };
}

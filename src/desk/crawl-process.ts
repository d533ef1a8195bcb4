/**
 * Crawls in processes of their own: the desk may end, and they go on; one may end, and the desk says so. The desk talks
 * to a crawl through its folder, as the command line does, never through this process.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SettingsInput } from '../crawl/settings.ts';
import type { CrawlOptions, ResumeOptions } from '../crawl/start.ts';
import { type ErrorCode, type Fault, ForageError } from '../errors.ts';
import { crawlFlags, ownModule } from '../own-module.ts';

export type Order =
  | { do: 'crawl'; topic: CrawlOptions['topic']; out: string; settings: SettingsInput }
  | { do: 'resume'; path: string; budget: NonNullable<ResumeOptions['budget']> };

export type Said = { ok: true } | { ok: false; code: ErrorCode; message: string; faults?: readonly Fault[] };

/**
 * Resolves once the crawl has started. Throws what the command line would have printed. A crawl
 * that learns first may take minutes to start: `begun` then resolves while the rest goes on.
 */
export function startProcess(order: Order): Promise<void> {
  const main = fileURLToPath(ownModule('./crawl-process-main', import.meta.url));
  const child = spawn(process.execPath, [...crawlFlags, main], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new ForageError('CRAWL_FOLDER', `No process could be started: ${error.message}`)),
    );
    child.once('exit', (code, signal) =>
      reject(
        new ForageError(
          'CRAWL_FOLDER',
          `The process of the crawl ended before it started (${signal ?? code}).`,
        ),
      ),
    );
    child.once('message', (message) => {
      const said = message as Said;
      if (said.ok) resolve();
      else reject(new ForageError(said.code, said.message, said.faults ? { faults: said.faults } : {}));
      child.disconnect();
      child.unref();
    });
    child.send(order);
  });
}

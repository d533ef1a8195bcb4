/** The process of one crawl, started by `crawl-process.ts`: gets its order, says that it started or why not, and runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Crawl } from '../crawl/crawl.ts';
import { findRunning } from '../crawl/running.ts';
import { crawl, resume } from '../crawl/start.ts';
import { ForageError } from '../errors.ts';
import type { Order, Said } from './crawl-process.ts';

process.once('message', (order: Order) => {
  obey(order).then(
    () => say({ ok: true }),
    (error: unknown) => say(asSaid(error)),
  );
});

async function obey(order: Order): Promise<void> {
  switch (order.do) {
    case 'crawl':
      return run(crawl({ topic: order.topic, out: order.out, settings: order.settings }));
    case 'resume':
      return run(resume(order.path, { budget: order.budget }));
  }
}

async function run(one: Crawl): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => one.stop('interrupted', `stopped by ${signal}`));
  let hasStarted = false;
  // A failure after the start is in the crawl's own record.
  const finished = one.finished.catch((error: unknown) => {
    if (!hasStarted) throw error;
  });
  const started = (async () => {
    for await (const event of one) {
      if (event.type !== 'start') continue;
      hasStarted = true;
      return await listening(event.folder);
    }
  })();
  await Promise.race([started, finished]);
}

/** Whoever looks from now on sees that it runs. A crawl works without its socket, too. */
async function listening(folder: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < 2000; waitedMs += 10) {
    if ((await findRunning(folder)) !== undefined) return;
    await sleep(10, undefined, { ref: false });
  }
}

function say(said: Said): void {
  // The desk may be gone by now.
  if (process.connected) process.send?.(said, () => process.disconnect?.());
}

function asSaid(error: unknown): Said {
  if (!(error instanceof ForageError))
    return { ok: false, code: 'CRAWL_FOLDER', message: (error as Error).message };
  const { code, message, faults } = error;
  return { ok: false, code, message, ...(faults === undefined ? {} : { faults }) };
}

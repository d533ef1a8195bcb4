/** Fits a committee in a thread of its own, so that the loop of a crawl goes on meanwhile. */
import { Worker } from 'node:worker_threads';
import { ownModule, threadFlags } from '../../own-module.ts';
import type { CommitteeLesson, FittedCommittee } from './committee.ts';

export function fitApart(lesson: CommitteeLesson): Promise<FittedCommittee> {
  return new Promise((resolve, reject) => {
    const module = ownModule('./fit-thread', import.meta.url);
    const worker = new Worker(module, { workerData: lesson, execArgv: threadFlags() });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread that fits the judge ended without a result.')));
  });
}

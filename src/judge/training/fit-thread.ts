/** The thread of `fit-apart.ts`: one fit, then it ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { type CommitteeLesson, fitAndJudge } from './committee.ts';

parentPort!.postMessage(fitAndJudge(workerData as CommitteeLesson));

/** A worker thread: receives the samples once, then chromosomes one by one, and answers with what they achieve. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Annotations, type ReadLink, ReadText, type Sample } from '../features/document.ts';
import { readChromosome } from './chromosome.ts';
import { type Evaluation, evaluationOn, type LabelledSample } from './fitness.ts';

/** Samples as plain data, since classes do not cross between threads. */
export interface PlainSample {
  text: Annotations;
  link: Omit<ReadLink, 'page'> | undefined;
  relevant: boolean;
}

export interface FitnessTask {
  train: PlainSample[];
  validation: PlainSample[];
}

export type FitnessAnswer = { evaluation: Evaluation } | { failed: string };

export function plainSample({ sample, relevant }: LabelledSample): PlainSample {
  if (sample instanceof ReadText) return { text: sample.annotations, link: undefined, relevant };
  const { page, ...link } = sample;
  return { text: page.annotations, link, relevant };
}

function revived({ text, link, relevant }: PlainSample): LabelledSample {
  const page = ReadText.from(text);
  const sample: Sample = link ? { ...link, page } : page;
  return { sample, relevant };
}

if (parentPort && workerData?.fitnessTask) {
  const port = parentPort;
  const task = workerData.fitnessTask as FitnessTask;
  const evaluate = evaluationOn(task.train.map(revived), task.validation.map(revived));
  port.on('message', (line: string) => {
    let answer: FitnessAnswer;
    try {
      answer = { evaluation: evaluate(readChromosome(line)) };
    } catch (error) {
      answer = { failed: error instanceof Error ? error.message : String(error) };
    }
    port.postMessage(answer);
  });
}

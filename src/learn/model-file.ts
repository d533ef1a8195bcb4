/**
 * A model on disk: one JSON file with a version, the learner with its settings, how texts become vectors
 * (vocabulary and weights included) and how well it did. A digest over all of it tells a damaged file from a sound
 * one; a file of another version is refused by name. Written beside its place and then moved there, so a crash
 * leaves the old file or the new one.
 */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import type { Learner } from './learner.ts';
import { restoreLearner } from './learners.ts';
import { Vectoriser } from './vectoriser.ts';

export const modelVersion = 1;

export interface Model {
  learner: Learner;
  vectoriser?: Vectoriser;
  /** What was measured, on what: { f1: 0.81, examples: 400, "measured on": "held-out fifth" }. */
  performance: Record<string, number | string>;
}

export function saveModel(path: string, { learner, vectoriser, performance }: Model): void {
  for (const [name, value] of Object.entries(performance)) {
    if (typeof value === 'string' || Number.isFinite(value)) continue;
    throw new ForageError('INPUT_INVALID', `The model's ${name} is ${value}; give a finite number.`);
  }
  const model = JSON.stringify({ learner, vectoriser, performance });
  const text = `{"format":"${format}","version":${modelVersion},"digest":"${digestOf(model)}","model":${model}}\n`;
  const beside = `${path}.${process.pid}.part`;
  try {
    writeFileSync(beside, text);
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new ForageError('FILE_UNREADABLE', `The model cannot be written to ${path} (${why}).`, {
      cause: error,
    });
  }
}

export function loadModel(path: string): Model {
  const read = envelope.safeParse(parsed(path));
  if (!read.success) {
    throw new ForageError('MODEL_INVALID', `${path} is no model file; give one that this program has saved.`);
  }
  const { version, digest, model } = read.data;
  if (version !== modelVersion) {
    throw new ForageError(
      'MODEL_INVALID',
      `${path} is a model of version ${version}, this program reads version ${modelVersion}; train it again.`,
    );
  }
  const body = modelSchema.safeParse(model);
  if (!body.success || digestOf(JSON.stringify(model)) !== digest) {
    throw new ForageError('MODEL_INVALID', `${path} is damaged; train the model again or restore the file.`);
  }
  const { learner, vectoriser, performance } = body.data;
  return {
    learner: restoreLearner(learner),
    performance,
    ...(vectoriser === undefined ? {} : { vectoriser: Vectoriser.fromJSON(vectoriser) }),
  };
}

const format = 'forage-model';

const envelope = z.object({
  format: z.literal(format),
  version: z.number(),
  digest: z.string(),
  model: z.unknown(),
});

const modelSchema = z.object({
  learner: z.unknown(),
  vectoriser: z.unknown().optional(),
  performance: z.record(z.string(), z.union([z.number(), z.string()])),
});

/** Beyond this no string of this engine could hold the file. */
const maxBytes = 500_000_000;

function parsed(path: string): unknown {
  let text: string;
  try {
    if (statSync(path).size > maxBytes) {
      throw new ForageError(
        'MODEL_INVALID',
        `${path} is larger than ${maxBytes / 1e6} MB, so it is no model.`,
      );
    }
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ForageError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new ForageError('FILE_UNREADABLE', `The model ${path} cannot be read (${why}).`, { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ForageError(
      'MODEL_INVALID',
      `${path} is no model file or was cut short; train the model again.`,
      {
        cause: error,
      },
    );
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

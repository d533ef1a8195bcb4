/** What was learnt before a crawl started, stored in its folder with its quality. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '../../disk.ts';
import { ForageError } from '../../errors.ts';
import type { GaugeModel } from '../../judge/gauge.ts';
import { loadRecord, saveRecord } from '../../learn/record-file.ts';
import type { Models } from '../../recipe/reader.ts';
import type { Calibration } from './calibration.ts';

export interface LearntModels {
  recipe: string;
  models: Models;
  /** Cross-validated figures of each model. */
  quality: Record<string, Record<string, number>>;
  warnings: string[];
  /** Everything that training depended on; absent in files of earlier versions. */
  training?: unknown;
  calibration?: Calibration | undefined;
}

const KIND = 'recipe';
const modelsPath = (folder: string): string => join(folder, 'models');
const filePath = (folder: string): string => join(modelsPath(folder), 'recipe.json');

export function saveModels(folder: string, learnt: LearntModels): void {
  makeFolder(modelsPath(folder));
  saveRecord(filePath(folder), KIND, learnt);
}

/** The file as it is, to be kept elsewhere; undefined if nothing was learnt. */
export const modelsFile = (folder: string): Uint8Array | undefined =>
  existsSync(filePath(folder)) ? readFileSync(filePath(folder)) : undefined;

export function writeModelsFile(folder: string, bytes: Uint8Array): void {
  makeFolder(modelsPath(folder));
  writeFileSync(filePath(folder), bytes);
}

/** Undefined if nothing was learnt yet. */
export function loadModels(folder: string): LearntModels | undefined {
  if (!existsSync(filePath(folder))) return undefined;
  const read = schema.safeParse(loadRecord(filePath(folder), KIND));
  if (read.success) return read.data;
  throw new ForageError('MODEL_INVALID', `${filePath(folder)} is damaged; delete it to train again.`);
}

const schema = z.object({
  recipe: z.string(),
  models: z.object({ judge: z.unknown().optional(), strategy: z.unknown().optional() }),
  quality: z.record(z.string(), z.record(z.string(), z.number())),
  warnings: z.array(z.string()),
  training: z.unknown().optional(),
  calibration: z
    .object({
      relevant: z.number(),
      irrelevant: z.number(),
      learns: z.boolean(),
      examples: z.object({ urls: z.array(z.string()), digests: z.array(z.string()) }),
      heldOut: z
        .array(z.object({ relevant: z.boolean(), score: z.number(), called: z.boolean() }))
        .optional(),
      // The gauge checks it.
      gauge: z.custom<GaugeModel>().optional(),
    })
    .optional(),
});

/**
 * `sample.json` of a study: seed, size, and the pages to judge in order. It does not reveal which recipe found a page,
 * so judges may read it.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { unwritable } from '../disk.ts';
import { ForageError } from '../errors.ts';
import { typed } from '../suggest.ts';
import type { SampledPage, SampleRules } from './sampling.ts';

export interface SampleFile extends SampleRules {
  pages: SampledPage[];
}

const schema = z.strictObject({
  seed: z.number().int().min(0),
  size: z.number().int().positive(),
  finite: z.boolean(),
  perWindow: z.boolean().optional(),
  pages: z.array(
    z.strictObject({
      web: z.string(),
      topic: z.string(),
      digest: z.string().regex(/^[0-9a-f]{64}$/),
      url: z.string().max(65_536),
    }),
  ),
});

export function readSample(folder: string): SampleFile | undefined {
  const path = pathOf(folder);
  if (!existsSync(path)) return undefined;
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new ForageError(
      'INPUT_INVALID',
      `${path} is not a valid sample (${reason}). Move it away and draw again: forage lab sample ${typed(folder)}`,
    );
  }
}

/** Atomic. */
export function writeSample(folder: string, { seed, size, finite, perWindow, pages }: SampleFile): void {
  const path = pathOf(folder);
  const lines = pages.map((page) => `    ${JSON.stringify(page)}`).join(',\n');
  const windows = perWindow ? '  "perWindow": true,\n' : '';
  const head = `  "seed": ${seed},\n  "size": ${size},\n  "finite": ${finite},\n${windows}`;
  try {
    writeFileSync(`${path}.part`, `{\n${head}  "pages": [\n${lines}\n  ]\n}\n`);
    renameSync(`${path}.part`, path);
  } catch (error) {
    throw unwritable(path, error);
  }
}

const pathOf = (folder: string): string => join(folder, 'sample.json');

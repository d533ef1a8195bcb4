/**
 * The folder of `forage grow`: a numbered folder for each stage's result, `stages/` with what each stage said and on
 * what it depended, `report.md` with their lines, `old/` with results that were replaced.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { duration } from '../answers/numbers.ts';
import { makeFolder } from '../disk.ts';
import { generationChart } from './generations.ts';
import { type StageName, type StageResult, stageNames } from './stage.ts';

const recordSchema = z.object({
  key: z.string(),
  extent: z.string(),
  /** Absent while the stage is under way. */
  result: z
    .object({
      line: z.string(),
      figures: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
      notes: z.array(z.string()).optional(),
    })
    .optional(),
  ms: z.number(),
});

export interface StageRecord {
  key: string;
  extent: string;
  result?: StageResult | undefined;
  /** Time spent, over all runs. */
  ms: number;
}

export class GrowFolder {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  path(stage: StageName): string {
    return join(this.root, `${stageNames.indexOf(stage) + 1}-${stage}`);
  }

  /** Undefined if the stage has not begun, or its record is damaged. */
  record(stage: StageName): StageRecord | undefined {
    const path = this.#recordPath(stage);
    if (!existsSync(path)) return undefined;
    try {
      return recordSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) as StageRecord;
    } catch {
      return undefined;
    }
  }

  save(stage: StageName, record: StageRecord): void {
    makeFolder(join(this.root, 'stages'));
    const path = this.#recordPath(stage);
    writeFileSync(`${path}.new`, `${JSON.stringify(record, null, 2)}\n`);
    renameSync(`${path}.new`, path);
  }

  forget(stage: StageName): void {
    rmSync(this.#recordPath(stage), { force: true });
  }

  /** Moves a stage's result to `old/`; the new path, or undefined if there was none. */
  putAside(stage: StageName): string | undefined {
    this.forget(stage);
    if (!existsSync(this.path(stage))) return undefined;
    makeFolder(join(this.root, 'old'));
    let n = 1;
    while (existsSync(this.#old(stage, n))) n += 1;
    renameSync(this.path(stage), this.#old(stage, n));
    return this.#old(stage, n);
  }

  clear(stage: StageName): void {
    rmSync(this.path(stage), { recursive: true, force: true });
  }

  writeReport(): void {
    const parts = stageNames.flatMap((stage, i) => {
      const { result, ms } = this.record(stage) ?? {};
      if (result === undefined) return [];
      const notes = (result.notes ?? []).map((note) => `- ${note}\n`).join('');
      const chart = generationChart(this.path(stage));
      return [
        `## ${i + 1}. ${stage}\n\n${result.line}\n\n${notes}${notes === '' ? '' : '\n'}${chart === undefined ? '' : `${chart}\n\n`}${duration(ms ?? 0)}, in \`${i + 1}-${stage}/\`\n`,
      ];
    });
    writeFileSync(join(this.root, 'report.md'), `# What "forage grow" did\n\n${parts.join('\n')}`);
  }

  #recordPath(stage: StageName): string {
    return join(this.root, 'stages', `${stage}.json`);
  }

  #old(stage: StageName, n: number): string {
    return join(this.root, 'old', `${stage}-${n}`);
  }
}

/** A chart of an evolution for the report, in text: of each generation the best F1 so far and the mean, as a bar. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CELLS = 40;

/** Undefined if there was no evolution in the stage's folder. */
export function generationChart(stage: string): string | undefined {
  const path = join(stage, 'evolution', 'generations.csv');
  if (!existsSync(path)) return undefined;
  const [head = '', ...rows] = readFileSync(path, 'utf8').trim().split('\n');
  const columns = head.split(',');
  const lines = rows.map((row) => {
    const cells = row.split(',');
    const value = (name: string): number => Number(cells[columns.indexOf(name)]);
    return { generation: value('generation'), best: value('bestSoFar'), mean: value('average') };
  });
  if (lines.length === 0) return undefined;
  return [
    '```text',
    'generation   best   mean  F1: █ mean, ░ best so far',
    ...lines.map(({ generation, best, mean }) =>
      [String(generation).padStart(10), best.toFixed(3).padStart(7), mean.toFixed(3).padStart(7)]
        .concat(`  ${bar(mean, best)}`)
        .join(''),
    ),
    '```',
  ].join('\n');
}

function bar(mean: number, best: number): string {
  const [full, all] = [mean, best].map((share) => Math.round(CELLS * Math.min(1, Math.max(0, share))));
  return '█'.repeat(full!) + '░'.repeat(Math.max(0, all! - full!));
}

/** Seeds that the seed finder proposes for a topic, by the command line in a process of its own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stringify } from 'yaml';
import { ForageError } from '../errors.ts';
import type { Topic } from '../topic/topic.ts';
import { ended, startCommand } from './command-process.ts';

export interface ProposedSeed {
  url: string;
  why: string[];
}

const SEEDS = 30;
const PATIENCE_MS = 60_000;

export async function proposedSeeds(
  topic: Topic,
  { crawls, search }: { crawls: readonly string[]; search: string },
): Promise<ProposedSeed[]> {
  const folder = mkdtempSync(join(tmpdir(), 'forage-seeds-'));
  try {
    const file = join(folder, 'topic.yaml');
    writeFileSync(file, stringify(topic));
    const child = startCommand([
      'seeds',
      'find',
      file,
      '--json',
      `--seeds=${SEEDS}`,
      ...crawls.map((path) => `--crawl=${path}`),
      ...(search === '' ? [] : [`--search=${search}`]),
    ]);
    const late = setTimeout(() => child.kill(), PATIENCE_MS);
    const [output, said, { code }] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      ended(child),
    ]);
    clearTimeout(late);
    // 3: nothing was found.
    if (code !== 0 && code !== 3)
      throw new ForageError('USAGE', said.trim() || 'The seed finder did not finish.');
    return (JSON.parse(output) as { seeds: ProposedSeed[] }).seeds;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

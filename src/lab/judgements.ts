/**
 * `judgements.jsonl` of a study: people's judgements of sampled pages, one per line, on disk before the next page is
 * shown. It is append-only: a judge who reconsiders adds a line, and the last one of a judge for a page counts. A line
 * truncated by a crash is skipped and reported, and the next line starts after it.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import { pageKey, type SampledPage } from './sampling.ts';

/** `related` is near the topic and does not count as relevant. */
export const labels = ['relevant', 'related', 'not-relevant', 'unsure'] as const;
export type Label = (typeof labels)[number];

export interface HumanJudgement extends SampledPage {
  judge: string;
  label: Label;
  /** ISO 8601. */
  at: string;
}

export interface Judgements {
  /** The last judgement of each judge for each page, in the order in which pages were first judged. */
  judgements: HumanJudgement[];
  /** Numbers of lines that are not judgements, from 1. */
  damaged: number[];
}

export function readJudgements(folder: string): Judgements {
  const last = new Map<string, HumanJudgement>();
  const damaged: number[] = [];
  const path = judgementsPath(folder);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const judgement = parseLine(line);
    if (judgement === undefined) damaged.push(i + 1);
    else last.set(`${judgement.judge}\n${pageKey(judgement)}`, judgement);
  }
  return { judgements: [...last.values()], damaged };
}

/** Open for appending; several may have the same file open. */
export class JudgementsFile {
  readonly #path: string;
  #file: number | undefined;

  constructor(folder: string) {
    this.#path = judgementsPath(folder);
  }

  /** On disk when it returns. */
  add(judgement: HumanJudgement): void {
    const { web, topic, digest, url, judge, label, at } = judgement;
    try {
      this.#file ??= openSync(this.#path, 'a+');
      const line = `${JSON.stringify({ web, topic, digest, url, judge, label, at })}\n`;
      writeSync(this.#file, endsWithLine(this.#file) ? line : `\n${line}`);
      fsyncSync(this.#file);
    } catch (error) {
      throw new ForageError(
        'FILE_UNREADABLE',
        `${this.#path} cannot be written: ${(error as Error).message}. Earlier judgements are kept.`,
      );
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

/** A name as written in the file and in tables. */
export function judgeName(text: string): string {
  const name = text.trim().replace(/\s+/g, ' ');
  if (!NAME.test(name))
    throw new ForageError(
      'USAGE',
      `"${name.slice(0, 80)}" is not a valid name for a judge: use at most 60 letters, digits, spaces, ".", "-" and "_".`,
    );
  return name;
}

const NAME = /^[\p{L}\p{M}\p{N} ._-]{1,60}$/u;

const schema = z.object({
  web: z.string(),
  topic: z.string(),
  digest: z.string(),
  url: z.string(),
  judge: z.string().regex(NAME),
  label: z.enum(labels),
  at: z.string(),
});

function parseLine(line: string): HumanJudgement | undefined {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

function endsWithLine(file: number): boolean {
  const { size } = fstatSync(file);
  const byte = Buffer.alloc(1);
  return size === 0 || (readSync(file, byte, 0, 1, size - 1) === 1 && byte[0] === 10);
}

const judgementsPath = (folder: string): string => join(folder, 'judgements.jsonl');

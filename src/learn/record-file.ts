/**
 * Saves what was learnt: one JSON file with a format, a version, a kind and a digest of the body that detects damage. A
 * file of another version or kind is refused with an error that names it. Files are written under a temporary name and
 * renamed, so a crash leaves either the old file or the new one.
 */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { ForageError } from '../errors.ts';

const recordVersion = 1;

/** `body` is anything that serialises to JSON: a hidden Markov model, clusters, a language model, a whole model. */
export function saveRecord(path: string, kind: string, body: unknown): void {
  const json = JSON.stringify(body);
  const text = `{"format":"${format}","version":${recordVersion},"kind":${JSON.stringify(kind)},"digest":"${digestOf(json)}","body":${json}}\n`;
  const beside = `${path}.${process.pid}.part`;
  try {
    writeFileSync(beside, text);
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw unreadable(`${path} cannot be written`, error);
  }
}

/** The body as plain data; its own reader restores it. */
export function loadRecord(path: string, kind: string): unknown {
  const read = envelope.safeParse(parsed(path));
  if (!read.success) {
    throw new ForageError(
      'MODEL_INVALID',
      `${path} is not a model file; use one that this program has saved.`,
    );
  }
  const { version, digest, body } = read.data;
  if (version !== recordVersion) {
    throw new ForageError(
      'MODEL_INVALID',
      `${path} is a model of version ${version}, this program reads version ${recordVersion}; train it again.`,
    );
  }
  if (body === undefined || digestOf(JSON.stringify(body)) !== digest) {
    throw new ForageError('MODEL_INVALID', `${path} is damaged; train the model again or restore the file.`);
  }
  if (read.data.kind !== kind) {
    throw new ForageError(
      'MODEL_INVALID',
      `${path} holds a ${read.data.kind}, not a ${kind}; use another file.`,
    );
  }
  return body;
}

const format = 'forage-model';

const envelope = z.object({
  format: z.literal(format),
  version: z.number(),
  kind: z.string(),
  digest: z.string(),
  body: z.unknown(),
});

/** A JavaScript string cannot hold a larger file. */
const maxBytes = 500_000_000;

function parsed(path: string): unknown {
  let text: string;
  try {
    if (statSync(path).size > maxBytes) {
      throw new ForageError(
        'MODEL_INVALID',
        `${path} is larger than ${maxBytes / 1e6} MB, so it is not a model.`,
      );
    }
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ForageError) throw error;
    throw unreadable(`${path} cannot be read`, error);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ForageError(
      'MODEL_INVALID',
      `${path} is not a model file or was truncated; train the model again.`,
      {
        cause,
      },
    );
  }
}

function unreadable(what: string, cause: unknown): ForageError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new ForageError('FILE_UNREADABLE', `${what} (${why}).`, { cause });
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Reads and checks a topic file. Every fault is found before anything is fetched, and each is told with the
 * line it stands on.
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import { type Topic, topicSchema } from './topic.ts';

export function loadTopic(path: string): Topic {
  const folder = dirname(path);
  const schema = z.preprocess((value) => withFiles(value, folder), topicSchema);
  return parseYaml(readText(path), path, schema, 'TOPIC_INVALID');
}

export function parseTopic(text: string, name = 'topic'): Topic {
  return parseYaml(text, name, topicSchema, 'TOPIC_INVALID');
}

export function parseYaml<Schema extends z.ZodType>(
  text: string,
  name: string,
  schema: Schema,
  code: 'TOPIC_INVALID' | 'INPUT_INVALID',
): z.output<Schema> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const broken = document.errors[0];
  if (broken) {
    const { line, col } = lines.linePos(broken.pos[0]);
    throw new ForageError(code, `${name}:${line}:${col}: not YAML: ${broken.message}`);
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new ForageError(code, `${name}: not usable YAML: ${(error as Error).message}`);
  }
  if (value === null || value === undefined) throw new ForageError(code, `${name} is empty.`);
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const faults = checked.error.issues.slice(0, 10).map((issue) => {
    const place = placeOf(issue, (path) => {
      const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined;
      return node?.range ? lines.linePos(node.range[0]).line : undefined;
    });
    const found = valueAt(value, issue.path);
    return `  ${place}${sentence(issue, found)}${inWords(found)}`;
  });
  throw new ForageError(code, `${name} is not as it should be:\n${faults.join('\n')}`);
}

export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new ForageError(
      'FILE_UNREADABLE',
      missing ? `There is no file ${path}.` : `${path} cannot be read: ${(error as Error).message}`,
    );
  }
}

/** The names of files in a topic file are meant from its own folder. */
function withFiles(value: unknown, folder: string): unknown {
  if (!isRecord(value)) return value;
  const changed: Record<string, unknown> = { ...value };
  for (const key of ['departments', 'stopDirectories', 'prune', 'extract', 'browsingLog']) {
    if (typeof changed[key] === 'string') changed[key] = resolve(folder, changed[key]);
  }
  if (changed.anchors) changed.anchors = withFiles(changed.anchors, folder);
  if (isRecord(changed.examples)) {
    const inFolder = (source: unknown): unknown =>
      typeof source !== 'string' || /^https?:/i.test(source) ? source : resolve(folder, source);
    changed.examples = Object.fromEntries(
      Object.entries(changed.examples).map(([kind, sources]) => [
        kind,
        Array.isArray(sources) ? sources.map(inFolder) : sources,
      ]),
    );
  }
  return changed;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function placeOf(issue: z.core.$ZodIssue, lineOf: (path: PropertyKey[]) => number | undefined): string {
  const key = issue.path.map(String).join('.');
  for (let length = issue.path.length; length > 0; length--) {
    const line = lineOf(issue.path.slice(0, length));
    if (line !== undefined) return `line ${line}, ${key}: `;
  }
  return key ? `${key}: ` : '';
}

function sentence(issue: z.core.$ZodIssue, found: unknown): string {
  if (issue.code === 'unrecognized_keys')
    return `unknown key ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
  if (issue.code === 'invalid_union' && issue.message === 'Invalid input')
    return 'give a word, or a word with a weight, such as "- telescope: 2"';
  if (issue.code === 'invalid_type' && found === undefined) return `missing (${issue.expected} wanted)`;
  return issue.message;
}

function valueAt(value: unknown, path: PropertyKey[]): unknown {
  let at = value;
  for (const key of path) at = (at as Record<PropertyKey, unknown> | undefined)?.[key];
  return at;
}

function inWords(found: unknown): string {
  if (found === undefined || (typeof found === 'object' && found !== null)) return '';
  return ` (found ${JSON.stringify(found).slice(0, 80)})`;
}

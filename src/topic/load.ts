/**
 * Reads and checks a topic file, and YAML in general. All faults are found before anything is fetched, and each is
 * reported with its line.
 */
import { dirname, resolve } from 'node:path';
import { type Document, type ErrorCode, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { check } from '../check.ts';
import { type Fault, ForageError } from '../errors.ts';
import { withModules } from '../plugin/load.ts';
import { genreTerms } from './genres.ts';
import { readText } from './text-file.ts';
import { type Topic, topicSchema } from './topic.ts';
import { isAddress } from './url-list.ts';

export function loadTopic(path: string): Topic {
  const folder = dirname(path);
  const withPaths = z.preprocess((value) => withFiles(value, folder), topicSchema);
  const schema = z.preprocess(withModules(folder), withPaths);
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
  return openYaml(text, name, code).check(schema);
}

export interface YamlText {
  value: unknown;
  /** The value as parsed by the schema, or an error with the line of each fault. */
  check<Schema extends z.ZodType>(schema: Schema): z.output<Schema>;
}

export function openYaml(text: string, name: string, code: 'TOPIC_INVALID' | 'INPUT_INVALID'): YamlText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const broken = document.errors[0];
  if (broken) {
    const { line, col } = lines.linePos(broken.pos[0]);
    const remedy = REMEDIES[broken.code];
    const told = remedy === undefined ? '' : `. ${remedy}`;
    throw new ForageError(code, `${name}:${line}:${col}: not YAML: ${broken.message}${told}`);
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new ForageError(
      code,
      `${name}: not usable YAML: ${(error as Error).message}. Put a text that begins with * or & in quotes.`,
    );
  }
  if (value === null || value === undefined) throw new ForageError(code, `${name} is empty.`);
  return {
    value,
    check(schema) {
      const result = check(schema, value);
      if (result.ok) return result.data;
      const { faults } = result;
      const told = faults
        .map(({ path, text }) => ({
          line: lineOf(path),
          text: `${path.length > 0 ? `${path.join('.')}: ` : ''}${text}`,
        }))
        .sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
        .map(({ line, text }) => `  ${line === undefined ? '' : `line ${line}, `}${text}`);
      if (told.length > MAX_TOLD) told.splice(MAX_TOLD, Infinity, `  and ${told.length - MAX_TOLD} more`);
      throw new ForageError(code, `${name} is not valid:\n${told.join('\n')}`, { faults });
    },
  };

  function lineOf(path: Fault['path']): number | undefined {
    for (let length = path.length; length > 0; length--) {
      const at = offsetOf(document, path.slice(0, length));
      if (at !== undefined) return lines.linePos(at).line;
    }
    return undefined;
  }
}

const MAX_TOLD = 10;

/** What to write instead, by the code of the parser's error. */
const REMEDIES: Partial<Record<ErrorCode, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'Put a text that has a colon in quotes, such as title: "Birds: a study"',
  MULTILINE_IMPLICIT_KEY: 'Write each line as "key: value" or "- entry", indented with plain spaces',
  TAB_AS_INDENT: 'Indent with spaces',
  BAD_SCALAR_START: 'Put the text in quotes',
};

/** The position of a key or, for a list entry, its start. */
function offsetOf(document: Document, path: Fault['path']): number | undefined {
  const holder = document.getIn(path.slice(0, -1), true);
  const key = path.at(-1);
  const pair = isMap(holder)
    ? holder.items.find((one) => isScalar(one.key) && String(one.key.value) === String(key))
    : undefined;
  const node = pair?.key ?? document.getIn(path, true);
  return isNode(node) ? node.range?.[0] : undefined;
}

/** File names in a topic file are relative to its folder. */
function withFiles(value: unknown, folder: string): unknown {
  if (!isRecord(value)) return value;
  const inFolder = (source: unknown): unknown =>
    typeof source !== 'string' || isAddress(source) ? source : resolve(folder, source);
  const isNamed = (key: string): boolean => key === 'genre' && genreTerms(String(value[key])) !== undefined;
  const changed: Record<string, unknown> = { ...value };
  for (const key of FILES) if (key in changed && !isNamed(key)) changed[key] = inFolder(changed[key]);
  if (changed.anchors) changed.anchors = withFiles(changed.anchors, folder);
  if (isRecord(changed.examples)) {
    changed.examples = Object.fromEntries(
      Object.entries(changed.examples).map(([kind, sources]) => [
        kind,
        Array.isArray(sources) ? sources.map(inFolder) : inFolder(sources),
      ]),
    );
  }
  return changed;
}

/** Keys whose value may be a file. */
const FILES = [
  'keywords',
  'genre',
  'content',
  'urlTerms',
  'seeds',
  'pool',
  'browsingLog',
  'ontology',
  'departments',
  'stopDirectories',
  'prune',
  'extract',
];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Entries of a web directory, one after the other: the RDF dumps of the Open Directory (`structure.rdf.u8.gz` with its
 * categories, `content.rdf.u8.gz` with the pages of each), or a table with a category and a URL on each line, separated
 * by tabs or commas, and optionally a title and a description. Plain or gzip.
 */
import { ForageError } from '../../errors.ts';
import { csvCells } from '../csv.ts';
import { linesOf, piecesOf, startOf } from '../lines.ts';
import { xmlTokens } from './xml-tokens.ts';

export type DirectoryEntry =
  | {
      kind: 'category';
      category: string;
      title: string | undefined;
      description: string | undefined;
      /** The categories directly below, as the structure lists them. */
      narrower: number;
    }
  | {
      kind: 'page';
      category: string;
      url: string;
      title: string | undefined;
      description: string | undefined;
    };

export async function* readDirectory(path: string): AsyncGenerator<DirectoryEntry> {
  const start = await startOf(path);
  if (start === '') throw new ForageError('INPUT_INVALID', `${path} is empty.`);
  if (start.startsWith('<')) yield* readRdf(path);
  else yield* readTable(path);
}

interface Fields {
  title?: string;
  description?: string;
  category?: string;
}

/** The children of a topic or page that are read. */
const FIELDS: ReadonlyMap<string, keyof Fields> = new Map([
  ['d:Title', 'title'],
  ['d:Description', 'description'],
  ['topic', 'category'],
]);
/** Longest text that is kept of a field. */
const MAX_FIELD = 2000;

async function* readRdf(path: string): AsyncGenerator<DirectoryEntry> {
  let topic: { category: string; narrower: number } | undefined;
  let page: string | undefined;
  let fields: Fields = {};
  let field: keyof Fields | undefined;
  let isDirectory = false;
  for await (const token of xmlTokens(piecesOf(path), path)) {
    if (token.type === 'text') {
      if (field !== undefined) fields[field] = ((fields[field] ?? '') + token.text).slice(0, MAX_FIELD);
      continue;
    }
    const { name } = token;
    if (token.type === 'close') {
      field = undefined;
      const { title, description, category } = fields;
      if (name === 'Topic' && topic !== undefined) {
        yield { kind: 'category', ...topic, title, description };
        topic = undefined;
      } else if (name === 'ExternalPage' && page !== undefined) {
        if (category !== undefined)
          yield { kind: 'page', category: category.trim(), url: page, title, description };
        page = undefined;
      }
      continue;
    }
    const { attributes, isEmpty } = token;
    if (name === 'RDF' || name === 'rdf:RDF') isDirectory = true;
    else if (name === 'Topic') {
      topic = { category: attributes['r:id'] ?? '', narrower: 0 };
      fields = {};
      if (isEmpty) topic = undefined;
    } else if (name === 'ExternalPage') {
      page = isEmpty ? undefined : attributes.about;
      fields = {};
    } else if (topic !== undefined && /^narrow\d?$/.test(name)) topic.narrower++;
    else if (topic !== undefined && /^(?:link|pdf|rss|atom)\d?$/.test(name)) {
      const url = attributes['r:resource'];
      if (url !== undefined)
        yield { kind: 'page', category: topic.category, url, title: undefined, description: undefined };
    } else if (!isEmpty) field = FIELDS.get(name);
    if (!isDirectory)
      throw new ForageError(
        'INPUT_INVALID',
        `${path} is not a directory dump: its first element is <${name.slice(0, 40)}>, not <RDF>.`,
      );
  }
}

/** A line without a URL is a heading or a remark. */
async function* readTable(path: string): AsyncGenerator<DirectoryEntry> {
  let found = 0;
  let lines = 0;
  for await (const line of linesOf(path)) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    lines++;
    const cells = (line.includes('\t') ? line.split('\t') : csvCells(line)).map((cell) => cell.trim());
    const at = cells.findIndex((cell) => /^https?:\/\//i.test(cell));
    const url = cells[at];
    const [category, title, description] = cells.filter((_, i) => i !== at);
    if (url === undefined || !category) {
      if (found === 0 && lines >= MAX_STRANGE_LINES) break;
      continue;
    }
    found++;
    yield { kind: 'page', category, url, title: title || undefined, description: description || undefined };
  }
  if (found === 0)
    throw new ForageError(
      'INPUT_INVALID',
      `${path} is not a directory: write a category, a tab and a URL on each line, or give an RDF dump of the Open Directory.`,
    );
}

const MAX_STRANGE_LINES = 1000;

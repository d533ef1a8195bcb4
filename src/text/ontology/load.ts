/** Reads an ontology from a file, by the ending of its name; the last few are remembered. */
import { readFileSync, type Stats, statSync } from 'node:fs';
import { extname } from 'node:path';
import { unreadable } from '../../disk.ts';
import { ForageError } from '../../errors.ts';
import { ConceptGraph, type ConceptRecord } from './concept-graph.ts';
import { readObo } from './read-obo.ts';
import { readSkos } from './read-skos.ts';
import { readTable } from './read-table.ts';

type Reader = (text: string, name: string, language: string) => ConceptRecord[];

const readers: Record<string, Reader> = {
  '.obo': readObo,
  '.ttl': readSkos,
  '.nt': readSkos,
  '.tsv': readTable,
  '.txt': readTable,
};

export function loadOntology(path: string, language = 'en'): ConceptGraph {
  const key = `${language} ${stateOf(path)} ${path}`;
  const known = loaded.get(key);
  if (known) return known;
  const graph = new ConceptGraph(recordsOf(path, language), language);
  if (graph.size === 0)
    throw new ForageError('INPUT_INVALID', `${path} has no concepts with names that can be read.`);
  if (loaded.size >= maxLoaded) loaded.clear();
  loaded.set(key, graph);
  return graph;
}

const loaded = new Map<string, ConceptGraph>();
const maxLoaded = 4;
const maxMegabytes = 200;

function recordsOf(path: string, language: string): ConceptRecord[] {
  const read = readers[extname(path).toLowerCase()];
  if (read === undefined) {
    throw new ForageError(
      'INPUT_INVALID',
      `${path}: an ontology is a table (.tsv, .txt), OBO (.obo), or RDF as Turtle or N-Triples (.ttl, .nt). Convert RDF/XML with: rapper -o turtle FILE`,
    );
  }
  return read(textOf(path), path, language);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Changes with the file; the time alone is too coarse. */
function stateOf(path: string): string {
  const { size, mtimeMs } = statOf(path);
  if (size <= maxMegabytes * 1e6) return `${size} ${mtimeMs}`;
  throw new ForageError(
    'INPUT_INVALID',
    `${path} is larger than ${maxMegabytes} MB; cut out the part that the topic needs.`,
  );
}

function statOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/**
 * An ontology as a plain table: a term, a relation and another term on each line, separated by tabs. Terms are concepts;
 * those that are the same are one.
 */
import { ForageError } from '../../errors.ts';
import type { ConceptRecord } from './concept-graph.ts';

const tableRelations = ['is-a', 'part-of', 'related', 'same-as'] as const;
type Relation = (typeof tableRelations)[number];

export function readTable(text: string, name: string): ConceptRecord[] {
  const rows = rowsOf(text, name);
  const concepts = new Map<string, ConceptRecord>();
  const conceptOf = (term: string): ConceptRecord => {
    const made = concepts.get(term) ?? { id: term, names: [term], broader: [], wholes: [], related: [] };
    concepts.set(term, made);
    return made;
  };
  for (const { one, relation, other } of rows) {
    if (relation !== 'same-as') continue;
    const [kept, merged] = [conceptOf(one), conceptOf(other)];
    if (kept === merged) continue;
    kept.names.push(...merged.names);
    for (const alias of merged.names) concepts.set(alias, kept);
  }
  for (const { one, relation, other } of rows) {
    const [from, to] = [conceptOf(one), conceptOf(other)];
    if (relation === 'is-a') from.broader.push(to.id);
    if (relation === 'part-of') from.wholes.push(to.id);
    if (relation === 'related') from.related.push(to.id);
  }
  return [...new Set(concepts.values())];
}

function rowsOf(text: string, name: string): { one: string; relation: Relation; other: string }[] {
  return text.split(/\r?\n/).flatMap((line, i) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const [one, relation, other, ...more] = line.split('\t').map((field) => field.trim().toLowerCase());
    if (one && other && more.length === 0 && isRelation(relation)) return [{ one, relation, other }];
    throw new ForageError(
      'INPUT_INVALID',
      `${name}:${i + 1}: a line of an ontology has a term, a relation (${tableRelations.join(', ')}) and a term, with tabs between them.`,
    );
  });
}

const isRelation = (text: string | undefined): text is Relation => tableRelations.includes(text as Relation);

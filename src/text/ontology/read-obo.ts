/**
 * An ontology in OBO format (1.2 and 1.4), as biology and medicine publish them: of each term its name, exact synonyms,
 * `is_a` and other relationships. Terms marked obsolete are left out, and so are synonyms that are broader, narrower or
 * merely related.
 */
import type { ConceptRecord } from './concept-graph.ts';

export function readObo(text: string): ConceptRecord[] {
  const concepts: (ConceptRecord & { parts: string[] })[] = [];
  for (const stanza of text.split(/\r?\n(?=\[)/)) {
    const [head, ...lines] = stanza.split(/\r?\n/);
    if (head!.trim() !== '[Term]') continue;
    const concept = { id: '', names: [], broader: [], wholes: [], related: [], parts: [] };
    if (lines.every((line) => readLine(line, concept)) && concept.id !== '') concepts.push(concept);
  }
  const wholesOf = new Map<string, string[]>();
  for (const { id, parts } of concepts) {
    for (const part of parts) wholesOf.set(part, [...(wholesOf.get(part) ?? []), id]);
  }
  return concepts.map(({ parts: _, ...concept }) => ({
    ...concept,
    wholes: [...concept.wholes, ...(wholesOf.get(concept.id) ?? [])],
  }));
}

/** False for a term that is out of use. */
function readLine(line: string, concept: ConceptRecord & { parts: string[] }): boolean {
  const colon = line.indexOf(':');
  if (colon < 0) return true;
  const tag = line.slice(0, colon).trim();
  const value = withoutComment(line.slice(colon + 1)).trim();
  if (tag === 'is_obsolete') return value !== 'true';
  if (tag === 'id') concept.id = value;
  if (tag === 'name') concept.names.push(unescaped(value));
  if (tag === 'is_a') concept.broader.push(value.split(/\s/)[0]!);
  if (tag === 'synonym') {
    const [, synonym, scope] = /^"((?:[^"\\]|\\.)*)"\s*(\w*)/.exec(value) ?? [];
    if (synonym !== undefined && scope === 'EXACT') concept.names.push(unescaped(synonym));
  }
  if (tag === 'relationship') {
    const [relation, other] = value.split(/\s+/);
    if (other === undefined) return true;
    if (relation === 'part_of') concept.wholes.push(other);
    else if (relation === 'has_part') concept.parts.push(other);
    else concept.related.push(other);
  }
  return true;
}

/** A comment starts with an exclamation mark outside of quotes. */
function withoutComment(value: string): string {
  return /^(?:[^!"\\]|\\.|"(?:[^"\\]|\\.)*")*/.exec(value)![0];
}

const unescaped = (text: string): string => text.replace(/\\(.)/g, '$1');

/**
 * An ontology as RDF in Turtle or N-Triples: a SKOS thesaurus, or the classes of an OWL ontology. Labels in the wanted
 * language, or without a language, are names; broader concepts and superclasses are what a concept is a kind of.
 */
import { ForageError } from '../../errors.ts';
import type { ConceptRecord } from './concept-graph.ts';
import { readTurtle, type Triple } from './turtle.ts';

export function readSkos(text: string, name: string, language: string): ConceptRecord[] {
  const concepts = new Map<string, ConceptRecord>();
  const otherLanguages = new Set<string>();
  const conceptOf = (id: string): ConceptRecord => {
    const made = concepts.get(id) ?? { id, names: [], broader: [], wholes: [], related: [] };
    concepts.set(id, made);
    return made;
  };
  for (const { subject, predicate, object } of readTurtle(text, name)) {
    if (LABELS.has(predicate)) label(subject, object);
    else if (BROADER.has(predicate)) conceptOf(subject).broader.push(object.value);
    else if (NARROWER.has(predicate)) conceptOf(object.value).broader.push(subject);
    else if (WHOLE.has(predicate)) conceptOf(subject).wholes.push(object.value);
    else if (PART.has(predicate)) conceptOf(object.value).wholes.push(subject);
    else if (predicate === `${SKOS}related`) conceptOf(subject).related.push(object.value);
  }
  const named = [...concepts.values()].filter(({ names }) => names.length > 0);
  if (named.length === 0 && otherLanguages.size > 0) {
    throw new ForageError(
      'INPUT_INVALID',
      `${name} has no labels in the topic's language (${language}), only in ${[...otherLanguages].sort().join(', ')}. Set "language:" in the topic.`,
    );
  }
  return named;

  function label(subject: string, { value, language: tag = '' }: Triple['object']): void {
    const primary = tag.split('-')[0]!.toLowerCase();
    if (primary === '' || primary === language) conceptOf(subject).names.push(value);
    else otherLanguages.add(primary);
  }
}

const SKOS = 'http://www.w3.org/2004/02/skos/core#';
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
const ISO = 'http://purl.org/iso25964/skos-thes#';
const DC = 'http://purl.org/dc/terms/';
const OBO = 'http://purl.obolibrary.org/obo/';

const LABELS = new Set([
  `${SKOS}prefLabel`,
  `${SKOS}altLabel`,
  `${SKOS}hiddenLabel`,
  `${RDFS}label`,
  'http://www.geneontology.org/formats/oboInOwl#hasExactSynonym',
]);
// The transitive forms of broader and narrower name all ancestors at once, which would put them one step away.
const BROADER = new Set([
  `${SKOS}broader`,
  `${ISO}broaderGeneric`,
  `${ISO}broaderInstantial`,
  `${RDFS}subClassOf`,
]);
const NARROWER = new Set([`${SKOS}narrower`, `${ISO}narrowerGeneric`, `${ISO}narrowerInstantial`]);
const WHOLE = new Set([`${ISO}broaderPartitive`, `${DC}isPartOf`, `${OBO}BFO_0000050`]);
const PART = new Set([`${ISO}narrowerPartitive`, `${DC}hasPart`, `${OBO}BFO_0000051`]);

/** The same small ontology in each format: two tropical diseases, one with a second name, and a part of the other. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadOntology } from '../../../src/text/ontology/load.ts';
import { newFolder, removeFolders } from '../../crawl/small-web.ts';

afterAll(removeFolders);

const table = `# tropical diseases
Dengue	is-a	tropical disease
Malaria	is-a	tropical disease
break-bone fever	same-as	dengue
haemorrhage	part-of	dengue
mosquito	related	malaria
`;

const obo = `format-version: 1.2

[Term]
id: T:1
name: tropical disease

[Term]
id: T:2
name: dengue
synonym: "break-bone fever" EXACT [source:1]
synonym: "fever" BROAD []
is_a: T:1 ! tropical disease
relationship: has_part T:4 ! haemorrhage

[Term]
id: T:3
name: malaria
is_a: T:1
relationship: carried_by T:5

[Term]
id: T:4
name: haemorrhage

[Term]
id: T:5
name: mosquito

[Term]
id: T:6
name: ague
is_a: T:1
is_obsolete: true

[Typedef]
id: carried_by
name: carried by
`;

const skos = `@prefix s: <http://www.w3.org/2004/02/skos/core#> .
@prefix iso: <http://purl.org/iso25964/skos-thes#> .
@prefix : <http://e.org/> .
:tropical s:prefLabel "tropical disease"@en, "doença tropical"@pt ; s:narrower :malaria .
:dengue s:prefLabel "dengue"@en-GB, "dengue"@pt ; s:altLabel "break-bone fever"@en ; s:broader :tropical .
:malaria s:prefLabel "malaria"@en, "malária"@pt ; s:related :mosquito .
:haemorrhage s:prefLabel "haemorrhage" ; iso:broaderPartitive :dengue .
:mosquito s:prefLabel "mosquito"@en .
`;

const folder = newFolder();

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe.each([
  ['a table', fileOf('o.tsv', table)],
  ['OBO', fileOf('o.obo', obo)],
  ['SKOS in Turtle', fileOf('o.ttl', skos)],
])('from %s', (_, path) => {
  const ontology = loadOntology(path);
  const only = (term: string): number => {
    const concepts = ontology.concepts(term);
    expect(concepts, term).toHaveLength(1);
    return concepts[0]!;
  };

  it('concepts have their kinds, parts, neighbours and names', () => {
    expect(ontology.size).toBe(5);
    const [tropical, dengue, malaria] = [only('tropical diseases'), only('dengue'), only('Malaria')];
    expect(ontology.broader(dengue)).toEqual([tropical]);
    expect(ontology.broader(malaria)).toEqual([tropical]);
    expect(ontology.wholes(only('haemorrhage'))).toEqual([dengue]);
    expect([...ontology.neighbours(malaria)].sort()).toEqual([tropical, only('mosquito')].sort());
    expect(only('break-bone fever')).toBe(dengue);
    expect(ontology.synonyms('dengue')).toEqual(['break bone fever']);
  });

  it('a text is cut into its names and other words', () => {
    expect(ontology.terms('The break-bone fever and other tropical diseases of 1780')).toEqual([
      'break bone fever',
      'tropical diseases',
    ]);
  });
});

describe('what is refused', () => {
  it('a line of a table that is not a relation, with its number', () => {
    const path = fileOf('bad.tsv', 'dengue\tis-a\tdisease\ndengue is-a fever\n');
    expect(() => loadOntology(path)).toThrow(
      `${path}:2: a line of an ontology has a term, a relation (is-a, part-of, related, same-as) and a term, with tabs between them.`,
    );
  });

  it('a thesaurus without labels in the language, with those it has', () => {
    const path = fileOf('en.ttl', '<a:b> <http://www.w3.org/2004/02/skos/core#prefLabel> "dengue"@en .');
    expect(() => loadOntology(path, 'pt')).toThrow(/no labels in the topic's language \(pt\), only in en\./);
  });

  it('RDF/XML, with how to convert it', () => {
    expect(() => loadOntology(fileOf('o.rdf', '<rdf:RDF/>'))).toThrow(
      /Convert RDF\/XML with: rapper -o turtle FILE/,
    );
  });

  it('a file that is not there, and one without concepts', () => {
    expect(() => loadOntology(join(folder, 'none.obo'))).toThrow(/There is no file .*none\.obo\./);
    expect(() => loadOntology(fileOf('empty.obo', 'format-version: 1.2\n'))).toThrow(
      /has no concepts with names/,
    );
  });
});

it('a file that has changed is read again', () => {
  const path = fileOf('twice.tsv', 'a fever\tis-a\tdisease\n');
  expect(loadOntology(path).size).toBe(2);
  writeFileSync(path, 'a fever\tis-a\tdisease\na cold\tis-a\tdisease\n');
  expect(loadOntology(path).size).toBe(3);
});

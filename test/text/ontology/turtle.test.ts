/**
 * The text exercises the productions of Turtle 1.1; the triples were worked out by hand and agree with those of the
 * parser N3.js 2.13 (blank nodes and lists apart).
 */
import { describe, expect, it } from 'vitest';
import { readTurtle } from '../../../src/text/ontology/turtle.ts';

const text = `
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <http://e.org/#>.
@base <http://e.org/> .
:a a skos:Concept ; skos:prefLabel "Dengue"@en , "Febre"@pt-BR, 'x "y" \\u00e9' ;  # a comment
  skos:broader :b ; ; .
<rel> skos:altLabel """two
"lines\\""""@en; skos:notation "5"^^<http://www.w3.org/2001/XMLSchema#int>, 5, 5.5, -1e3, true .
PREFIX ex: <http://ex.org/>
ex:p-1.2 ex:q%20r ex:s\\,t .
_:b0.d ex:v ex:w,ex:u.
ex: ex:num 5.
<http://a/x> <http://b/y> "\\U0001F600\\n".`;

const SKOS = 'http://www.w3.org/2004/02/skos/core#';

describe('Turtle', () => {
  it('every form of names, literals and lists of objects is read', () => {
    const told = readTurtle(text).map(({ subject, predicate, object: { value, language } }) =>
      [subject, predicate, value, ...(language === undefined ? [] : [language])].join(' '),
    );
    expect(told).toEqual([
      `http://e.org/#a http://www.w3.org/1999/02/22-rdf-syntax-ns#type ${SKOS}Concept`,
      `http://e.org/#a ${SKOS}prefLabel Dengue en`,
      `http://e.org/#a ${SKOS}prefLabel Febre pt-BR`,
      `http://e.org/#a ${SKOS}prefLabel x "y" é`,
      `http://e.org/#a ${SKOS}broader http://e.org/#b`,
      `http://e.org/rel ${SKOS}altLabel two\n"lines" en`,
      `http://e.org/rel ${SKOS}notation 5`,
      `http://e.org/rel ${SKOS}notation 5`,
      `http://e.org/rel ${SKOS}notation 5.5`,
      `http://e.org/rel ${SKOS}notation -1e3`,
      `http://e.org/rel ${SKOS}notation true`,
      'http://ex.org/p-1.2 http://ex.org/q%20r http://ex.org/s,t',
      '_:b0.d http://ex.org/v http://ex.org/w',
      '_:b0.d http://ex.org/v http://ex.org/u',
      'http://ex.org/ http://ex.org/num 5',
      'http://a/x http://b/y 😀\n',
    ]);
  });

  it('blank nodes with properties hang together, alone and as objects', () => {
    const triples = readTurtle('<a:s> <a:p> [ <a:q> <a:o> ] . [ <a:r> ( 1 <a:t> ) ] .');
    expect(triples).toHaveLength(3);
    const [inner, outer, alone] = triples as [(typeof triples)[0], (typeof triples)[0], (typeof triples)[0]];
    expect(inner).toMatchObject({ predicate: 'a:q', object: { value: 'a:o' } });
    expect(outer).toMatchObject({ subject: 'a:s', predicate: 'a:p', object: { value: inner.subject } });
    expect(alone.predicate).toBe('a:r');
    expect(alone.subject).not.toBe(inner.subject);
  });

  it.each([
    [
      '<a:s> <a:p>',
      'x.ttl:1: not Turtle: expected an IRI, a name with a prefix, or a blank node, found the end.',
    ],
    [
      '\n<a:s> no:p 1 .',
      'x.ttl:2: not Turtle: expected a prefix that is declared, not "no:", found "p 1 .".',
    ],
    ['<a:s> <a:p> "a\n" .', /^x\.ttl:1: not Turtle: expected an IRI/],
    ['<a:s> <a:p> 1', 'x.ttl:1: not Turtle: expected ".", found the end.'],
  ])('%j is refused with its line', (broken, message) => {
    expect(() => readTurtle(broken, 'x.ttl')).toThrow(message);
  });
});

/**
 * RDF in Turtle 1.1 (https://www.w3.org/TR/turtle/), of which N-Triples is a part: every triple in the order of the
 * file. Written by hand because the kept parsers bring ten packages for streams and stores. Two liberties: relative IRIs
 * are joined to the base as strings, and a collection is one blank node, without the triples of its list.
 */
import { ForageError } from '../../errors.ts';

export interface Triple {
  /** An IRI, or "_:" and the name of a blank node. */
  subject: string;
  predicate: string;
  object: { value: string; language?: string };
}

export function readTurtle(text: string, name = 'Turtle'): Triple[] {
  return new TurtleReader(text, name).read();
}

const SPACE = /(?:[ \t\r\n]|#[^\r\n]*)*/y;
const IRI = /<((?:[^\0-\x20<>"{}|^`\\]|\\u[\dA-F]{4}|\\U[\dA-F]{8})*)>/iy;
const BLANK = /_:([\p{L}\p{N}_](?:[\p{L}\p{N}_\-.·]*[\p{L}\p{N}_\-·])?)/uy;
const PREFIX = /((?:\p{L}(?:[\p{L}\p{N}_\-.·]*[\p{L}\p{N}_\-·])?)?):/uy;
const LOCAL =
  /(?:[\p{L}\p{N}_:]|%[\da-f]{2}|\\[_~.\-!$&'()*+,;=/?#@%])(?:(?:[\p{L}\p{M}\p{N}_:.\-·]|%[\da-f]{2}|\\[_~.\-!$&'()*+,;=/?#@%])*(?:[\p{L}\p{M}\p{N}_:\-·]|%[\da-f]{2}|\\[_~.\-!$&'()*+,;=/?#@%]))?/iuy;
const STRING =
  /"""((?:"{0,2}(?:[^"\\]|\\[\s\S]))*)"""|'''((?:'{0,2}(?:[^'\\]|\\[\s\S]))*)'''|"((?:[^"\\\r\n]|\\.)*)"|'((?:[^'\\\r\n]|\\.)*)'/y;
const LANGUAGE = /@([a-z]+(?:-[a-z\d]+)*)/iy;
const NUMBER = /[+-]?(?:\d+\.\d*e[+-]?\d+|(?:\d*\.\d+|\d+)(?:e[+-]?\d+)?)/iy;
const TRUTH = /(?:true|false)(?![\p{L}\p{N}_:-])/uy;
const TYPE = /a(?=[\s<[#])/y;
const PREFIX_WORD = /@?prefix(?=\s)/iy;
const BASE_WORD = /@?base(?=[\s<])/iy;

class TurtleReader {
  readonly #text: string;
  readonly #name: string;
  readonly #triples: Triple[] = [];
  readonly #prefixes = new Map<string, string>();
  #base = '';
  #at = 0;
  #blanks = 0;

  constructor(text: string, name: string) {
    this.#text = text.replace(/^\uFEFF/, '');
    this.#name = name;
  }

  read(): Triple[] {
    for (this.#skip(); this.#at < this.#text.length; this.#skip()) {
      if (!this.#directive()) this.#statement();
    }
    return this.#triples;
  }

  #directive(): boolean {
    const word = this.#take(PREFIX_WORD) ?? this.#take(BASE_WORD);
    if (word === undefined) return false;
    if (/base/i.test(word[0])) this.#base = this.#iri();
    else {
      const [, prefix] = this.#take(PREFIX) ?? this.#fail('a prefix and a colon');
      this.#prefixes.set(prefix!, this.#iri());
    }
    if (word[0].startsWith('@')) this.#expect('.');
    return true;
  }

  #statement(): void {
    const isBracket = this.#text[this.#at] === '[';
    const subject = this.#node();
    // A blank node with properties may stand alone.
    if (!(isBracket && this.#text[this.#at] === '.')) this.#properties(subject);
    this.#expect('.');
  }

  #properties(subject: string): void {
    for (;;) {
      const predicate = this.#take(TYPE) ? RDF_TYPE : this.#iriOrName();
      do this.#triples.push({ subject, predicate, object: this.#object() });
      while (this.#has(','));
      let isMore = false;
      while (this.#has(';')) isMore = true;
      if (!isMore || this.#text[this.#at] === '.' || this.#text[this.#at] === ']') return;
    }
  }

  #object(): Triple['object'] {
    const string = this.#take(STRING, false);
    if (string === undefined) {
      const plain = this.#take(NUMBER) ?? this.#take(TRUTH);
      return { value: plain ? plain[0] : this.#node() };
    }
    const value = unescaped(string.slice(1).find((part) => part !== undefined)!);
    const language = this.#take(LANGUAGE);
    if (language) return { value, language: language[1]! };
    this.#skip();
    if (this.#text.startsWith('^^', this.#at)) {
      this.#at += 2;
      this.#skip();
      this.#iriOrName();
    }
    return { value };
  }

  #node(): string {
    if (this.#has('[')) {
      const blank = this.#blank();
      if (!this.#has(']')) {
        this.#properties(blank);
        this.#expect(']');
      }
      return blank;
    }
    if (this.#has('(')) {
      while (!this.#has(')')) this.#object();
      return this.#blank();
    }
    const blank = this.#take(BLANK);
    return blank ? blank[0] : this.#iriOrName();
  }

  /** An IRI, in full or with a prefix. */
  #iriOrName(): string {
    if (this.#text[this.#at] === '<') return this.#iri();
    const found = this.#take(PREFIX, false);
    if (found === undefined) return this.#fail('an IRI, a name with a prefix, or a blank node');
    const [, prefix] = found;
    const start = this.#prefixes.get(prefix!);
    if (start === undefined) return this.#fail(`a prefix that is declared, not "${prefix}:"`);
    const local = this.#take(LOCAL)?.[0] ?? '';
    this.#skip();
    return start + local.replace(/\\(.)/g, '$1');
  }

  #iri(): string {
    const found = this.#take(IRI) ?? this.#fail('an IRI in angle brackets');
    const iri = unescaped(found[1]!);
    return /^[a-z][a-z\d+.-]*:/i.test(iri) ? iri : this.#base + iri;
  }

  #blank(): string {
    this.#blanks += 1;
    return `_: ${this.#blanks}`;
  }

  #take(pattern: RegExp, skips = true): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    this.#at = pattern.lastIndex;
    if (skips) this.#skip();
    return found;
  }

  #skip(): void {
    SPACE.lastIndex = this.#at;
    SPACE.exec(this.#text);
    this.#at = SPACE.lastIndex;
  }

  #has(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    this.#skip();
    return true;
  }

  #expect(sign: string): void {
    if (!this.#has(sign)) this.#fail(`"${sign}"`);
  }

  #fail(wanted: string): never {
    const line = this.#text.slice(0, this.#at).split('\n').length;
    const found = this.#text.slice(this.#at, this.#at + 30).split('\n')[0];
    throw new ForageError(
      'INPUT_INVALID',
      `${this.#name}:${line}: not Turtle: expected ${wanted}, found ${found === '' ? 'the end' : `"${found}"`}.`,
    );
  }
}

const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|(.))/gs, (_, four, eight, sign) =>
    sign === undefined ? character(four ?? eight) : (ESCAPES[sign as string] ?? sign),
  );
}

function character(hex: string): string {
  const code = Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
}

const ESCAPES: Record<string, string> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' };

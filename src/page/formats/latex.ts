/**
 * LaTeX sources as a reader of the printed page would see them: no commands, no comments, no display mathematics;
 * headings, lists, links and references stay. One pass without recursion, so depth costs nothing. Macros that the
 * author defines are not expanded, and files that are included are not read.
 */
import type { DocumentFacts } from '../page.ts';
import {
  type ContentLimits,
  type DocumentContent,
  DocumentText,
  factsOf,
  HEADING_SIZE,
  listed,
  TEXT_SIZE,
  TITLE_SIZE,
} from './content.ts';

export function readLatex(source: string, limits: ContentLimits): DocumentContent {
  const tex = withoutComments(source);
  const begin = tex.indexOf('\\begin{document}');
  const preamble = begin === -1 ? '' : tex.slice(0, begin);
  const end = tex.indexOf('\\end{document}', begin);
  const body = tex.slice(begin === -1 ? 0 : begin + '\\begin{document}'.length, end === -1 ? undefined : end);
  // Publishers' classes want the title before the body, others inside of it.
  const declared = (name: string): string => argumentOf(preamble, name) ?? argumentOf(body, name) ?? '';
  const title = plain(declared('title'));
  const authors = authorsOf(declared('author'));
  const text = new DocumentText(limits);
  text.size = TITLE_SIZE;
  text.add(title);
  text.paragraph();
  text.size = TEXT_SIZE;
  text.add(authors.join(', '));
  text.paragraph();
  writeTex(body, text);
  const abstract =
    /\\begin\{abstract\}([\s\S]*?)\\end\{abstract\}/.exec(tex)?.[1] ?? argumentOf(tex, 'abstract');
  const keywords =
    argumentOf(tex, 'keywords') ?? /\\begin\{keywords?\}([\s\S]*?)\\end\{keywords?\}/.exec(tex)?.[1];
  const facts: DocumentFacts = factsOf({
    title: title || pdfOption(tex, 'pdftitle'),
    authors: authors.length > 0 ? authors : listed(pdfOption(tex, 'pdfauthor'), /[;,]|\sand\s/),
    keywords: listed(plain(keywords ?? '') || pdfOption(tex, 'pdfkeywords'), /[;,·]/),
    created: /\b(?:19|20)\d\d(?:-\d\d-\d\d)?\b/.exec(declared('date'))?.[0],
  });
  if (abstract !== undefined) facts.abstract = plain(abstract);
  return text.finish(facts);
}

/** A % begins a comment unless an odd number of backslashes stands before it. */
function withoutComments(source: string): string {
  return source.replace(/\r\n?/g, '\n').replace(/((?:^|[^\\])(?:\\\\)*)%[^\n]*\n?[ \t]*/gm, '$1');
}

const LONGEST_ARGUMENT = 20_000;

/** The balanced argument of the first \name{…}. */
function argumentOf(tex: string, name: string): string | undefined {
  const found = new RegExp(`\\\\${name}\\s*(?:\\[[^\\]]{0,500}\\]\\s*)?\\{`).exec(tex);
  if (found === null) return undefined;
  const start = found.index + found[0].length;
  const most = Math.min(tex.length, start + LONGEST_ARGUMENT);
  for (let at = start, depth = 1; at < most; at++) {
    const c = tex.charCodeAt(at);
    if (c === BACKSLASH) at++;
    else if (c === OPEN) depth++;
    else if (c === CLOSE && --depth === 0) return tex.slice(start, at);
  }
  return undefined;
}

const pdfOption = (tex: string, name: string): string =>
  plain(new RegExp(`\\b${name}\\s*=\\s*\\{([^{}]{0,2000})\\}`).exec(tex)?.[1] ?? '');

/** `A. Author\thanks{…} \and B. Author\\ Institute`: names stand first, one \and between two authors. */
function authorsOf(argument: string): string[] {
  return argument
    .replace(/\\(?:thanks|footnote|inst|email|orcid)\s*\{[^{}]*\}/g, '')
    .split(/\\(?:and|And|AND)\b/)
    .flatMap((author) => plain(author.split('\\\\', 1)[0]!).split(/,\s*(?:and\s+)?|\s+and\s+/))
    .map((author) => author.replace(/^[\d*†‡,\s]+|[\d*†‡,\s]+$/g, ''))
    .filter((author) => /\p{L}{2}/u.test(author));
}

/** A piece of LaTeX as one line. */
function plain(tex: string): string {
  const limits = { maxPages: 1, maxLinks: 0, maxTextLength: LONGEST_ARGUMENT };
  const text = new DocumentText(limits);
  writeTex(tex, text);
  return text.finish({}).text.replace(/\s+/g, ' ').trim();
}

const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;

/** Names, each with a value: `label 1`. */
function table<Value>(text: string, read: (value: string) => Value): ReadonlyMap<string, Value> {
  const pairs = text
    .trim()
    .split(/\s*,\s*/)
    .map((pair) => pair.split(' ') as [string, string]);
  return new Map(pairs.map(([name, value]) => [name, read(value)]));
}

/** Commands whose arguments are not text, with how many they have. */
const SILENT = table(
  `label 1, ref 1, eqref 1, pageref 1, autoref 1, cref 1, Cref 1, includegraphics 1, bibliographystyle 1, bibliography 1,
  addbibresource 1, usepackage 1, documentclass 1, documentstyle 1, input 1, include 1, vspace 1, hspace 1, setlength 2,
  addtolength 2, setcounter 2, addtocounter 2, newcommand 2, renewcommand 2, providecommand 2, newenvironment 3,
  newtheorem 2, def 1, pagestyle 1, thispagestyle 1, pagenumbering 1, hypersetup 1, definecolor 3, color 1, textcolor 1,
  fontsize 2, selectlanguage 1, graphicspath 1, thanks 1, index 1, nocite 1, cite 1, citep 1, citet 1, citeauthor 1,
  citeyear 1, parencite 1, textcite 1, title 1, author 1, date 1, keywords 1, address 1, email 1, affil 1, rule 2,
  raisebox 1, phantom 1, crefname 3, theoremstyle 1, linespread 1, markboth 2, ensuremath 1, tableofcontents 0, maketitle 0`,
  Number,
);

const HEADINGS = new Set([
  'part',
  'chapter',
  'section',
  'subsection',
  'subsubsection',
  'paragraph',
  'subparagraph',
]);

/** Environments of which nothing is text. */
const UNSEEN =
  /^(?:equation|align|alignat|gather|multline|eqnarray|displaymath|math|flalign|split|tikzpicture|picture|comment|pspicture|CD|subequations)\*?$/;
const WITH_ARGUMENT =
  /^(?:tabular|array|minipage|thebibliography|multicols|longtable|wrapfigure|tabularx|adjustwidth)\*?$/;

/** Commands for accents, each with the code of its combining character. */
const ACCENTS = table(
  '\' 301, ` 300, ^ 302, " 308, ~ 303, = 304, . 307, c 327, v 30c, u 306, H 30b, k 328, r 30a, d 323, b 331',
  (code) => String.fromCharCode(Number.parseInt(code, 16)),
);
const LETTERS = table(
  `ss ß, ae æ, AE Æ, oe œ, OE Œ, o ø, O Ø, l ł, L Ł, aa å, AA Å, i ı, j ȷ, dots …, ldots …, textellipsis …,
  textendash –, textemdash —, textquoteright ’, copyright ©, S §, P ¶, dag †, pounds £, euro €, TeX TeX, LaTeX LaTeX,
  BibTeX BibTeX, textasciitilde ~, textunderscore _, textregistered ®, texttrademark ™, quad \u2003, qquad \u2003`,
  (letter) => letter,
);

/** Sticky patterns, each tried where the reader stands. */
const COMMAND = /\\(?:([a-zA-Z@]+)\*?[ \t]*\n?[ \t]*|([\s\S]))/y;
const OPTION = /[ \t]*\[[^\][]{0,2000}\][ \t]*/y;
const WORDS = /[^\\{}$~&`'\n-]+/y;
const ACCENTED = /[ \t]*(?:\{\s*\\?([a-zA-Z])\s*\}|\\?([a-zA-Z])(?![a-zA-Z]*\{))/y;

function writeTex(tex: string, text: DocumentText): void {
  new TexWriter(tex, text).write();
}

class TexWriter {
  readonly #tex: string;
  readonly #text: DocumentText;
  /** What is to be done at the end of each open group. */
  readonly #ends: ('nothing' | 'heading' | 'link')[] = [];
  #at = 0;
  #references = 0;

  constructor(tex: string, text: DocumentText) {
    this.#tex = tex;
    this.#text = text;
  }

  write(): void {
    const tex = this.#tex;
    while (this.#at < tex.length && !this.#text.isFull) {
      const words = this.#match(WORDS);
      if (words !== undefined) {
        this.#text.add(words[0]);
        continue;
      }
      const c = tex[this.#at]!;
      if (c === '\\') this.#command();
      else if (c === '$') this.#math();
      else {
        this.#at++;
        this.#character(c);
      }
    }
  }

  #character(c: string): void {
    const text = this.#text;
    if (c === '{') this.#ends.push('nothing');
    else if (c === '}') this.#endGroup();
    else if (c === '~') text.add(' ');
    else if (c === '&') text.add('\t');
    else if (c === '\n') {
      const blank = /[ \t]*\n\s*/y;
      if (this.#match(blank) !== undefined) text.paragraph();
      else text.add(' ');
    } else {
      // ``quotes'' and dashes.
      const run = this.#match(c === '-' ? /-{1,2}/y : c === '`' ? /`/y : /'/y)?.[0] ?? '';
      if (c === '-') text.add(run.length === 2 ? '—' : run.length === 1 ? '–' : '-');
      else if (c === '`') text.add(run === '' ? '‘' : '“');
      else text.add(run === '' ? '’' : '”');
    }
  }

  #endGroup(): void {
    const end = this.#ends.pop();
    if (end === 'link') this.#text.closeLink();
    if (end !== 'heading') return;
    this.#text.paragraph();
    this.#text.size = TEXT_SIZE;
  }

  #command(): void {
    const [whole, name, symbol] = this.#match(COMMAND) ?? ['\\'];
    if (whole === '\\') this.#at++;
    else if (symbol !== undefined) this.#symbol(symbol);
    else if (name === 'begin' || name === 'end') this.#environment(name);
    else if (HEADINGS.has(name!)) {
      this.#text.paragraph();
      this.#match(OPTION);
      if (this.#tex[this.#at] !== '{') return;
      this.#at++;
      this.#text.size = HEADING_SIZE;
      this.#ends.push('heading');
    } else if (name === 'href' || name === 'url') this.#link(name);
    else if (name === 'verb') this.#verbatim();
    else if (name === 'item' || name === 'bibitem' || name === 'newblock') this.#item(name);
    else if (name === 'par' || name === 'newpage' || name === 'clearpage') this.#text.paragraph();
    else if (name === 'newline' || name === 'linebreak') this.#text.newline();
    else if (SILENT.has(name!)) this.#skipArguments(SILENT.get(name!)!);
    else if (name!.length === 1 && ACCENTS.has(name!) && this.#accent(name!)) return;
    else if (LETTERS.has(name!)) this.#text.add(LETTERS.get(name!)!);
    else if (name === 'footnote') this.#text.add(' ');
    // Of other commands only the braces and options go: \emph{x} is x.
    else this.#match(OPTION);
  }

  #symbol(symbol: string): void {
    if (symbol === '\\') {
      this.#match(/\*?[ \t]*(?:\[[^\][\n]{0,50}\])?/y);
      this.#text.newline();
    } else if (symbol === '(' || symbol === '[') this.#skipTo(symbol === '(' ? '\\)' : '\\]');
    else if (ACCENTS.has(symbol) && this.#accent(symbol)) return;
    else if (/[%&#_${}]/.test(symbol)) this.#text.add(symbol);
    else if (symbol === ' ' || symbol === ',' || symbol === ';' || symbol === ':') this.#text.add(' ');
  }

  #accent(symbol: string): boolean {
    const letter = this.#match(ACCENTED);
    if (letter === undefined) return false;
    this.#text.add(`${letter[1] ?? letter[2]}${ACCENTS.get(symbol)}`.normalize('NFC'));
    return true;
  }

  /** Mathematics between dollars; a number or a single word of it is text. */
  #math(): void {
    const mark = this.#tex.startsWith('$$', this.#at) ? '$$' : '$';
    const start = this.#at + mark.length;
    let end = this.#tex.indexOf(mark, start);
    while (end > 0 && this.#tex[end - 1] === '\\') end = this.#tex.indexOf(mark, end + 1);
    if (end === -1) {
      this.#at = start;
      return;
    }
    const formula = this.#tex.slice(start, end);
    this.#at = end + mark.length;
    this.#text.add(/^[\w.,+-]{1,30}$/.test(formula) ? formula : ' ');
  }

  #environment(command: 'begin' | 'end'): void {
    const name = this.#match(/\{([^{}\n]{0,60})\}/y)?.[1] ?? '';
    this.#text.paragraph();
    if (command === 'end') return;
    this.#match(OPTION);
    if (UNSEEN.test(name)) this.#skipTo(`\\end{${name}}`);
    else if (name === 'verbatim' || name === 'lstlisting') this.#listing(name);
    else if (WITH_ARGUMENT.test(name)) this.#skipArguments(1);
    if (name === 'abstract' || name === 'thebibliography') {
      this.#text.size = HEADING_SIZE;
      this.#text.add(name === 'abstract' ? 'Abstract' : 'References');
      this.#text.paragraph();
      this.#text.size = TEXT_SIZE;
    }
  }

  #listing(name: string): void {
    const start = this.#at;
    this.#skipTo(`\\end{${name}}`);
    for (const line of this.#tex
      .slice(start, this.#at)
      .replace(/\\end\{\w+\}$/, '')
      .split('\n')) {
      this.#text.add(line);
      this.#text.newline();
    }
  }

  #item(name: string): void {
    if (name === 'newblock') return this.#text.add(' ');
    this.#text.paragraph();
    this.#match(OPTION);
    if (name === 'item') return;
    this.#skipArguments(1);
    this.#text.add(`[${++this.#references}] `);
  }

  #link(name: string): void {
    const href = this.#match(/[ \t]*\{([^{}\s]{1,2000})\}/y)?.[1]?.replace(/\\([%#&_~])/g, '$1');
    if (href === undefined) return;
    this.#text.openLink(href);
    if (name === 'url') {
      this.#text.add(href);
      this.#text.closeLink();
    } else if (this.#match(/[ \t]*\{/y) !== undefined) this.#ends.push('link');
    else this.#text.closeLink();
  }

  #verbatim(): void {
    const mark = this.#tex[this.#at] ?? '';
    const end = this.#tex.indexOf(mark, this.#at + 1);
    if (mark === '' || end === -1) return;
    this.#text.add(this.#tex.slice(this.#at + 1, end));
    this.#at = end + 1;
  }

  /** Options and up to `count` balanced arguments. */
  #skipArguments(count: number): void {
    for (let left = count; left >= 0; ) {
      if (this.#match(OPTION) !== undefined) continue;
      if (left === 0 || this.#tex[this.#at] !== '{') return;
      left--;
      let depth = 0;
      const most = Math.min(this.#tex.length, this.#at + LONGEST_ARGUMENT);
      for (; this.#at < most; this.#at++) {
        const c = this.#tex.charCodeAt(this.#at);
        if (c === BACKSLASH) this.#at++;
        else if (c === OPEN) depth++;
        else if (c === CLOSE && --depth === 0) break;
      }
      this.#at++;
    }
  }

  #skipTo(mark: string): void {
    const found = this.#tex.indexOf(mark, this.#at);
    this.#at = found === -1 ? this.#tex.length : found + mark.length;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#tex);
    if (found === null) return undefined;
    this.#at = pattern.lastIndex;
    return found;
  }
}

/**
 * Rich Text Format 1.9: the text of the body, sizes of its letters, links, and the information group. Fonts, styles,
 * pictures and destinations that are marked as optional are left out.
 */
import {
  type ContentLimits,
  type DocumentContent,
  DocumentText,
  factsOf,
  listed,
  Unreadable,
} from './content.ts';

const DEEPEST = 1000;

interface Group {
  /** Where its text goes: to the body, to a property, to a field's instruction, or nowhere. */
  to: 'body' | 'nowhere' | 'instruction' | Property;
  /** How many characters follow a \u for readers that do not know it. */
  skips: number;
  charset: string;
  points: number;
  isLink: boolean;
}

type Property = (typeof PROPERTIES)[number];
const PROPERTIES = ['title', 'author', 'subject', 'keywords', 'doccomm', 'creatim'] as const;
const isProperty = (word: string): word is Property => (PROPERTIES as readonly string[]).includes(word);

const NOWHERE = new Set([
  ...['fonttbl', 'colortbl', 'stylesheet', 'pict', 'object', 'header', 'headerl', 'headerr', 'headerf'],
  ...['footer', 'footerl', 'footerr', 'footerf', 'footnote', 'annotation', 'info', 'revtbl', 'listtable'],
  ...['rsidtbl', 'generator', 'themedata', 'datastore', 'xmlnstbl', 'listoverridetable', 'nonshppict'],
]);

const CHARACTERS: Record<string, string> = {
  tab: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  '~': '\u00a0',
  _: '-',
  '-': '',
};

/** The encodings of \fcharset. */
const FONT_CHARSETS: Record<number, string> = {
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

const TOKEN = /\\(?:([a-z]{1,32})(-?\d{1,10})? ?|'([0-9a-f]{2})|([^a-z']))|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi;

export function readRtf(bytes: Uint8Array, limits: ContentLimits): DocumentContent {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return new RtfReader(limits).read(source);
}

class RtfReader {
  readonly #text: DocumentText;
  readonly #groups: Group[] = [];
  readonly #fonts = new Map<number, string>();
  readonly #properties = new Map<Property, string>();
  #group: Group = { to: 'body', skips: 1, charset: 'windows-1252', points: 12, isLink: false };
  #defaultCharset = 'windows-1252';
  /** Bytes of \'hh that wait for the rest of their character. */
  #bytes: number[] = [];
  #toSkip = 0;
  #font = 0;
  #inFonts = false;
  #isOptional = false;
  #instruction = '';
  #pages: number | undefined;
  #date = { yr: 0, mo: 0, dy: 0 };

  constructor(limits: ContentLimits) {
    this.#text = new DocumentText(limits);
  }

  read(source: string): DocumentContent {
    TOKEN.lastIndex = 0;
    let closed = 0;
    for (let token = TOKEN.exec(source); token !== null; token = TOKEN.exec(source)) {
      const [, word, number, hex, symbol, brace, plain] = token;
      if (hex === undefined) this.#flush();
      if (word !== undefined) {
        if (word === 'bin') TOKEN.lastIndex += Math.max(0, Number(number ?? 0));
        else this.#control(word.toLowerCase(), number === undefined ? undefined : Number(number));
      } else if (hex !== undefined) this.#byte(Number.parseInt(hex, 16));
      else if (symbol !== undefined) this.#symbol(symbol);
      else if (brace === '{') this.#open();
      else if (brace === '}') {
        this.#close();
        if (this.#groups.length === 0) closed = TOKEN.lastIndex;
      } else if (plain !== undefined) this.#plain(plain);
      if (this.#text.isFull || closed > 0) break;
    }
    this.#flush();
    if (closed === 0 && !this.#text.isFull && this.#text.length === 0)
      throw new Unreadable('parse-error', 'The RTF file is not complete and has no text.');
    return this.#text.finish(this.#facts());
  }

  #open(): void {
    if (this.#groups.length >= DEEPEST)
      throw new Unreadable('parse-error', `The RTF file is nested more than ${DEEPEST} levels deep.`);
    this.#groups.push(this.#group);
    this.#group = { ...this.#group, isLink: false };
    this.#isOptional = false;
  }

  #close(): void {
    if (this.#group.isLink) this.#text.closeLink();
    if (this.#inFonts && this.#groups.at(-1)?.to !== 'nowhere') this.#inFonts = false;
    this.#group = this.#groups.pop() ?? this.#group;
  }

  #control(word: string, number: number | undefined): void {
    const group = this.#group;
    if (this.#isOptional && word !== 'fldinst') group.to = 'nowhere';
    this.#isOptional = false;
    if (word === 'fonttbl') this.#inFonts = true;
    if (isProperty(word)) group.to = word;
    else if (NOWHERE.has(word)) group.to = 'nowhere';
    else if (word === 'fldinst') {
      group.to = 'instruction';
      this.#instruction = '';
    } else if (word === 'fldrslt') this.#openLink();
    else if (word === 'par' || word === 'sect' || word === 'page' || word === 'row') this.#paragraph();
    else if (word === 'line') this.#newline();
    else if (word === 'cell') this.#add('\t');
    else if (word === 'u' && number !== undefined) {
      this.#add(String.fromCharCode(number < 0 ? number + 65_536 : number));
      this.#toSkip = group.skips;
    } else if (word === 'uc') group.skips = Math.min(Math.max(0, number ?? 1), 10);
    else if (word === 'fs') group.points = (number ?? 24) / 2;
    else if (word === 'plain') group.points = 12;
    else if (word === 'ansicpg') this.#defaultCharset = group.charset = codepage(number) ?? group.charset;
    else if (word === 'f') this.#useFont(number ?? 0);
    else if (word === 'fcharset')
      this.#fonts.set(this.#font, FONT_CHARSETS[number ?? 0] ?? this.#defaultCharset);
    else if (word === 'nofpages') this.#pages = number;
    else if (group.to === 'creatim' && (word === 'yr' || word === 'mo' || word === 'dy'))
      this.#date[word] = number ?? 0;
    else this.#add(CHARACTERS[word] ?? '');
  }

  #symbol(symbol: string): void {
    if (symbol === '*') this.#isOptional = true;
    else if (symbol === '\\' || symbol === '{' || symbol === '}') this.#plain(symbol);
    else if (symbol === '\n' || symbol === '\r') this.#paragraph();
    else this.#add(CHARACTERS[symbol] ?? '');
  }

  #useFont(number: number): void {
    this.#font = number;
    if (!this.#inFonts) this.#group.charset = this.#fonts.get(number) ?? this.#defaultCharset;
  }

  #byte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip--;
    else this.#bytes.push(byte);
  }

  /** Text of the file itself is ASCII; some writers put bytes of their own encoding there. */
  #plain(text: string): void {
    const skipped = Math.min(this.#toSkip, text.length);
    this.#toSkip -= skipped;
    const kept = text.slice(skipped);
    this.#add(/[\x80-\xff]/.test(kept) ? decoded(Buffer.from(kept, 'latin1'), this.#group.charset) : kept);
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const bytes = Buffer.from(this.#bytes);
    this.#bytes = [];
    this.#add(decoded(bytes, this.#group.charset));
  }

  #add(text: string): void {
    const { to, points } = this.#group;
    if (text === '' || to === 'nowhere') return;
    if (to === 'body') {
      this.#text.size = points;
      this.#text.add(text);
    } else if (to === 'instruction') this.#instruction += text.slice(0, 4000);
    else this.#properties.set(to, `${this.#properties.get(to) ?? ''}${text}`.slice(0, 4000));
  }

  #newline(): void {
    if (this.#group.to === 'body') this.#text.newline();
  }

  #paragraph(): void {
    if (this.#group.to === 'body') this.#text.paragraph();
  }

  #openLink(): void {
    const href = /HYPERLINK\s+"([^"]+)"/.exec(this.#instruction)?.[1];
    this.#instruction = '';
    if (href === undefined || this.#group.to !== 'body') return;
    this.#text.openLink(href);
    this.#group.isLink = true;
  }

  #facts(): ReturnType<typeof factsOf> {
    const { yr, mo, dy } = this.#date;
    const two = (part: number): string => String(part).padStart(2, '0');
    return factsOf({
      title: this.#properties.get('title'),
      authors: listed(this.#properties.get('author')),
      description: this.#properties.get('doccomm') ?? this.#properties.get('subject'),
      keywords: listed(this.#properties.get('keywords'), /[;,]/),
      created: yr > 0 ? `${yr}-${two(mo)}-${two(dy)}` : undefined,
      pages: this.#pages,
    });
  }
}

function codepage(number: number | undefined): string | undefined {
  const known: Record<number, string> = {
    932: 'shift_jis',
    936: 'gbk',
    949: 'euc-kr',
    950: 'big5',
    65001: 'utf-8',
    874: 'windows-874',
  };
  return (
    known[number ?? 0] ??
    (number !== undefined && number >= 1250 && number <= 1258 ? `windows-${number}` : undefined)
  );
}

const decoded = (bytes: Uint8Array, charset: string): string => new TextDecoder(charset).decode(bytes);

/**
 * What the HTML reader knows about elements and attributes: maps names to small numbers without allocating strings, and
 * says how each element shapes the text.
 */

/** Starts and ends a block of text. */
export const BLOCK = 1;
/** Has no content and no end tag. */
export const VOID = 2;
/** Its text is not visible; links in it may still be meant for readers (a menu that opens on a click). */
export const HIDDEN = 4;
/** Neither its text nor its links count. */
export const DEAD = 8;
/** By its meaning not part of the main text. */
export const APART = 16;
export const HEADING = 32;
/** html, head, body: exist once, whatever the tags say. */
export const ROOT = 64;
/** svg and math have their own parsing rules. */
export const FOREIGN = 128;
/** The reader handles its start tag. */
export const SPECIAL = 256;

const CELLS = 1;
const ROWS = 2;
const ROW_GROUPS = 4;
const ITEMS = 8;
const TERMS = 16;
const PARAGRAPH = 32;
const OPTIONS = 64;

/** For each element: its flags, its group, and the groups whose open element its start tag closes. */
const ELEMENTS: Record<string, readonly [flags: number, group?: number, ends?: number]> = {
  a: [SPECIAL],
  address: [BLOCK, 0, PARAGRAPH],
  area: [VOID | SPECIAL],
  article: [BLOCK, 0, PARAGRAPH],
  aside: [BLOCK | APART, 0, PARAGRAPH],
  audio: [0],
  b: [0],
  base: [VOID | SPECIAL],
  blockquote: [BLOCK, 0, PARAGRAPH],
  body: [ROOT],
  br: [VOID | SPECIAL],
  button: [0],
  canvas: [0],
  caption: [BLOCK],
  center: [BLOCK, 0, PARAGRAPH],
  code: [0],
  col: [VOID],
  datalist: [DEAD],
  dd: [BLOCK, TERMS, TERMS | PARAGRAPH],
  details: [BLOCK, 0, PARAGRAPH],
  dir: [BLOCK, 0, PARAGRAPH],
  div: [BLOCK, 0, PARAGRAPH],
  dl: [BLOCK, 0, PARAGRAPH],
  dt: [BLOCK, TERMS, TERMS | PARAGRAPH],
  em: [0],
  embed: [VOID],
  fieldset: [BLOCK, 0, PARAGRAPH],
  figcaption: [BLOCK, 0, PARAGRAPH],
  figure: [BLOCK, 0, PARAGRAPH],
  font: [0],
  footer: [BLOCK | APART, 0, PARAGRAPH],
  foreignobject: [0],
  form: [BLOCK, 0, PARAGRAPH],
  frame: [VOID | SPECIAL],
  frameset: [BLOCK],
  h1: [BLOCK | HEADING, 0, PARAGRAPH],
  h2: [BLOCK | HEADING, 0, PARAGRAPH],
  h3: [BLOCK | HEADING, 0, PARAGRAPH],
  h4: [BLOCK | HEADING, 0, PARAGRAPH],
  h5: [BLOCK | HEADING, 0, PARAGRAPH],
  h6: [BLOCK | HEADING, 0, PARAGRAPH],
  head: [ROOT],
  header: [BLOCK, 0, PARAGRAPH],
  hgroup: [BLOCK, 0, PARAGRAPH],
  hr: [BLOCK | VOID, 0, PARAGRAPH],
  html: [ROOT | SPECIAL],
  i: [0],
  iframe: [DEAD | SPECIAL],
  img: [VOID | SPECIAL],
  input: [VOID],
  label: [0],
  legend: [BLOCK],
  li: [BLOCK, ITEMS, ITEMS | PARAGRAPH],
  link: [VOID | SPECIAL],
  main: [BLOCK, 0, PARAGRAPH],
  map: [0],
  math: [FOREIGN],
  menu: [BLOCK | APART, 0, PARAGRAPH],
  meta: [VOID | SPECIAL],
  nav: [BLOCK | APART, 0, PARAGRAPH],
  noembed: [DEAD],
  noframes: [DEAD],
  noscript: [HIDDEN],
  object: [0],
  ol: [BLOCK, 0, PARAGRAPH],
  optgroup: [BLOCK, OPTIONS, OPTIONS],
  option: [BLOCK, OPTIONS, OPTIONS],
  p: [BLOCK, PARAGRAPH, PARAGRAPH],
  param: [VOID],
  picture: [0],
  plaintext: [BLOCK, 0, PARAGRAPH],
  pre: [BLOCK, 0, PARAGRAPH],
  s: [0],
  script: [DEAD | SPECIAL],
  section: [BLOCK, 0, PARAGRAPH],
  select: [DEAD],
  small: [0],
  source: [VOID],
  span: [0],
  strong: [0],
  style: [DEAD],
  sub: [0],
  summary: [BLOCK],
  sup: [0],
  svg: [DEAD | FOREIGN],
  table: [BLOCK, 0, PARAGRAPH],
  tbody: [BLOCK, ROW_GROUPS, CELLS | ROWS | ROW_GROUPS | PARAGRAPH],
  td: [BLOCK, CELLS, CELLS | PARAGRAPH],
  template: [DEAD],
  textarea: [DEAD],
  tfoot: [BLOCK, ROW_GROUPS, CELLS | ROWS | ROW_GROUPS | PARAGRAPH],
  th: [BLOCK, CELLS, CELLS | PARAGRAPH],
  thead: [BLOCK, ROW_GROUPS, CELLS | ROWS | ROW_GROUPS | PARAGRAPH],
  title: [DEAD | SPECIAL],
  tr: [BLOCK, ROWS, CELLS | ROWS | PARAGRAPH],
  track: [VOID],
  tt: [0],
  u: [0],
  ul: [BLOCK, 0, PARAGRAPH],
  video: [0],
  wbr: [VOID],
  xmp: [BLOCK, 0, PARAGRAPH],
};

const names = Object.keys(ELEMENTS);

/** Elements are numbered from 1 in the order of the table; 0 means an unknown one. */
export const ELEMENT_COUNT = names.length + 1;
export const elementNames: readonly string[] = ['', ...names];
export const elementFlags = new Int32Array(ELEMENT_COUNT);
export const elementGroup = new Int32Array(ELEMENT_COUNT);
export const elementEnds = new Int32Array(ELEMENT_COUNT);
names.forEach((name, at) => {
  const [flags, group = 0, ends = 0] = ELEMENTS[name]!;
  elementFlags[at + 1] = flags;
  elementGroup[at + 1] = group;
  elementEnds[at + 1] = ends;
});
export const elementOf = nameLookup(names);

export function elementNumber(name: string): number {
  return names.indexOf(name) + 1;
}

/** The attributes that are read; each has its own bit, so that a tag's set of attributes is one number. */
const ATTRIBUTES = [
  'href',
  'src',
  'rel',
  'id',
  'class',
  'alt',
  'title',
  'aria-label',
  'hidden',
  'style',
  'name',
  'property',
  'http-equiv',
  'content',
  'lang',
  'xml:lang',
  'role',
  'itemprop',
  'type',
  'hreflang',
] as const;
export type AttributeName = (typeof ATTRIBUTES)[number];
export const ATTRIBUTE_COUNT = ATTRIBUTES.length + 1;
export const attributeOf = nameLookup(ATTRIBUTES);

export function attributeNumber(name: AttributeName): number {
  return ATTRIBUTES.indexOf(name) + 1;
}

/**
 * The index of a name (from 1) in a list, case-insensitive, or 0; read directly from the source, because a slice and a
 * lower-case copy for every tag would cost more than the rest of the parsing.
 */
function nameLookup(list: readonly string[]): (source: Uint16Array, start: number, end: number) => number {
  const mask = (1 << (32 - Math.clz32(list.length * 4))) - 1;
  const slots = new Uint8Array(mask + 1);
  const hashes = new Int32Array(list.length + 1);
  const longest = Math.max(...list.map((name) => name.length));
  const codes = new Uint8Array((list.length + 1) * longest);
  list.forEach((name, at) => {
    const number = at + 1;
    let hash = name.length;
    for (let i = 0; i < name.length; i++) {
      hash = (Math.imul(hash, 31) + name.charCodeAt(i)) | 0;
      codes[number * longest + i] = name.charCodeAt(i);
    }
    hashes[number] = hash;
    let slot = hash & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = number;
  });

  return (source, start, end) => {
    const length = end - start;
    if (length > longest) return 0;
    let hash = length;
    for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + (source[i]! | 32)) | 0;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot]!;
      if (number === 0) return 0;
      if (hashes[number] !== hash) continue;
      const first = number * longest;
      let i = 0;
      while (i < length && (source[start + i]! | 32) === codes[first + i]) i++;
      if (i === length && (length === longest || codes[first + length] === 0)) return number;
    }
  };
}

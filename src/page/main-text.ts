/**
 * The main text of a page, without menus, teasers, comments and footers. As in Readability (Arc90, 2009), paragraphs
 * vote for the elements around them, the nearer the more, and the best element is the one that holds the text; what
 * stands in it but beside the text is left out by its name, its element or its share of links. Ours: no tree of the
 * document is built, a name counts less than size (a "sidebar" with most of the page's words is none), and a heading goes
 * with what follows it.
 */
import { type Containers, DECLARED, LIKELY, UNLIKELY } from './containers.ts';
import { elementNumber } from './elements.ts';
import { APART_BLOCK, type Block, HEADING_BLOCK, PLAIN_BLOCK } from './visible-text.ts';

/** With fewer words than this nothing stands out: the whole text is the main text. */
const FEWEST_WORDS = 20;
/** A container with more than this share of the words is not beside the text, whatever it is called. */
const MOST_BESIDE = 0.4;
/** Less of a page's sentences than this is not what the page is about. */
const LEAST_SHARE = 0.25;

/** In a list no block has this many words outside of links, and all together have fewer than the links. */
const SENTENCE_WORDS = 12;

/** A paragraph that votes has at least this many words outside of links, and at most this share of link words. */
const FEWEST_PLAIN = 8;
const MOST_LINKS = 0.4;
const MOST_VOTES = 100;
const LEVELS = 6;
const NEXT_LEVEL = 0.75;
const LIKELY_BONUS = 1.25;
const DECLARED_BONUS = 3;

const FIGCAPTION = elementNumber('figcaption');
const FORM = elementNumber('form');
const P = elementNumber('p');

/** 1 for each block of the main text. */
export function mainBlocks(blocks: readonly Block[], tree: Containers): Uint8Array {
  const sizes = sizesOf(blocks, tree);
  const best = bestContainer(blocks, tree, sizes);
  const places = besideIn(best, tree, sizes, UNLIKELY);
  const chosen = new Uint8Array(blocks.length);
  let words = 0;
  for (let at = blocks.length - 1; at >= 0; at--) {
    const block = blocks[at]!;
    if (block.kind === APART_BLOCK || places[block.node] !== INSIDE) continue;
    if (block.kind === HEADING_BLOCK ? chosen[at + 1] !== 1 : isListOfLinks(block)) continue;
    chosen[at] = 1;
    words += block.words;
  }
  if (Math.max(words, sizes.plain[0]!) < FEWEST_WORDS) return chosen.fill(1);
  if (words >= LEAST_SHARE * sizes.plain[0]!) return chosen;
  return chosen.map((_, at) => (isSentences(blocks[at]!) ? 1 : 0));
}

export function textOf(text: string, blocks: readonly Block[], chosen: Uint8Array): string {
  const runs: string[] = [];
  for (let at = 0; at < blocks.length; at++) {
    if (chosen[at] !== 1) continue;
    const { start } = blocks[at]!;
    while (chosen[at + 1] === 1) at++;
    runs.push(text.slice(start, blocks[at]!.end));
  }
  return runs.length === 1 ? runs[0]! : runs.join('\n');
}

/** Whether the page is a list of links: its main text has no sentence, at most prices and dates beside the links. */
export function isListOfPages(blocks: readonly Block[], chosen: Uint8Array): boolean {
  let linkWords = 0;
  let plain = 0;
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== APART_BLOCK) linkWords += block.linkWords;
    if (chosen[at] !== 1) continue;
    const own = block.words - block.linkWords;
    if (own >= SENTENCE_WORDS) return false;
    plain += own;
  }
  return linkWords >= FEWEST_WORDS && plain < linkWords;
}

interface Sizes {
  /** Words of each container with all that is in it. */
  words: Float64Array;
  linkWords: Float64Array;
  /** Words outside of links, in blocks that have few links. */
  plain: Float64Array;
}

function sizesOf(blocks: readonly Block[], { parents }: Containers): Sizes {
  const words = new Float64Array(parents.length);
  const linkWords = new Float64Array(parents.length);
  const plain = new Float64Array(parents.length);
  for (const block of blocks) {
    words[block.node]! += block.words;
    linkWords[block.node]! += block.linkWords;
    if (isSentences(block)) plain[block.node]! += block.words - block.linkWords;
  }
  for (let node = parents.length - 1; node > 0; node--) {
    const parent = parents[node]!;
    words[parent]! += words[node]!;
    linkWords[parent]! += linkWords[node]!;
    plain[parent]! += plain[node]!;
  }
  return { words, linkWords, plain };
}

function bestContainer(blocks: readonly Block[], tree: Containers, sizes: Sizes): number {
  const { parents, hints, elements } = tree;
  const votes = new Float64Array(parents.length);
  const beside = besideIn(0, tree, sizes, UNLIKELY | LIKELY);
  for (const block of blocks) {
    const plain = block.words - block.linkWords;
    if (block.kind !== PLAIN_BLOCK || beside[block.node] !== INSIDE) continue;
    if (plain < FEWEST_PLAIN || !isSentences(block)) continue;
    let vote = Math.min(plain, MOST_VOTES);
    const first = elements[block.node] === P ? parents[block.node]! : block.node;
    for (let node = first, level = 0; node >= 0 && level < LEVELS; node = parents[node]!, level++) {
      votes[node]! += vote;
      vote *= NEXT_LEVEL;
    }
  }
  let best = 0;
  let most = 0;
  for (let node = 0; node < parents.length; node++) {
    if (votes[node] === 0) continue;
    const worth = votes[node]! * (1 - sizes.linkWords[node]! / sizes.words[node]!) * bonusOf(hints[node]!);
    if (worth <= most) continue;
    most = worth;
    best = node;
  }
  return best;
}

const bonusOf = (hint: number): number =>
  hint & DECLARED ? DECLARED_BONUS : (hint & (LIKELY | UNLIKELY)) === LIKELY ? LIKELY_BONUS : 1;

const INSIDE = 1;
const BESIDE = 2;

/** For each container: outside of this one, inside of it, or in it but beside its text. `mask`: the hints that decide. */
function besideIn(root: number, tree: Containers, { plain }: Sizes, mask: number): Uint8Array {
  const { parents, hints, elements } = tree;
  const places = new Uint8Array(parents.length);
  places[root] = INSIDE;
  for (let node = root + 1; node < parents.length; node++) {
    places[node] = places[parents[node]!]!;
    if (places[node] !== INSIDE) continue;
    const isNamed =
      (hints[node]! & mask) === UNLIKELY || elements[node] === FIGCAPTION || elements[node] === FORM;
    if (isNamed && plain[node]! < MOST_BESIDE * plain[root]!) places[node] = BESIDE;
  }
  return places;
}

const density = ({ words, linkWords }: Block): number => (words === 0 ? 0 : linkWords / words);

const isSentences = (block: Block): boolean => block.kind !== APART_BLOCK && density(block) <= MOST_LINKS;

const isListOfLinks = (block: Block): boolean =>
  density(block) > 0.5 || (density(block) > 0.3 && block.words < 15);

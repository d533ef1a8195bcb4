/**
 * The main text of a page, separated from menus and footers by the number of words in its blocks and the share of link
 * text among those words. After Kohlschütter, Fankhauser and Nejdl, "Boilerplate Detection using Shallow Text Features"
 * (WSDM 2010): the decision tree over the word counts and link densities of a block and its two neighbours (their
 * Algorithm 2). We differ in three ways: blocks end at block-level elements, not at every tag but `a`; text in nav,
 * aside, footer or menu, which did not exist then, is never main text; and a heading goes with what follows it, because
 * a short title is the strongest sign of a topic, and one above a list of links is not.
 */
import { APART_BLOCK, type Block, HEADING_BLOCK } from './visible-text.ts';

/** With fewer words than this in all main blocks together nothing stands out: the whole text is the main text. */
const FEWEST_WORDS = 20;

export function mainText(text: string, blocks: readonly Block[]): string {
  const count = blocks.length;
  const chosen = new Uint8Array(count);
  let words = 0;
  for (let at = count - 1; at >= 0; at--) {
    const block = blocks[at]!;
    if (block.kind === APART_BLOCK) continue;
    const goesIn =
      block.kind === HEADING_BLOCK ? chosen[at + 1] === 1 : isContent(blocks[at - 1], block, blocks[at + 1]);
    if (goesIn) {
      chosen[at] = 1;
      words += block.words;
    }
  }
  if (words < FEWEST_WORDS) return text;

  const runs: string[] = [];
  for (let at = 0; at < count; at++) {
    if (!chosen[at]) continue;
    const start = blocks[at]!.start;
    while (at + 1 < count && chosen[at + 1]) at++;
    runs.push(text.slice(start, blocks[at]!.end));
  }
  return runs.length === 1 ? runs[0]! : runs.join('\n');
}

function isContent(previous: Block | undefined, current: Block, next: Block | undefined): boolean {
  if (linkDensity(current) > 1 / 3) return false;
  const nextWords = next?.words ?? 0;
  if (linkDensity(previous) <= 5 / 9) {
    return current.words > 16 || nextWords > 15 || (previous?.words ?? 0) > 4;
  }
  return current.words > 40 || nextWords > 17;
}

function linkDensity(block: Block | undefined): number {
  return block === undefined || block.words === 0 ? 0 : block.linkWords / block.words;
}

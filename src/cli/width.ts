/**
 * How many columns a text takes in a terminal: wide (East Asian) characters two, combining ones and our style marks
 * none. Where terminals disagree (emoji of several code points) the larger width is taken, so that no line overflows.
 */
const ascii = /^[\x20-\x7e]*$/;
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
const none = /[\p{M}\ufdd0-\ufdef]/u;

export function widthOf(text: string): number {
  if (ascii.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += none.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}

/** Cut to a width, with an ellipsis if anything is lost. Style marks after the cut stay, so that styles end. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let room = Math.max(0, width - 1);
  let out = '';
  let isCut = false;
  for (const character of text) {
    const taken = widthOf(character);
    if (taken === 0 && (!isCut || /[\ufdd0-\ufdef]/.test(character))) out += character;
    else if (!isCut && taken <= room) {
      out += character;
      room -= taken;
    } else if (!isCut) {
      isCut = true;
      if (width > 0) out += '…';
    }
  }
  return out;
}

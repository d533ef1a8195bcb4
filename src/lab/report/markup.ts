/**
 * Text into HTML and SVG. Whatever comes from a user (names of recipes, titles, addresses) goes through `escaped`;
 * there is no other way into the report.
 */

/** Safe in text and in double-quoted attributes. Control characters and halves of surrogate pairs are replaced. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '�')
    .replace(/[&<>"']/g, (character) => references[character]!);
}

/** Cut to so many characters, the end marked; for labels in charts, where the whole is in a tooltip or a table. */
export function shorten(text: string, characters: number): string {
  const all = [...text];
  return all.length <= characters ? text : `${all.slice(0, characters - 1).join('')}…`;
}

/** A sentence's number of things: "1 topic", "1,200 topics". */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
}

const references: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Text to HTML and SVG. Everything that comes from a user (names of recipes, titles, URLs) goes through `escaped`;
 * there is no other way into the report.
 */

/** Safe in text and in double-quoted attributes. Control characters and lone surrogates are replaced. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '�')
    .replace(/[&<>"']/g, (character) => references[character]!);
}

/** Shortened in the middle to at most N characters, as names of variants often differ only at their ends. */
export function shorten(text: string, characters: number): string {
  const all = [...text];
  if (all.length <= characters) return text;
  const head = Math.ceil((characters - 1) / 2);
  return `${all.slice(0, head).join('')}…${all.slice(all.length - (characters - 1 - head)).join('')}`;
}

/** A count with its noun: "1 topic", "1,200 topics". */
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

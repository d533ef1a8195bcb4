/**
 * Malformed HTML as found in practice: missing end tags, unquoted attributes, nested anchors, a truncated document. A
 * browser still shows the page.
 */
import type { Random } from './random.ts';

export function damage(html: string, random: Random): string {
  return html
    .replace(/<\/(?:li|p|td|dd|dt)>/g, (tag) => (random.chance(0.7) ? '' : tag))
    .replace(/(href|src|class)="([^"\s<>=']+)"/g, (whole, name, value) =>
      random.chance(0.5) && !value.endsWith('/') ? `${name}=${value}` : whole,
    )
    .replace(/<\/a>/g, (tag) => (random.chance(0.08) ? '' : tag))
    .replace(/<h1>/g, () => (random.chance(0.5) ? '<h1><b><font color=red>' : '<H1>'))
    .replace(/<\/body><\/html>\s*$/, random.chance(0.5) ? '</html' : '');
}

/**
 * What a page is without its scripts, by a quick look at its HTML: how much text and how many links it has, whether it
 * runs anything, and whether it looks like the empty shell of an application.
 */
export interface Outline {
  /** Characters of visible text. */
  text: number;
  /** Different targets. */
  links: number;
  /** Scripts that run, not data. */
  scripts: number;
  /** Why it looks empty without scripts; absent if it does not. */
  emptyFor?: string;
}

export function outlineOf(html: string): Outline {
  let scripts = 0;
  let noscript = '';
  const markup = html.slice(0, MOST_CHARACTERS).replace(DARK, (part: string, name?: string) => {
    const element = name?.toLowerCase();
    if (element === 'script' && !/^<script[^>]*\btype\s*=\s*["']?[^"'\s>]*json/i.test(part)) scripts += 1;
    if (element === 'noscript') noscript += part;
    return ' ';
  });
  const targets = new Set<string>();
  for (const [, href] of markup.matchAll(HREF))
    if (!/^(?:#|javascript:|mailto:|tel:)/i.test(href!)) targets.add(href!);
  const text = markup.replace(TAG, ' ').replace(/\s+/g, ' ').trim().length;
  const links = targets.size;
  const outline: Outline = { text, links, scripts };
  const emptyFor = scripts === 0 && !HANDLED.test(markup) ? undefined : shellOf(outline, markup, noscript);
  return emptyFor === undefined ? outline : { ...outline, emptyFor };
}

/** Whether a browser brought text or links that matter. */
export function hasGained(plain: Outline, rendered: Outline): boolean {
  const moreText = rendered.text - plain.text;
  const moreLinks = rendered.links - plain.links;
  return moreText >= Math.max(200, 0.2 * plain.text) || moreLinks >= Math.max(2, 0.1 * plain.links);
}

function shellOf({ text, links }: Outline, markup: string, noscript: string): string | undefined {
  if (text < 150 && links < 3) return 'hardly any text or links';
  if (text < 1500 && ASKS_FOR_SCRIPTS.test(noscript)) return 'it asks for JavaScript';
  if (text < 1500 && EMPTY_ROOT.test(markup)) return 'an empty root element';
  return undefined;
}

const MOST_CHARACTERS = 2_000_000;
const DARK = /<!--[\s\S]*?-->|<(script|style|noscript|template|svg)\b[^>]*>[\s\S]*?<\/\1\s*>/gi;
const TAG = /<[^>]*>/g;
const HREF = /<a\s[^>]*?\bhref\s*=\s*["']?([^"'\s>]+)/gi;
const HANDLED = /\son[a-z]+\s*=/i;
const ASKS_FOR_SCRIPTS = /java\s?script/i;
/** `<div id="root"></div>`, `<app-root>Loading…</app-root>` */
const EMPTY_ROOT =
  /<(div|main|section)\b[^>]*\bid\s*=\s*["']?(?:root|app|application|main|__next|__nuxt|___gatsby|svelte|q-app|react-root|ember\w*)["']?[^>]*>\s*<\/\1>|<([a-z]+-[a-z-]+)\b[^>]*>\s*(?:loading\W*)?<\/\2>/i;

/**
 * Takes out of texts what many of them repeat: notices, menus and addresses that main-text extraction has left. If only
 * the general pages had them, a judge would take them for the surest sign of a page that is not wanted; if only the
 * documents had them, of one that is.
 */
import { fingerprint } from '../page/fingerprint.ts';

/** A paragraph on at least this many pages, and on at least this share of them. */
const FEWEST = 3;
const LEAST_SHARE = 0.01;

export function withoutBoilerplate<P extends { text: string }>(pages: readonly P[]): P[] {
  const paragraphs = pages.map(({ text }) =>
    text.split('\n').map((text) => ({ text, print: fingerprint(text) })),
  );
  const counts = new Map<string, number>();
  for (const own of paragraphs)
    for (const print of new Set(own.map(({ print }) => print)))
      counts.set(print, (counts.get(print) ?? 0) + 1);
  const most = Math.max(FEWEST, LEAST_SHARE * pages.length);
  return pages.map((page, i) => ({
    ...page,
    text: paragraphs[i]!.filter(({ print }) => counts.get(print)! < most)
      .map(({ text }) => text)
      .join('\n'),
  }));
}

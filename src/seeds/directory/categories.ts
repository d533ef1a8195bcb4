/**
 * Choosing categories of a directory: by patterns, or by the words of the topic. A pattern chooses the categories that
 * match it and all below them; `*` stands for anything, spaces and underscores are the same, case does not matter.
 */
import { readDirectory } from './read.ts';

export type Chooses = (category: string) => boolean;

export function byPatterns(patterns: readonly string[]): Chooses {
  const wanted = patterns.map((pattern) => {
    const parts = normal(pattern).replace(/\/+$/, '').split('*');
    const body = parts.map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('.*');
    return new RegExp(`^${body}(?:/|$)`);
  });
  return (category) => {
    const path = normal(category);
    return wanted.some((pattern) => pattern.test(path));
  };
}

const normal = (text: string): string => text.trim().toLowerCase().replaceAll(' ', '_');

/** The words of a category: `Top/Science/Biology` → "Science Biology". */
export const categoryWords = (category: string): string =>
  category
    .split('/')
    .filter((part, i) => i > 0 || part !== 'Top')
    .join(' ')
    .replaceAll('_', ' ');

export interface CategoryCount {
  category: string;
  title: string | undefined;
  /** Pages of this category itself, and of all below it, each listing counted once. */
  pages: number;
  pagesBelow: number;
  categoriesBelow: number;
}

/** Chosen categories with their sizes, and the chosen ones above them, in one pass over the files. */
export async function countCategories(files: readonly string[], chooses: Chooses): Promise<CategoryCount[]> {
  const counts = new Map<string, CategoryCount>();
  const at = (category: string): CategoryCount => {
    let count = counts.get(category);
    if (count === undefined) {
      count = { category, title: undefined, pages: 0, pagesBelow: 0, categoriesBelow: 0 };
      counts.set(category, count);
    }
    return count;
  };
  for (const file of files) {
    let last: { category: string; urls: Set<string> } | undefined;
    for await (const entry of readDirectory(file)) {
      if (!chooses(entry.category)) continue;
      const count = at(entry.category);
      if (entry.kind === 'category') {
        count.title ??= entry.title?.trim();
        continue;
      }
      // A dump lists a page with its category and then again with its title, before the next category.
      if (last?.category !== entry.category) last = { category: entry.category, urls: new Set() };
      if (last.urls.has(entry.url)) continue;
      last.urls.add(entry.url);
      count.pages++;
    }
  }
  for (const { category, pages } of [...counts.values()])
    for (const above of categoriesAbove(category)) {
      // A table names only the categories that have pages of their own.
      if (!counts.has(above) && !chooses(above)) continue;
      const count = at(above);
      count.pagesBelow += pages;
      count.categoriesBelow++;
    }
  return [...counts.values()].sort((a, b) => (a.category < b.category ? -1 : 1));
}

function* categoriesAbove(category: string): Generator<string> {
  for (let end = category.lastIndexOf('/'); end > 0; end = category.lastIndexOf('/', end - 1))
    yield category.slice(0, end);
}

/**
 * What lies in the desk's folder beside crawls: topic files, plans of studies, and studies. As with crawls, an id is a
 * path from the folder, and only what was found by looking is accepted.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parse } from 'yaml';
import { Refused } from './route.ts';

const LEVELS = 2;
const LARGEST = 2_000_000;

export interface DeskFile {
  id: string;
  path: string;
}

export class DeskFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  topics(): DeskFile[] {
    return this.#files(({ webs, topic, settings, ...keys }) =>
      webs === undefined && topic === undefined && settings === undefined
        ? ['keywords', 'seeds', 'examples', 'genre'].some((key) => key in keys)
        : false,
    );
  }

  plans(): DeskFile[] {
    return this.#files((keys) => 'webs' in keys && 'recipes' in keys);
  }

  studies(): DeskFile[] {
    return this.#walk(({ path, isFolder }) => isFolder && existsSync(join(path, 'study.json')));
  }

  /** Throws if it is not one of those found. */
  find(kind: 'topics' | 'plans' | 'studies', id: string): string {
    const found = this[kind]().find((one) => one.id === id);
    if (found !== undefined) return found.path;
    throw new Refused(404, 'NOT_FOUND', `There is no "${id.slice(0, 100)}" here. /${PAGES[kind]} lists all.`);
  }

  /** JSON is YAML, too, and read much faster as what it is. */
  #files(is: (keys: Record<string, unknown>) => boolean): DeskFile[] {
    return this.#walk(({ path, isFolder, bytes }) => {
      if (isFolder || !/\.(ya?ml|json)$/i.test(path) || bytes() > LARGEST) return false;
      try {
        const text = readFileSync(path, 'utf8');
        const value: unknown = /\.json$/i.test(path) ? JSON.parse(text) : parse(text, { maxAliasCount: 100 });
        return typeof value === 'object' && value !== null && is(value as Record<string, unknown>);
      } catch {
        return false; // not what its name says, or not ours to read
      }
    });
  }

  /** Not inside crawls and studies, whose files are their own. */
  #walk(wants: (entry: { path: string; isFolder: boolean; bytes(): number }) => boolean): DeskFile[] {
    const found: DeskFile[] = [];
    const look = (folder: string, levels: number): void => {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (entry.name.startsWith('.') || OTHERS.has(entry.name)) continue;
        const path = join(folder, entry.name);
        const isFolder = entry.isDirectory();
        const bytes = (): number => statSync(path).size;
        if ((isFolder || entry.isFile()) && wants({ path, isFolder, bytes }))
          found.push({ id: relative(this.#folder, path).split(sep).join('/'), path });
        const isClosed = ['crawl.yaml', 'study.json'].some((name) => existsSync(join(path, name)));
        if (isFolder && !isClosed && levels > 1) look(path, levels - 1);
      }
    };
    if (!existsSync(join(this.#folder, 'crawl.yaml'))) look(this.#folder, LEVELS);
    return found.sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}

/** Of npm, whose package.json has keywords as well. */
const OTHERS = new Set(['node_modules', 'package.json', 'package-lock.json']);

const PAGES = { topics: 'topics', plans: 'studies', studies: 'studies' } as const;

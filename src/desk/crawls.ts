/**
 * The crawls of a folder: the folder itself, what lies in it, and one level further down. A crawl's id is its path
 * from the folder; only ids that were found by looking are accepted, so none leads anywhere else.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { connect } from '../crawl/connect.ts';
import type { Control, ControlStatus } from '../crawl/control.ts';
import { hasDatabase, openFolder } from '../crawl/folder.ts';
import { type OpenCrawl, openCrawl } from '../crawl/open.ts';
import { ForageError } from '../errors.ts';
import { Refused } from './route.ts';

const LEVELS = 2;

export class Crawls {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = resolve(folder);
    if (!statSync(this.folder, { throwIfNoEntry: false })?.isDirectory())
      throw new ForageError(
        'CRAWL_FOLDER',
        `${folder} is not a folder. Name the folder that holds your crawls.`,
      );
  }

  /** In the order of their names. */
  ids(): string[] {
    const found: string[] = [];
    const look = (path: string, levels: number): void => {
      if (existsSync(join(path, 'crawl.yaml'))) found.push(this.#idOf(path));
      else if (levels > 0)
        for (const entry of readdirSync(path, { withFileTypes: true }))
          if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
            look(join(path, entry.name), levels - 1);
    };
    look(this.folder, LEVELS);
    return found.sort();
  }

  /** The folder of a crawl; throws if there is none of this id. */
  pathOf(id: string): string {
    if (!this.ids().includes(id))
      throw new Refused(
        404,
        'NOT_FOUND',
        `There is no crawl "${id.slice(0, 100)}" here. /api/v1/crawls lists all.`,
      );
    return id === basename(this.folder) && existsSync(join(this.folder, 'crawl.yaml'))
      ? this.folder
      : join(this.folder, ...id.split('/'));
  }

  /** Where a new crawl of this name goes. */
  newPath(name: string): string {
    if (!/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,79}$/u.test(name))
      throw new ForageError(
        'USAGE',
        `"${name.slice(0, 100)}" cannot name a crawl: use letters, digits, "-" and "_".`,
      );
    return join(this.folder, name);
  }

  /** Works on an open crawl and closes it. Throws if it has no pages yet. */
  async reading<T>(id: string, work: (crawl: OpenCrawl) => T | Promise<T>): Promise<T> {
    const path = this.pathOf(id);
    if (!hasDatabase(path))
      throw new Refused(
        409,
        'CRAWL_FOLDER',
        'This crawl has no pages yet. Wait for its first ones, or resume it.',
      );
    const crawl = openCrawl(path);
    try {
      return await work(crawl);
    } finally {
      crawl.db.close();
    }
  }

  folderOf(id: string) {
    return openFolder(this.pathOf(id));
  }

  control(id: string): Promise<Control> {
    return connect(this.pathOf(id));
  }

  /** A crawl too busy to answer is running. */
  async statusOf(id: string): Promise<ControlStatus> {
    const path = this.pathOf(id);
    const control = await connect(path);
    try {
      return await control.status();
    } catch {
      return { state: hasDatabase(path) ? 'running' : 'stopped' };
    }
  }

  #idOf(path: string): string {
    return relative(this.folder, path).split(sep).join('/') || basename(this.folder);
  }
}

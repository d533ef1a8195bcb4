/**
 * The crawls of a folder: the folder itself, what lies in it, and one level further down. A crawl's id is its path
 * from the folder; only ids that were found by looking are accepted, so none leads anywhere else.
 */
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { connect } from '../crawl/connect.ts';
import type { Control, ControlStatus } from '../crawl/control.ts';
import { deleteCrawl } from '../crawl/delete.ts';
import { hasDatabase, openFolder } from '../crawl/folder.ts';
import type { OpenCrawl } from '../crawl/open.ts';
import { ForageError } from '../errors.ts';
import { Apart, type ArgsOf, type ResultOf } from './apart.ts';
import { OpenCrawls } from './open-crawls.ts';
import type { ReadingName } from './readings.ts';
import { Refused } from './route.ts';

const LEVELS = 2;

export class Crawls {
  readonly folder: string;
  readonly #open = new OpenCrawls();
  readonly #apart = new Apart();

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
      if (isCrawl(path)) found.push(this.#idOf(path));
      else if (levels > 0)
        for (const entry of readdirSync(path, { withFileTypes: true }))
          if (entry.isDirectory() && isListed(entry.name)) look(join(path, entry.name), levels - 1);
    };
    look(this.folder, LEVELS);
    return found.sort();
  }

  has(id: string): boolean {
    return this.#find(id) !== undefined;
  }

  /** The folder of a crawl; throws if there is none of this id. */
  pathOf(id: string): string {
    const path = this.#find(id);
    if (path !== undefined) return path;
    throw new Refused(
      404,
      'NOT_FOUND',
      `There is no crawl "${id.slice(0, 100)}" here. /api/v1/crawls lists all.`,
    );
  }

  /** As `ids` would find it: by the names of folders alone, none of them hidden, a link or inside a crawl. */
  #find(id: string): string | undefined {
    if (isCrawl(this.folder)) return id === basename(this.folder) ? this.folder : undefined;
    const names = id.split('/');
    if (names.length > LEVELS) return undefined;
    let path = this.folder;
    for (const [i, name] of names.entries()) {
      if (!isListed(name) || /[\\/\0]/.test(name) || name.length > 255) return undefined;
      path = join(path, name);
      if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
      if (isCrawl(path)) return i === names.length - 1 ? path : undefined;
    }
    return undefined;
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

  /** Works on an open crawl. Throws if it has no pages yet. */
  async reading<T>(id: string, work: (crawl: OpenCrawl) => T | Promise<T>): Promise<T> {
    return this.#open.use(this.#begunPath(id), work);
  }

  /** The same for what looks at whole tables, in a thread of its own. */
  async readingApart<Name extends ReadingName>(
    id: string,
    name: Name,
    ...args: ArgsOf<Name>
  ): Promise<ResultOf<Name>> {
    return this.#apart.read(this.#begunPath(id), name, ...args);
  }

  /** What the first page of the desk would wait for is made ready. */
  warm(): void {
    this.#apart.warm();
  }

  async close(): Promise<void> {
    this.#open.close();
    await this.#apart.close();
  }

  #begunPath(id: string): string {
    const path = this.pathOf(id);
    if (!hasDatabase(path))
      throw new Refused(
        409,
        'CRAWL_FOLDER',
        'This crawl has no pages yet. Wait for its first ones, or resume it.',
      );
    return path;
  }

  folderOf(id: string) {
    return openFolder(this.pathOf(id));
  }

  /** With everything in its folder; throws while it runs. */
  async delete(id: string): Promise<void> {
    const path = this.pathOf(id);
    if (path === this.folder)
      throw new Refused(
        409,
        'CRAWL_FOLDER',
        'This desk was opened on this crawl alone. Open one on the folder that the crawl lies in: forage desk FOLDER',
      );
    this.#open.drop(path);
    await deleteCrawl(path);
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

const isCrawl = (path: string): boolean => existsSync(join(path, 'crawl.yaml'));

const isListed = (name: string): boolean => name !== '' && !name.startsWith('.') && name !== 'node_modules';

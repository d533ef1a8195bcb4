/**
 * Trouble with the disk or the database, in words: what cannot be done, what is safe, what to do. Whatever is not the
 * disk's fault is left as it is.
 */
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ForageError } from './errors.ts';
import { nearest, typed } from './suggest.ts';

/** The error as a sentence if it comes from the disk; otherwise the error itself. `path` is what was being used. */
export function asDiskTrouble(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof ForageError) return error;
  const at = 'path' in error && typeof error.path === 'string' ? error.path : path;
  const sentence =
    'errcode' in error
      ? OF_SQLITE.get(Number(error.errcode) & 0xff)?.(at, error.message)
      : 'syscall' in error && OF_SYSTEM.get((error as NodeJS.ErrnoException).code ?? '')?.(at);
  return sentence ? new ForageError('CRAWL_FOLDER', sentence, { cause: error }) : error;
}

/** Runs `work`; an error of the disk comes out as a sentence. */
export function onDisk<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asDiskTrouble(error, path);
  }
}

/**
 * With the folders above it, if they are missing. Node's own `recursive` never returns where the system says that the
 * folder above does not exist although it does, as under /proc.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && isFolder(path)) return;
    if (code === 'ENOENT' && !existsSync(dirname(path))) {
      makeFolder(dirname(path));
      return makeFolder(path);
    }
    const name = path.length > LONG ? `${path.slice(0, LONG)}…` : path;
    const why = NOT_MADE.get(code) ?? message;
    const sentence = `The folder ${name} cannot be created: ${why}. Choose another place for it.`;
    throw new ForageError('CRAWL_FOLDER', sentence, { cause: error });
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // a symbolic link that leads nowhere
  }
}

const LONG = 200;
const NOT_MADE = new Map([
  ['EEXIST', 'a file has its name'],
  ['EISDIR', 'a folder has its name'],
  ['ENOTDIR', 'a part of its path is a file'],
  ['ENOENT', 'no folders can be created there'],
  ['ELOOP', 'its symbolic links lead in a circle'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk is full'],
]);

/** Why a file that the user asked for cannot be written; what is not the system's fault is left as it is. */
export function unwritable(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const isMissing = code === 'ENOENT' && !existsSync(dirname(path));
  const why = isMissing ? `there is no folder ${dirname(path)}` : (NOT_MADE.get(code) ?? message);
  const remedy = isMissing
    ? 'Create it first, or choose another place.'
    : why === NOT_MADE.get('ENOSPC')
      ? 'Free some space, or choose another disk.'
      : 'Choose another place for it.';
  const sentence = `${path} cannot be written: ${why}. ${remedy}`;
  return new ForageError('FILE_UNREADABLE', sentence, { cause: error });
}

/** Why a file that the user named cannot be read. */
export function unreadable(path: string, error: unknown): ForageError {
  const { code, message } = error as NodeJS.ErrnoException;
  const why =
    code === 'ENOENT'
      ? `There is no file ${path}${likeIt(path)}`
      : code === 'EISDIR'
        ? `${path} is a folder, not a file.`
        : `${path} cannot be read: ${message}`;
  return new ForageError('FILE_UNREADABLE', why, { cause: error });
}

/** The end of a sentence about a file or folder that is missing. */
export function likeIt(path: string): string {
  const folder = dirname(path);
  try {
    const names = readdirSync(folder);
    // birds.yml is birds.yaml rather than birds.xml.
    const likely = isYaml(path) ? [...names.filter(isYaml), ...names] : names;
    const meant = nearest(basename(path), likely);
    return meant === undefined ? '.' : `; did you mean ${join(folder, meant)}?`;
  } catch {
    return '.'; // the folder is missing, too, or cannot be read
  }
}

const isYaml = (name: string): boolean => /\.ya?ml$/i.test(name);

const SAFE = 'Everything up to the last commit of the crawl is safe.';

const full = (path: string): string =>
  `The disk is full: ${path} cannot be written. ${SAFE} Free some space and resume the crawl.`;
const readOnly = (path: string): string =>
  `${path} cannot be written: the file system is read-only. ${SAFE} Make it writable, or copy the crawl's folder to another disk, and resume it there.`;
const notYours = (path: string): string =>
  `${path} cannot be written: you may not write to it or to its folder, or the file system is read-only. ${SAFE} Check who owns the crawl's folder, or copy it to where you may write.`;
const forbidden = (path: string): string =>
  `${path} cannot be used: permission denied. ${SAFE} Check who owns the crawl's folder.`;
const broken = (path: string): string =>
  `The disk reports an error at ${path}. Copy the crawl's folder to another disk, then see what is whole: forage check FOLDER`;

const OF_SYSTEM = new Map<string, (path: string) => string>([
  ['ENOSPC', full],
  ['EDQUOT', full],
  ['EROFS', readOnly],
  ['EACCES', forbidden],
  ['EPERM', forbidden],
  ['EIO', broken],
]);

/** The primary result codes of SQLite that a user can act on. */
const OF_SQLITE = new Map<number, (path: string, message: string) => string>([
  [
    5,
    (path) =>
      `Another process is writing ${path}. If that is a running crawl, stop it first: forage stop ${typed(dirname(path))}. Otherwise wait for it to end.`,
  ],
  [8, notYours],
  [10, broken],
  [
    11,
    (path, message) =>
      `${path} is damaged (${message}). The pages in archive/ are stored apart from it and are not affected. Rebuild the database from them: forage repair ${typed(dirname(path))}`,
  ],
  [13, full],
  [
    14,
    (path) => `${path} cannot be opened. Check that the folder exists and that you may read and write there.`,
  ],
  [
    26,
    (path) =>
      `${path} is damaged, or is not a crawl's database. If this folder holds a crawl, rebuild the database from its archive: forage repair ${typed(dirname(path))}`,
  ],
]);

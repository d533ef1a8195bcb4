/**
 * A crawl on disk: crawl.yaml has the topic and the settings with all defaults filled in; crawl.db and archive/ have
 * the rest.
 */
import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { checked } from '../check.ts';
import { makeFolder, onDisk, unreadable } from '../disk.ts';
import { ForageError } from '../errors.ts';
import { useModules } from '../plugin/load.ts';
import { nearest, typed } from '../suggest.ts';
import { parseYaml } from '../topic/load.ts';
import { type Topic, topicSchema } from '../topic/topic.ts';
import { type Settings, settingsSchema } from './settings.ts';

export interface CrawlFolder {
  path: string;
  topic: Topic;
  settings: Settings;
}

const fileSchema = z.strictObject({ topic: topicSchema, settings: settingsSchema });

export const databasePath = (folder: string): string => join(folder, 'crawl.db');
/** Faults with their stacks. */
export const faultsPath = (folder: string): string => join(folder, 'faults.log');
/** Events, one per line; see the setting `log`. */
export const logPath = (folder: string): string => join(folder, 'crawl.log');
export const archivePath = (folder: string): string => join(folder, 'archive');
/** Of a page that was rendered. */
export const picturePath = (folder: string, page: number): string => join(folder, 'pictures', `${page}.jpg`);
/** Documents, each under a name of its own. */
export const documentsPath = (folder: string): string => join(folder, 'documents');
/** What people write about documents. */
export const notesPath = (folder: string): string => join(folder, 'notes.db');
const yamlPath = (folder: string): string => join(folder, 'crawl.yaml');

/** Throws if a crawl cannot be created here because something already exists. */
export function checkFree(path: string): void {
  if (path === '') throw new ForageError('USAGE', 'The folder of the crawl has no name: give --out one.');
  if (existsSync(yamlPath(path)))
    throw new ForageError(
      'CRAWL_FOLDER',
      `${path} already contains a crawl. Continue it: forage resume ${typed(path)}`,
    );
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory())
    throw new ForageError('CRAWL_FOLDER', `${path} is a file. Give --out a new folder.`);
  if (readdirSync(path).length > 0)
    throw new ForageError('CRAWL_FOLDER', `${path} is not empty. Give --out a new folder.`);
}

export function createFolder(path: string, topic: Topic, settings: Settings): CrawlFolder {
  try {
    checkFree(path);
    makeFolder(archivePath(path));
    writeYaml(path, topic, settings);
  } catch (error) {
    if (error instanceof ForageError) throw error;
    throw new ForageError('CRAWL_FOLDER', `${path} cannot be written: ${(error as Error).message}`);
  }
  return { path, topic, settings };
}

/** Stores changes: a raised budget stays raised. */
export function changeFolder(folder: CrawlFolder): CrawlFolder {
  onDisk(yamlPath(folder.path), () => writeYaml(folder.path, folder.topic, folder.settings));
  return folder;
}

/** A different topic for a crawl: it keeps the name, which its files use, and its seeds if the new topic has none. */
export function withTopic(folder: CrawlFolder, topic: z.input<typeof topicSchema> | Topic): CrawlFolder {
  const given = checked(topicSchema, topic, 'TOPIC_INVALID', 'topic');
  const { name, seeds } = folder.topic;
  return { ...folder, topic: { ...given, name, seeds: given.seeds.length > 0 ? given.seeds : seeds } };
}

function writeYaml(path: string, topic: Topic, settings: Settings): void {
  const text = `# Topic and settings of this crawl. Read by "forage resume".\n${stringify({ topic, settings })}`;
  // On the disk before it takes the place of the former: nothing can replace this file after a power cut.
  writeFileSync(`${yamlPath(path)}.new`, text, { flush: true });
  renameSync(`${yamlPath(path)}.new`, yamlPath(path));
}

export function openFolder(path: string): CrawlFolder {
  if (!existsSync(yamlPath(path)))
    throw new ForageError('CRAWL_FOLDER', `${path} is not a crawl: ${whyNot(path)}`);
  try {
    return { path, ...parseYaml(readUtf8(yamlPath(path)), yamlPath(path), fileSchema, 'INPUT_INVALID') };
  } catch (error) {
    if (!(error instanceof ForageError) || error.code !== 'INPUT_INVALID') throw error;
    throw new ForageError('INPUT_INVALID', `${error.message}\n${howToMend(path)}`, { cause: error });
  }
}

/** Loads the modules of a crawl; the error of one that has moved or changed says where it is named. */
export function useModulesOf({ path, settings }: CrawlFolder): void {
  try {
    useModules(settings.use);
  } catch (error) {
    if (!(error instanceof ForageError)) throw error;
    throw new ForageError(error.code, `${yamlPath(path)}: settings.use: ${error.message}`, { cause: error });
  }
}

function readUtf8(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw unreadable(file, error);
  }
  if (!isUtf8(bytes)) throw new ForageError('INPUT_INVALID', `${file} is not a text file.`);
  return bytes.toString();
}

/** Nothing else has the topic and the settings, so a lost file can only be written again. */
function howToMend(path: string): string {
  const again = `forage crawl TOPIC --out NEW, Ctrl-C, cp NEW/crawl.yaml ${path}/`;
  return `Correct it in a text editor and try again. If too much of it is gone, start a crawl of the same topic with the same options and copy its file: ${again}. Pages, links and labels are in other files and are not affected.`;
}

function whyNot(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) {
    const inside = crawlsIn(path);
    const next =
      inside.length > 0 ? `Crawls in it: ${listed(inside)}` : 'Name a folder that "forage crawl" has made.';
    return `it has no crawl.yaml. ${next}`;
  }
  if (found !== undefined) return 'it is a file. Name a folder that "forage crawl" has made.';
  const beside = crawlsIn(dirname(path));
  const meant = nearest(
    basename(path),
    beside.map((one) => basename(one)),
  );
  if (meant !== undefined) return `there is no such folder; did you mean ${join(dirname(path), meant)}?`;
  return `there is no such folder.${beside.length > 0 ? ` Crawls here: ${listed(beside)}` : ''}`;
}

/** The folders of crawls directly in this one. */
function crawlsIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const inside = onDisk(folder, () => readdirSync(folder)).sort();
  return inside.map((name) => join(folder, name)).filter((path) => existsSync(yamlPath(path)));
}

const MOST_LISTED = 8;

const listed = (paths: readonly string[]): string =>
  paths.length > MOST_LISTED ? `${paths.slice(0, MOST_LISTED).join(', ')}, …` : paths.join(', ');

/** The names of the archive's files, in the order in which they were written. */
export function warcFiles(path: string): string[] {
  const inside = existsSync(archivePath(path)) ? readdirSync(archivePath(path)) : [];
  return inside.filter((name) => /\.warc(\.gz)?$/.test(name)).sort();
}

export const hasDatabase = (path: string): boolean =>
  (statSync(databasePath(path), { throwIfNoEntry: false })?.size ?? 0) > 0;

/** Throws if the database is gone while the archive still holds pages: a new database would know none of them. */
export function checkDatabase(path: string): void {
  if (hasDatabase(path)) return;
  const files = warcFiles(path).length;
  if (files === 0) return;
  throw new ForageError(
    'CRAWL_FOLDER',
    `${databasePath(path)} is missing or empty. The pages are still in ${archivePath(path)} (${files} WARC ${files === 1 ? 'file' : 'files'}). Rebuild the database from them: forage repair ${typed(path)}`,
  );
}

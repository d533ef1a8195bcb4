/**
 * A crawl on disk: crawl.yaml has the topic and the settings with all defaults filled in; crawl.db and archive/ have
 * the rest.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { checked } from '../check.ts';
import { ForageError } from '../errors.ts';
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
const yamlPath = (folder: string): string => join(folder, 'crawl.yaml');

/** Throws if a crawl cannot be created here because something already exists. */
export function checkFree(path: string): void {
  if (existsSync(yamlPath(path)))
    throw new ForageError(
      'CRAWL_FOLDER',
      `${path} already contains a crawl. Continue it: forage resume ${path}`,
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
    mkdirSync(archivePath(path), { recursive: true });
    writeYaml(path, topic, settings);
  } catch (error) {
    if (error instanceof ForageError) throw error;
    throw new ForageError('CRAWL_FOLDER', `${path} cannot be written: ${(error as Error).message}`);
  }
  return { path, topic, settings };
}

/** Stores changes: a raised budget stays raised. */
export function changeFolder(folder: CrawlFolder): CrawlFolder {
  writeYaml(folder.path, folder.topic, folder.settings);
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
  writeFileSync(`${yamlPath(path)}.new`, text);
  renameSync(`${yamlPath(path)}.new`, yamlPath(path));
}

export function openFolder(path: string): CrawlFolder {
  if (!existsSync(yamlPath(path)))
    throw new ForageError('CRAWL_FOLDER', `${path} is not a crawl: it has no crawl.yaml.`);
  const file = parseYaml(readFileSync(yamlPath(path), 'utf8'), yamlPath(path), fileSchema, 'INPUT_INVALID');
  return { path, ...file };
}

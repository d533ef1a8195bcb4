/** What `forage grow` was asked for; kept as `grow.yaml` in its folder, so that a later run needs no flags. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { checked } from '../check.ts';
import { settingsSchema } from '../crawl/settings.ts';
import { makeFolder } from '../disk.ts';
import { languageFault } from '../text/known-languages.ts';
import { parseYaml } from '../topic/load.ts';
import { readText } from '../topic/text-file.ts';
import { urlList } from '../topic/url-list.ts';

export const judges = ['fixed', 'evolved', 'adaptive'] as const;
export const negativeChoices = ['raw', 'one-class', 'k-means'] as const;
export const linkClassifiers = ['url-tokens', 'evolved', 'adaptive'] as const;
export const generalOrders = ['breadth-first', 'depth-first'] as const;

const positive = z.number().int().positive();

const growSchema = z.strictObject({
  /** A folder of documents about the topic; its path is absolute, as are all others. */
  documents: z.string().min(1),
  seeds: urlList,
  /** Of the documents; pages in another language do not count. Default: that of most documents. */
  language: z
    .string()
    .superRefine((code, context) => {
      const message = languageFault(code);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .optional(),
  /** WARC files or crawl folders that answer instead of the live Web. */
  web: z.array(z.string()).default([]),
  /** A crawl, or a folder of texts, instead of a general crawl. */
  general: z.string().optional(),
  generalPages: positive.min(20).max(100_000).default(1000),
  generalOrder: z.enum(generalOrders).default('breadth-first'),
  negatives: z.enum(negativeChoices).default('raw'),
  /** Default: as many as there are documents. */
  negativePages: positive.optional(),
  judge: z.enum(judges).default('adaptive'),
  /** Default: that of the judge. */
  links: z.enum(linkClassifiers).optional(),
  evolution: z
    .strictObject({
      population: positive.min(2).max(10_000).optional(),
      generations: positive.default(32),
      patience: z.number().int().min(0).default(8),
    })
    .prefault({}),
  /** Of the focused crawl. */
  budget: z
    .strictObject({ words: positive.optional(), pages: positive.optional(), relevant: positive.optional() })
    .prefault({}),
  seed: z.number().int().min(0).default(1),
  /** Settings of both crawls: contact, delays, scope … As given: defaults depend on the web. */
  crawl: z.record(z.string(), z.unknown()).default({}),
});

export type GrowSettings = z.output<typeof growSchema>;
export type GrowInput = z.input<typeof growSchema>;

const FILE = 'grow.yaml';

export const settingsIn = (folder: string): GrowInput | undefined => {
  const path = join(folder, FILE);
  return existsSync(path) ? parseYaml(readText(path), path, growSchema, 'INPUT_INVALID') : undefined;
};

export function keepSettings(folder: string, asked: GrowInput): GrowSettings {
  const settings = checked(growSchema, asked, 'USAGE', 'grow');
  checked(settingsSchema, settings.crawl, 'USAGE', 'settings');
  makeFolder(folder);
  writeFileSync(join(folder, FILE), `# What "forage grow" was asked for.\n${stringify(settings)}`);
  return settings;
}

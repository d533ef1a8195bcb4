/**
 * Everything about a crawl that is not its topic, checked once, every default filled in. What comes out is
 * what `crawl.yaml` keeps, so that a resumed crawl is the same crawl.
 */
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { mergeRules } from '../frontier/frontier.ts';
import { recipeSchema, spec } from '../recipe/own-recipe.ts';
import type { Recipe } from '../recipe/recipe.ts';
import type { UrlRules } from '../url/url.ts';

export const logLevels = ['off', 'faults', 'info', 'debug'] as const;

const positive = z.number().int().positive();
const patterns = z.array(z.string().min(1)).default([]);
const regexes = z
  .array(
    z.string().refine((text) => {
      try {
        new RegExp(text);
        return true;
      } catch {
        return false;
      }
    }, 'not a regular expression'),
  )
  .default([]);

export const settingsSchema = z.strictObject({
  /** Modules of the user's own, as paths or package names; what they define can be chosen like ours. */
  use: z.array(z.string().min(1)).default([]),
  /** Link filters and sinks by name, with settings; those of `use` that need no settings are active in any case. */
  filters: z.array(spec).prefault([]),
  sinks: z.array(spec).prefault([]),
  /** By name, or as data where it is the user's own. */
  recipe: z.union([z.string(), recipeSchema]).prefault('best-first/page+anchor'),
  /** Settings of the recipe, by name. */
  set: z.record(z.string(), z.unknown()).default({}),
  /** For whatever a recipe draws by chance. */
  seed: z.number().int().min(0).default(1),
  /** WARC files or crawl folders that answer instead of the live Web. */
  web: z.array(z.string()).default([]),
  /** Requests under way at once, over all hosts. */
  concurrency: positive.max(10_000).default(32),
  /** Threads that parse and judge; 0 does it in the loop. */
  threads: z
    .number()
    .int()
    .min(0)
    .max(64)
    .default(Math.max(1, availableParallelism() - 1)),

  budget: z
    .strictObject({
      pages: positive.optional(),
      relevant: positive.optional(),
      bytes: positive.optional(),
      seconds: z.number().positive().optional(),
      depth: z.number().int().min(0).optional(),
      pagesPerHost: positive.optional(),
    })
    .prefault({}),

  scope: z
    .strictObject({
      /** `anywhere`, or only the hosts or registrable domains of the seeds. */
      follow: z.enum(['anywhere', 'seed-hosts', 'seed-domains']).default('anywhere'),
      /** `example.org`, `*.example.org`; when given, nothing else is asked. */
      hosts: patterns,
      excludeHosts: patterns,
      /** Regular expressions on the whole address. */
      include: regexes,
      exclude: regexes,
    })
    .prefault({}),

  politeness: z
    .strictObject({
      robots: z.enum(['obey', 'ignore']).default('obey'),
      /** rel=nofollow, meta robots and X-Robots-Tag. */
      pageRules: z.enum(['obey', 'ignore']).default('obey'),
      minDelayMs: z.number().min(0).default(1000),
      maxDelayMs: z.number().min(0).default(30_000),
      delayFactor: z.number().min(0).default(5),
      sharedAddress: z.enum(['public', 'all', 'none']).default('public'),
      maxTries: positive.default(3),
      /** The crawl ends when no host may be asked for longer than this. */
      maxIdleSeconds: z.number().positive().default(600),
      /** Sitemaps named in robots.txt: read for hosts that gave a relevant page, for all, or not at all. */
      sitemaps: z.enum(['relevant-hosts', 'all', 'off']).default('relevant-hosts'),
    })
    .prefault({}),

  http: z
    .strictObject({
      /** Address or mail address that webmasters can reach; asked for before a live crawl. */
      contact: z.string().optional(),
      maxBytes: positive.default(5_000_000),
      maxUnpackedBytes: positive.default(20_000_000),
      connectTimeoutMs: positive.default(10_000),
      headerTimeoutMs: positive.default(20_000),
      bodyTimeoutMs: positive.default(20_000),
      totalTimeoutMs: positive.default(60_000),
      proxy: z.string().optional(),
      allowPrivate: z.boolean().default(false),
      /** Host pattern → `address:port` to connect to instead. */
      connectTo: z.record(z.string(), z.string()).default({}),
      /** Host pattern → what to send there. */
      perHost: z
        .record(
          z.string(),
          z.strictObject({
            headers: z.record(z.string(), z.string()).optional(),
            auth: z.strictObject({ username: z.string(), password: z.string() }).optional(),
            cookies: z.record(z.string(), z.string()).optional(),
          }),
        )
        .default({}),
      keepCookies: z.boolean().default(false),
    })
    .prefault({}),

  urls: z
    .strictObject({
      maxLength: positive.default(2048),
      /** Parameters to drop from every address, beside the known tracking and session ones. */
      dropParameters: z.array(z.string()).default([]),
      sortQuery: z.boolean().default(false),
    })
    .prefault({}),

  /** Leave alone what looks like an endless space of addresses. */
  traps: z.boolean().default(true),

  frontier: z
    .strictObject({
      /** What becomes of a link that is found again; the recipe's rule, else the better find. */
      merge: z.enum(mergeRules).optional(),
      /** How many links are chosen at a time before newer ones are looked at; the recipe's, else 1. */
      batch: positive.max(100_000).optional(),
      maxRedirects: z.number().int().min(0).default(10),
    })
    .prefault({}),

  /** What `crawl.log` says: nothing, what went wrong, also what somebody did, or every page and refusal. */
  log: z.enum(logLevels).default('info'),

  archive: z
    .strictObject({
      warc: z.boolean().default(true),
      maxFileBytes: positive.default(1_000_000_000),
      fullText: z.boolean().default(true),
      /** Follow the links of a page whose bytes were seen before under another address. */
      followDuplicates: z.boolean().default(false),
      commitEveryMs: positive.default(2000),
    })
    .prefault({}),
});

export type Settings = z.output<typeof settingsSchema>;
export type SettingsInput = z.input<typeof settingsSchema>;

/**
 * The settings of a crawl on a frozen web, where nobody is to be spared: no delays, no robots.txt and no
 * sitemaps unless asked for, one page at a time so that the order is the same every time.
 */
const frozenDefaults = {
  concurrency: 1,
  politeness: { robots: 'ignore', minDelayMs: 0, delayFactor: 0, sharedAddress: 'none', sitemaps: 'off' },
} as const satisfies SettingsInput;

export const urlRulesOf = ({ urls }: Settings): UrlRules => ({
  maxLength: urls.maxLength,
  sortQuery: urls.sortQuery,
  drop: [{ host: '*', params: urls.dropParameters }],
});

/** How links wait unless the user says otherwise. */
export const waitingOf = ({ frontier }: Recipe) => ({ merge: 'max', batch: 1, ...frontier }) as const;

export const onFrozenWeb = (given: SettingsInput): SettingsInput => ({
  ...frozenDefaults,
  ...given,
  politeness: { ...frozenDefaults.politeness, ...given.politeness },
});

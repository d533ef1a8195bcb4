/**
 * All settings of a crawl besides its topic, validated once, with every default filled in. The result is stored in
 * `crawl.yaml`, so that a resumed crawl is the same crawl.
 */
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { addFault } from '../check.ts';
import { override } from '../recipe/override.ts';
import { frontierSchema, type Recipe, recipeSchema, spec } from '../recipe/recipe.ts';
import { documentFormats } from '../topic/documents.ts';
import type { UrlRules } from '../url/url.ts';

export const logLevels = ['off', 'faults', 'info', 'debug'] as const;

const positive = z.number().int().positive();
const share = z.number().min(0).max(1);
const patterns = z.array(z.string().min(1)).default([]);
const hostPatterns = z
  .array(
    z
      .string()
      .regex(
        /^(\*|(\*\.)?[^\s*/,@]+)$/,
        'give a host such as example.org, or *.example.org for all hosts under it',
      ),
  )
  .default([]);
const renderMode = z.enum(['never', 'auto', 'always']);
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

const OWN = 'give the name of a host that you run: www.example.org or *.example.org';
/** Not `*`, nor all of `*.org`. */
const isOneSite = (host: string): boolean => host === 'localhost' || /^(\*\.)?[^*.]+(\.[^*.]+)+$/.test(host);

export const settingsSchema = z.strictObject({
  /** The user's modules, as paths or package names; what they define can be used like the built-in parts. */
  use: z.array(z.string().min(1)).default([]),
  /** Link filters and sinks by name, with settings; those from `use` that need no settings are always active. */
  filters: z.array(spec).prefault([]),
  sinks: z.array(spec).prefault([]),
  /** By name, or as data for a user's own recipe. */
  recipe: z.union([z.string(), recipeSchema]).prefault('adaptive'),
  /** Settings of the recipe, by name. */
  set: z.record(z.string(), z.unknown()).default({}),
  /** Seed of all random numbers in a recipe. */
  seed: z.number().int().min(0).default(1),
  /** WARC files or crawl folders that answer instead of the live Web. */
  web: z.array(z.string()).default([]),
  /** What to find many of: relevant pages, or sites with relevant pages. */
  favour: z.enum(['pages', 'sites']).default('pages'),
  /** Maximum number of requests in flight, over all hosts. */
  concurrency: positive.max(10_000).default(32),
  /** Threads that parse and judge; with 0 the loop does it. */
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
      /** Ends a crawl of whose last 500 judged pages fewer than this share are relevant. */
      yield: z.number().gt(0).max(1).optional(),
      /** Words of relevant pages. */
      words: positive.optional(),
      bytes: positive.optional(),
      seconds: z.number().positive().optional(),
      depth: z.number().int().min(0).optional(),
      pagesPerHost: positive.optional(),
    })
    .prefault({}),

  seeds: z
    .strictObject({
      /** A file with one URL per line, from which the next seeds are drawn when the frontier is empty. */
      pool: z.string().min(1).optional(),
      /** How many at a time. */
      draw: positive.default(200),
    })
    .prefault({}),

  scope: z
    .strictObject({
      /** `anywhere`, or only the hosts or registrable domains of the seeds. */
      follow: z.enum(['anywhere', 'seed-hosts', 'seed-domains']).default('anywhere'),
      /** `example.org`, `*.example.org`; if given, only these hosts are contacted. */
      hosts: hostPatterns,
      excludeHosts: hostPatterns,
      /** Regular expressions matched against the whole URL. */
      include: regexes,
      exclude: regexes,
      /** `html`, `text`, `pdf` …; if given, what is read as anything else is refused. */
      kinds: z.array(z.string().min(1)).default([]),
    })
    .prefault({}),

  politeness: z
    .strictObject({
      robots: z.enum(['obey', 'ignore']).default('obey'),
      /** rel=nofollow, meta robots and X-Robots-Tag. */
      pageRules: z.enum(['obey', 'ignore']).default('obey'),
      /** noai, noimageai, TDM reservations and Content-Signal: pages with them are kept with a note, or not at all. */
      optOuts: z.enum(['note', 'obey']).default('note'),
      minDelayMs: z.number().min(0).default(1000),
      maxDelayMs: z.number().min(0).default(30_000),
      delayFactor: z.number().min(0).default(5),
      sharedAddress: z.enum(['public', 'all', 'none']).default('public'),
      /** Host pattern → requests at a time, for hosts that the user runs. */
      ownHosts: z
        .record(z.string(), positive.max(64))
        .superRefine((hosts, context) => {
          for (const host of Object.keys(hosts))
            if (!isOneSite(host)) addFault(context, { path: [host], text: OWN });
        })
        .default({}),
      maxTries: positive.default(3),
      /** The crawl ends if no host may be contacted for longer than this. */
      maxIdleSeconds: z.number().positive().default(600),
      /** Sitemaps named in robots.txt: read for hosts with a relevant page, for all hosts, or not at all. */
      sitemaps: z.enum(['relevant-hosts', 'all', 'off']).default('relevant-hosts'),
    })
    .prefault({}),

  http: z
    .strictObject({
      /** URL or e-mail address where webmasters can reach the operator; required for a live crawl. */
      contact: z.string().optional(),
      maxBytes: positive.default(5_000_000),
      /** What becomes of a longer body: its first part is read, or it is refused. */
      oversize: z.enum(['cut', 'refuse']).default('cut'),
      maxUnpackedBytes: positive.default(20_000_000),
      /** Of a document, where documents are collected. */
      maxDocumentBytes: positive.default(50_000_000),
      connectTimeoutMs: positive.default(10_000),
      headerTimeoutMs: positive.default(20_000),
      bodyTimeoutMs: positive.default(20_000),
      totalTimeoutMs: positive.default(60_000),
      /** One, or several: each host stays with one of them as long as it is well. */
      proxy: z.union([z.string(), z.array(z.string().min(1)).min(1)]).optional(),
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
            /** The page with the login form, and what to fill in, by the names of its fields. */
            login: z.strictObject({ url: z.url(), fields: z.record(z.string(), z.string()) }).optional(),
          }),
        )
        .default({}),
      keepCookies: z.boolean().default(false),
    })
    .prefault({}),

  /** Run the scripts of pages in a browser. */
  render: z
    .strictObject({
      /** No page, pages that are empty without scripts or gain by them, all pages. */
      mode: renderMode.default('never'),
      /** Host pattern → mode. */
      perHost: z.record(z.string(), renderMode).default({}),
      /** The path of Chromium or Chrome; if absent, the first on the machine. */
      browser: z.string().min(1).optional(),
      /** Pages in the browser at a time. */
      concurrency: positive.max(64).default(2),
      /** The limits of one page: its time, what it may request, its HTML, the memory of its scripts. */
      maxSeconds: z.number().positive().default(20),
      maxRequests: z.number().int().min(0).default(50),
      maxBytes: positive.default(5_000_000),
      maxMemoryMb: positive.default(512),
      /** Keep a picture of every relevant page that was rendered. */
      screenshots: z.boolean().default(false),
    })
    .prefault({}),

  urls: z
    .strictObject({
      maxLength: positive.default(2048),
      /** Parameters to drop from every URL, besides the known tracking and session ones. */
      dropParameters: z.array(z.string()).default([]),
      sortQuery: z.boolean().default(false),
    })
    .prefault({}),

  /** How often each search form may be asked, with the topic's words; 0: forms are left alone. */
  forms: z.number().int().min(0).default(0),

  /** Collect documents besides pages: true for the topic's formats or all, or the formats. Absent: as the topic says. */
  documents: z.union([z.boolean(), z.array(z.enum(documentFormats)).min(1)]).optional(),

  /** Skip URLs that look like part of an endless URL space. */
  traps: z.boolean().default(true),
  /** Hosts and spaces that are never closed for what they bring: `example.org`, `example.org/gallery/W.jpg`. */
  keepOpen: patterns,

  /** How links wait: the recipe's way, unless set here. */
  frontier: frontierSchema
    .extend({
      maxRedirects: z.number().int().min(0).default(10),
      /** Links with a lower priority are not fetched. */
      floor: z.number().optional(),
    })
    .prefault({}),

  /** What a re-crawl leaves alone: the rates of sites and directories, and what users say themselves. */
  recrawl: z
    .strictObject({
      /** Relevant pages of all pages; 0: not checked. */
      minRelevant: share.default(0.05),
      /** Documents for each page; 0: not checked. */
      minDocuments: share.default(0),
      /** Accepted documents of all documents; 0: not checked. */
      minAccepted: share.default(0),
      /** Pages before the rates of a site and of a directory count. */
      sitePages: positive.default(200),
      directoryPages: positive.default(60),
      /** `example.org`, `example.org/old/`, or a name on all sites with `*` as its host. */
      avoid: patterns,
      keep: patterns,
    })
    .prefault({}),

  /** What `crawl.log` records: nothing, problems, also user actions, or every page and refusal. */
  log: z.enum(logLevels).default('info'),

  archive: z
    .strictObject({
      warc: z.boolean().default(true),
      maxFileBytes: positive.default(1_000_000_000),
      fullText: z.boolean().default(true),
      /** Follow the links of a page whose bytes were seen before under another URL. */
      followDuplicates: z.boolean().default(false),
      commitEveryMs: positive.default(2000),
    })
    .prefault({}),
});

export type Settings = z.output<typeof settingsSchema>;
export type SettingsInput = z.input<typeof settingsSchema>;

/**
 * Defaults for a crawl of a frozen web, where there are no servers to protect: no delays, no robots.txt and no sitemaps
 * unless set, one page at a time so that the order is reproducible.
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

/** How links wait, by the recipe with the user's settings for it; a setting of the crawl itself overrides it. */
export const waitingOf = (recipe: Recipe, set: Record<string, unknown>) =>
  ({ merge: 'max', batch: 1, ...override(recipe, set).frontier }) as const;

/** `adaptive`, or with what was set for it `adaptive (threshold=0.3)`. */
export function recipeInWords({ recipe, set }: Pick<Settings, 'recipe' | 'set'>): string {
  const name = typeof recipe === 'string' ? recipe : recipe.name;
  const own = Object.entries(set).map(([key, value]) => `${key}=${inWords(value)}`);
  return own.length === 0 ? name : `${name} (${own.join(', ')})`;
}

function inWords(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONG_VALUE ? `${text.slice(0, LONG_VALUE)}…` : text;
}
const LONG_VALUE = 60;

export const onFrozenWeb = (given: SettingsInput): SettingsInput => ({
  ...frozenDefaults,
  ...given,
  politeness: { ...frozenDefaults.politeness, ...given.politeness },
});

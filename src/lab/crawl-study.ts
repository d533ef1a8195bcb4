/**
 * Makes a study of finished crawls, live or frozen, so that whatever a study offers works on them: measures, report,
 * samples for people to judge. Nothing is fetched: pages come from the crawls' archives, or from the frozen web that a
 * crawl without an archive read. Crawls with the same topic are compared with each other.
 */
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { stringify } from 'yaml';
import type { Stop } from '../crawl/events.ts';
import { useModulesOf } from '../crawl/folder.ts';
import { type OpenCrawl, openCrawl } from '../crawl/open.ts';
import type { Counts } from '../crawl/statistics.ts';
import { makeFolder } from '../disk.ts';
import { ForageError } from '../errors.ts';
import { prepareRecipe } from '../recipe/prepare.ts';
import type { Spec } from '../recipe/recipe.ts';
import { recipeOf } from '../recipe/registry.ts';
import { typed } from '../suggest.ts';
import { ArchivedPages, placesOf } from './archived-pages.ts';
import { type Gauges, openGauges } from './gauges.ts';
import { type GivenPages, givenPages, readPositives } from './given-pages.ts';
import { readLabels } from './labels.ts';
import { isDocumentUrl } from './measures/documents.ts';
import { readSites } from './measures/sites.ts';
import { type Plan, planSchema } from './plan.ts';
import { measuringTopic, positiveSources } from './positives.ts';
import { writeLast } from './reach-file.ts';
import type { Run, StudyRecord, TopicRecord, Visited } from './study.ts';
import { writeVisits } from './visits-file.ts';

export interface CrawlStudyOptions {
  /** Relevant pages that the measures learn from: URLs, files, folders, lists of URLs, topic files. */
  positives?: readonly string[] | undefined;
  /** The judge that measures with them; by default the nearest positive, from above 0.75. */
  judge?: Spec | undefined;
  /** How poorly a language model of the positives predicts the pages. */
  perplexity?: boolean | undefined;
  /** A table of labels, and the topic's name in it if it is another. */
  labels?: string | undefined;
  label?: string | undefined;
  /** Control points; by default 64 units of pages are the whole crawl. */
  windows?: { of: 'pages' | 'bytes'; unit: number } | undefined;
  /** A file of sites that the crawls should reach. */
  targets?: string | undefined;
  /** Frozen webs in which positives are looked up after the crawls' own archives. */
  webs?: readonly string[] | undefined;
  tell?(message: string): void;
  progress?(pages: number, of: string): void;
}

/** Written into `folder`, which must be new or a study of crawls. Samples and judgements there are kept. */
export async function studyCrawls(
  paths: readonly string[],
  folder: string,
  options: CrawlStudyOptions = {},
): Promise<void> {
  checkFolder(folder);
  const { labels, label } = options;
  const crawls = paths.map(openNamed);
  try {
    const topics = crawls.map(({ crawl }) => crawl.folder.topic.name);
    if (labels !== undefined) checkLabels(labels, label === undefined ? topics : [label]);
    checkNames(crawls);
    const made = await new CrawlStudy(crawls, folder, options).write();
    writeFileSync(join(folder, 'plan.yaml'), stringify(made.plan));
    writeLast(join(folder, 'study.json'), made.record);
  } finally {
    for (const { crawl } of crawls) crawl.db.close();
  }
}

const WEB = 'crawls';

interface NamedCrawl {
  name: string;
  crawl: OpenCrawl;
}

function openNamed(path: string): NamedCrawl {
  const crawl = openCrawl(path);
  useModulesOf(crawl.folder);
  return { name: basename(resolve(path)), crawl };
}

/** If two folders have the same name, their paths tell them apart. */
function checkNames(crawls: NamedCrawl[]): void {
  const names = new Set(crawls.map(({ name }) => name));
  if (names.size < crawls.length) for (const one of crawls) one.name = one.crawl.folder.path;
  if (new Set(crawls.map(({ name }) => name)).size < crawls.length)
    throw new ForageError('USAGE', 'A crawl is given twice; name each folder once.');
}

function checkFolder(folder: string): void {
  if (!existsSync(folder)) return;
  const there = readdirSync(folder);
  if (there.length > 0 && !there.includes('study.json'))
    throw new ForageError(
      'CRAWL_FOLDER',
      `${folder} contains something other than a study. Give --out another folder.`,
    );
  if (existsSync(join(folder, 'labels')) && there.includes('reach'))
    throw new ForageError('CRAWL_FOLDER', `${folder} is the study of a plan. Give --out another folder.`);
}

/** One of the names must be a label. */
function checkLabels(path: string, names: readonly string[]): void {
  const there = new Set([...readLabels(path).values()].flat());
  if (there.size === 0)
    throw new ForageError(
      'INPUT_INVALID',
      `${path} has no labels: write a URL, a tab and its topics on each line.`,
    );
  if (!names.some((name) => there.has(name)))
    throw new ForageError(
      'INPUT_INVALID',
      `${path} has no label "${[...new Set(names)].join('" or "')}". It has: ${[...there].sort().slice(0, 20).join(', ')}. Choose one with --label.`,
    );
}

class CrawlStudy {
  readonly #crawls: readonly NamedCrawl[];
  readonly #folder: string;
  readonly #options: CrawlStudyOptions;
  readonly #warnings: string[] = [];
  readonly #runs: StudyRecord['runs'] = [];
  readonly #topics: TopicRecord[] = [];
  #toldAt = 0;

  constructor(crawls: readonly NamedCrawl[], folder: string, options: CrawlStudyOptions) {
    this.#crawls = crawls;
    this.#folder = folder;
    this.#options = options;
  }

  async write(): Promise<{ plan: Plan; record: StudyRecord }> {
    const { labels } = this.#options;
    rmSync(join(this.#folder, 'runs'), { recursive: true, force: true });
    makeFolder(join(this.#folder, 'labels'));
    if (labels !== undefined) cpSync(labels, join(this.#folder, 'labels', `${WEB}.tsv`));
    for (const [, crawls] of Map.groupBy(this.#crawls, ({ crawl }) => crawl.folder.topic.name))
      await this.#topic(crawls);
    const places = this.#crawls.map(({ crawl: { folder } }) => ({
      folder: resolve(folder.path),
      pages: placesOf(folder).map((place) => resolve(place)),
    }));
    const record = { topics: this.#topics, runs: this.#runs, warnings: this.#warnings, crawls: places };
    return { plan: this.#plan(), record };
  }

  /** Crawls with the same topic: what any of them was given counts for none. */
  async #topic(crawls: readonly NamedCrawl[]): Promise<void> {
    const { positives: asked, tell = () => {} } = this.#options;
    const { topic } = crawls[0]!.crawl.folder;
    const shelf = new ArchivedPages(
      crawls.map(({ crawl }) => crawl.folder),
      this.#options.webs ?? [],
    );
    try {
      const all = await Promise.all(crawls.map(({ crawl }) => givenPages(crawl.folder.topic, shelf)));
      const given: GivenPages = {
        urls: [...new Set(all.flatMap(({ urls }) => urls))],
        digests: [...new Set(all.flatMap(({ digests }) => digests))],
      };
      const positives = asked === undefined ? undefined : positiveSources(asked);
      const { pages, warning } = await readPositives(topic.name, positives ?? [], given, shelf, tell);
      if (warning !== undefined) this.#warnings.push(warning);
      const { name, title, viewpoint, rules, seeds, examples } = topic;
      const wanted = { title, viewpoint, rules };
      const record: TopicRecord = { web: WEB, topic: name, ...wanted, seeds, examples, positives, given };
      if (this.#options.labels !== undefined) record.label = this.#options.label ?? name;
      if (pages !== undefined) record.positivePages = pages;
      if (this.#options.targets !== undefined) record.targets = { sites: readSites(this.#options.targets) };
      this.#topics.push(record);
      const gauges =
        positives && (await openGauges(this.#gaugeSpec(), measuringTopic(topic, positives), shelf, []));
      for (const note of gauges?.notes ?? []) throw new ForageError('INPUT_INVALID', note);
      for (const { name: variant, crawl } of crawls) await this.#run(variant, crawl, shelf, gauges);
    } finally {
      await shelf.close();
    }
  }

  async #run(
    variant: string,
    { folder, read, meta }: OpenCrawl,
    shelf: ArchivedPages,
    gauges: Gauges | undefined,
  ): Promise<void> {
    const { settings, topic } = folder;
    const visits: Visited[] = [];
    this.#toldAt = performance.now();
    for (const page of read.visitedPages()) {
      const { url, digest, score = 0, relevant: judged, margin, wireBytes: bytes = 0, kind, depth } = page;
      const visit = { url, digest: digest!, score, judged, margin, bytes, kind, depth };
      const measured = await gauges?.of(visit.digest, () => shelf.pageOf(folder, page));
      visits.push({ ...visit, ...measured });
      if (gauges !== undefined && performance.now() - this.#toldAt > TELL_EVERY_MS) {
        this.#toldAt = performance.now();
        this.#options.progress?.(visits.length, variant);
      }
    }
    if (visits.length === 0)
      throw new ForageError(
        'CRAWL_FOLDER',
        `${folder.path} has no pages yet. Continue it: forage resume ${typed(folder.path)}`,
      );
    const recipe = recipeOf(settings.recipe);
    const ran = prepareRecipe(recipe, settings.set, topic).recipe;
    const key = { web: WEB, topic: topic.name, variant, recipe: recipe.name, set: settings.set, repeat: 1 };
    const id = `${topic.name}+${variant}`.replace(/[^\w.+=-]+/g, '-');
    const counts = meta.get('counts') as Counts;
    const run: Run = {
      id,
      ...key,
      stop: (meta.get('stop') as Stop | null | undefined)?.reason ?? 'unfinished',
      cost: { seconds: counts.elapsedMs / 1000 },
      judge: ran.judge.kind,
      ran,
      documentLinks: documentLinksOf(read),
    };
    const place = join(this.#folder, 'runs', id);
    makeFolder(place);
    writeVisits(join(place, 'visits.tsv'), visits);
    writeLast(join(place, 'run.json'), run);
    this.#runs.push({ id, ...key });
  }

  #gaugeSpec() {
    return { judge: this.#judge(), perplexity: this.#options.perplexity === true };
  }

  #judge(): Spec {
    return this.#options.judge ?? { kind: 'nearest-example', threshold: 0.75 };
  }

  #plan(): Plan {
    const { labels, positives, perplexity } = this.#options;
    return planSchema.parse({
      name: WEB,
      title: `Crawls: ${this.#crawls.map(({ name }) => name).join(', ')}`,
      webs: [
        {
          name: WEB,
          files: this.#crawls.map(({ crawl }) => resolve(crawl.folder.path)),
          ...(labels === undefined ? {} : { labels: resolve(labels) }),
        },
      ],
      topics: this.#topics.map(({ topic, positives: own, label }) => ({
        web: WEB,
        file: topic,
        ...(own === undefined ? {} : { positives: own }),
        ...(label === undefined ? {} : { label }),
      })),
      recipes: [...new Set(this.#runs.map(({ recipe }) => recipe))],
      measures: [...(positives === undefined ? [] : ['judge']), ...(perplexity ? ['perplexity'] : [])],
      judge: this.#judge(),
      ...(this.#options.windows === undefined ? {} : { windows: this.#options.windows }),
      // Real crawls took the time they took.
      time: { seconds: [] },
    });
  }
}

function documentLinksOf(read: OpenCrawl['read']): number {
  const documents = new Set<string>();
  for (const { to } of read.linkPairs()) if (isDocumentUrl(to)) documents.add(to);
  return documents.size;
}

const TELL_EVERY_MS = 2000;

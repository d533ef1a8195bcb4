/**
 * Before the first page: gathers the topic's examples and its browsing log, trains the recipe, and stores the result in
 * the crawl's folder. A resumed crawl loads it from there; it trains again if topic or recipe changed in a way that
 * affects training.
 */
import { qualityOf, weaknesses } from '../../judge/training/quality.ts';
import type { BrowsingLog, ExamplePage, Lesson, LoggedVisit } from '../../recipe/lesson.ts';
import type { PreparedRecipe } from '../../recipe/prepare.ts';
import type { Models } from '../../recipe/reader.ts';
import { loadBrowsingLog } from '../../topic/browsing-log.ts';
import type { Topic } from '../../topic/topic.ts';
import type { Web } from '../../web/web.ts';
import { isSame, trainingOf } from '../model-versions.ts';
import { type Calibration, calibrate, worthReading } from './calibration.ts';
import { type ExampleReader, gatherExamples, readSources } from './examples.ts';
import { openGraph } from './graph.ts';
import { type LearntModels, loadModels, saveModels } from './models.ts';

export interface LessonParts extends ExampleReader {
  topic: Topic;
  /** The crawl's folder; without one nothing is stored. */
  folder?: string | undefined;
  seed: number;
  /** WARC files of the frozen web being crawled; empty on the live Web. */
  frozen: readonly string[];
  openGraph?: Training['openGraph'] | undefined;
  train?: Training['train'] | undefined;
  always?: Training['always'] | undefined;
  calibrates?: Training['calibrates'] | undefined;
}

/** How a recipe gets its lessons and learns, for a caller that shares the work between crawls. */
export interface Training extends Pick<ExampleReader, 'readPage'> {
  /** Where example pages are fetched without delays; default: the crawl's own web, politely. */
  web?: Web;
  openGraph?: typeof openGraph;
  train?(recipe: PreparedRecipe, lesson: Lesson): Promise<Models>;
  /** Whether examples are read although the recipe learns nothing; default: no. */
  always?: boolean;
  /** Whether the judge is measured on the examples, so that the crawl can say how far to trust it; default: yes. */
  calibrates?: boolean;
}

/** The user stopped the crawl before training had finished. */
export class Interrupted extends Error {}

export async function learn(prepared: PreparedRecipe, parts: LessonParts): Promise<Models> {
  const { folder, topic } = parts;
  if (!parts.always && !prepared.learns && !(calibrates(prepared, parts) && worthReading(topic))) return {};
  const kept = folder === undefined ? undefined : stored(prepared, topic, folder);
  if (kept !== undefined) return kept.models;
  const learnt = await train(prepared, parts);
  if (folder !== undefined) saveModels(folder, learnt);
  return learnt.models;
}

/** The stored result of training, if training now would give the same. */
export function learntBefore(prepared: PreparedRecipe, topic: Topic, folder: string): Models | undefined {
  return prepared.learns ? stored(prepared, topic, folder)?.models : {};
}

function stored(prepared: PreparedRecipe, topic: Topic, folder: string): LearntModels | undefined {
  const kept = loadModels(folder);
  const serves = kept?.training === undefined || isSame(kept.training, trainingOf(prepared, topic));
  return serves ? kept : undefined;
}

/** Trains regardless of what is stored, and stores nothing. */
export async function train(prepared: PreparedRecipe, parts: LessonParts): Promise<LearntModels> {
  const quality: Record<string, Record<string, number>> = {};
  const warnings: string[] = [];
  const lesson = await openLesson(parts, {
    warn(message) {
      warnings.push(message);
      parts.tell(message);
    },
    quality(of, measured) {
      quality[of] = measured;
    },
  });
  const models = await (parts.train?.(prepared, lesson) ?? prepared.train(lesson));
  const calibration = calibrates(prepared, parts) ? await calibrate(prepared.parts.judge, lesson) : undefined;
  if (calibration !== undefined) report(calibration, prepared, lesson);
  if (parts.signal?.aborted) throw new Interrupted();
  for (const [of, measured] of Object.entries(quality)) {
    const figures = Object.entries(measured).map(([name, value]) => `${name} ${+value.toFixed(3)}`);
    parts.tell(`Learnt ${of}: ${figures.join(', ')}`);
  }
  const training = trainingOf(prepared, parts.topic);
  return { recipe: prepared.recipe.name, models, quality, warnings, training, calibration };
}

/** Not for a recipe that judges nothing. */
const calibrates = ({ parts: { judge } }: PreparedRecipe, { calibrates, topic }: LessonParts): boolean =>
  calibrates !== false && judge.judges(topic);

/** How the judge does on examples it has not seen, and what is wrong with it. */
function report(
  { heldOut }: Calibration,
  { recipe, parts: { judge } }: PreparedRecipe,
  lesson: Lesson,
): void {
  const { kind } = recipe.judge;
  const measured = heldOut && qualityOf(heldOut);
  const labels = lesson.examples.map(({ relevant }) => relevant);
  if (judge.learns) for (const weakness of weaknesses(kind, labels, measured)) lesson.warn(weakness);
  if (measured) lesson.quality(`judge ${kind}`, { ...measured });
}

async function openLesson(parts: LessonParts, told: Pick<Lesson, 'warn' | 'quality'>): Promise<Lesson> {
  const { topic, frozen, seed } = parts;
  const open = parts.openGraph ?? openGraph;
  const given = await gatherExamples(topic.examples, parts);
  const log = topic.browsingLog === undefined ? undefined : await readLog(topic.browsingLog, parts);
  if (parts.signal?.aborted) throw new Interrupted();
  return {
    topic,
    examples: log === undefined ? given : withBrowsed(given, log),
    log,
    seed,
    frozenWeb: frozen[0],
    read: (sources) => readSources(sources, parts),
    openGraph: (source) => open(source, parts.fetch, parts.urlRules ?? {}),
    ...told,
  };
}

/** What a person labelled while browsing is an example like any other; relevant ones first. */
function withBrowsed(given: readonly ExamplePage[], { visits }: BrowsingLog): ExamplePage[] {
  const known = new Set(given.map(({ page }) => page.url));
  const browsed = new Map<string, ExamplePage>();
  for (const { page, relevant } of visits) {
    if (relevant === undefined || known.has(page.url)) continue;
    const before = browsed.get(page.url)?.relevant ?? false;
    browsed.set(page.url, { source: page.url, page, relevant: before || relevant });
  }
  const all = [...given, ...browsed.values()];
  return [...all.filter(({ relevant }) => relevant), ...all.filter(({ relevant }) => !relevant)];
}

/** A page that can no longer be read is left out, with the steps from it. */
async function readLog(path: string, reader: ExampleReader): Promise<BrowsingLog> {
  const { visits } = loadBrowsingLog(path);
  const pages = new Map(
    (await readSources([...new Set(visits.map(({ url }) => url))], reader)).map(({ source, page }) => [
      source,
      page,
    ]),
  );
  const placeOf = new Map<number, number>();
  const read: LoggedVisit[] = [];
  for (const [i, { url, relevant, from }] of visits.entries()) {
    const page = pages.get(url);
    if (page === undefined) continue;
    placeOf.set(i, read.length);
    read.push({ page, relevant, from: from === undefined ? undefined : placeOf.get(from) });
  }
  return { visits: read };
}

/** From a folder of documents to a corpus: the row of stages, each run if it has to be. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { corpus } from './corpus.ts';
import { focusedCrawl } from './crawl.ts';
import { documents } from './documents.ts';
import { GrowFolder } from './folder.ts';
import { general } from './general.ts';
import { judge } from './judge.ts';
import { links } from './links.ts';
import { negatives } from './negatives.ts';
import { type GrowInput, keepSettings } from './settings.ts';
import {
  type AskAboutPages,
  GrowInterrupted,
  type Growing,
  type Stage,
  type StageName,
  type StageResult,
  stageNames,
} from './stage.ts';

const stages: readonly Stage[] = [documents, general, negatives, judge, links, focusedCrawl, corpus];

export interface GrowOptions {
  settings: GrowInput;
  /** The folder to create, or to go on with. */
  out: string;
  /** Repeat from this stage on, though nothing has changed. */
  from?: StageName | undefined;
  /** End after this stage. */
  until?: StageName | undefined;
  ask?: AskAboutPages | undefined;
  signal?: AbortSignal | undefined;
  /** A stage has ended, or was found finished. */
  stage?(told: ToldStage): void;
  tell?(message: string): void;
  progress?(what: string, done: number, of: number): void;
}

export interface ToldStage extends StageResult {
  name: StageName;
  folder: string;
  /** Its result was there already. */
  kept: boolean;
  ms: number;
}

/** What the stages said, in order. Throws `GrowInterrupted` if `signal` ended it. */
export async function grow(options: GrowOptions): Promise<ToldStage[]> {
  const root = resolve(options.out);
  const settings = keepSettings(root, options.settings);
  const folder = new GrowFolder(root);
  const on: Growing = {
    settings,
    root,
    path: (stage) => folder.path(stage),
    figures: (stage) => folder.record(stage)?.result?.figures ?? {},
    tell: (message) => options.tell?.(message),
    progress: (what, done, of) => options.progress?.(what, done, of),
    ask: options.ask,
    signal: options.signal ?? new AbortController().signal,
  };
  const told: ToldStage[] = [];
  let repeats = false;
  for (const stage of stages) {
    if (on.signal.aborted) throw new GrowInterrupted();
    repeats ||= stage.name === options.from;
    let one = await runStage(stage, on, folder, repeats);
    if (await stage.afterwards?.(on)) one = await runStage(stage, on, folder, false);
    told.push(one);
    options.stage?.(one);
    folder.writeReport();
    if (stage.name === options.until) break;
  }
  return told;
}

async function runStage(stage: Stage, on: Growing, folder: GrowFolder, repeats: boolean): Promise<ToldStage> {
  const { name } = stage;
  const key = keyOf(stage, on);
  const extent = JSON.stringify(stage.extent?.(on) ?? null);
  let known = folder.record(name);
  if (known?.result && known.key === key && known.extent === extent && !repeats)
    return { ...known.result, name, folder: folder.path(name), kept: true, ms: known.ms };
  if (repeats || (known !== undefined && known.key !== key)) {
    const old = folder.putAside(name);
    if (old !== undefined && known?.result) on.tell(`${name} is made again; what it was is in ${old}`);
    known = undefined;
  }
  if (known === undefined || !stage.resumes) folder.clear(name);
  folder.save(name, { key, extent, ms: known?.ms ?? 0 });
  const began = performance.now();
  const spent = (): number => (known?.ms ?? 0) + Math.round(performance.now() - began);
  let result: StageResult;
  try {
    result = await stage.run(on);
  } catch (error) {
    folder.save(name, { key, extent, ms: spent() });
    throw error;
  }
  folder.save(name, { key, extent, result, ms: spent() });
  return { ...result, name, folder: folder.path(name), kept: false, ms: spent() };
}

function keyOf({ asks, reads }: Stage, on: Growing): string {
  const read = reads.map((name) => stages[stageNames.indexOf(name)]!.digest(on));
  return createHash('sha256')
    .update(JSON.stringify([asks(on), read]))
    .digest('hex');
}

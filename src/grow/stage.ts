/**
 * A stage of `forage grow`: it reads what earlier stages left in their folders and leaves its own result in one.
 *
 * A stage is repeated when what it depends on has changed: its settings, or the content of the folders that it reads.
 * So a result that was changed by hand is kept, and everything that depends on it is made again. What a repeated stage
 * had made before is moved to `old/`. A stage that was killed is continued if it can be (`resumes`), otherwise started
 * again; either way it ends with the same result, since nothing random is left to time.
 */
import type { GrowSettings } from './settings.ts';

export const stageNames = ['documents', 'general', 'negatives', 'judge', 'links', 'crawl', 'corpus'] as const;
export type StageName = (typeof stageNames)[number];

export interface Stage {
  name: StageName;
  /** The stages whose results it reads. */
  reads: readonly StageName[];
  /** What of the settings it depends on: if that changes, it starts from nothing. Plain JSON. */
  asks(on: Growing): unknown;
  /** How much was asked for: if that changes, it goes on with what it has. Plain JSON. */
  extent?(on: Growing): unknown;
  /** Whether it can go on where it was killed. */
  resumes?: boolean;
  run(on: Growing): Promise<StageResult>;
  /** Called when it has run, if there is something to ask a person; true if it has to run again with the answers. */
  afterwards?(on: Growing): Promise<boolean>;
  /** Identifies its result as it is on disk now. */
  digest(on: Growing): string;
}

export interface StageResult {
  /** What it got and how good that is. */
  line: string;
  /** For later stages and for programs. */
  figures: Record<string, string | number | boolean>;
  /** What the user should know or do. */
  notes?: string[];
}

export interface Growing {
  settings: GrowSettings;
  /** The folder of a stage's result. */
  path(stage: StageName): string;
  /** The folder of all. */
  root: string;
  /** The figures of a finished stage. */
  figures(stage: StageName): StageResult['figures'];
  tell(message: string): void;
  progress(what: string, done: number, of: number): void;
  /** Asks a person about pages, if there is one; the answers by URL. */
  ask?: AskAboutPages | undefined;
  signal: AbortSignal;
}

export interface AskedPage {
  url: string;
  title: string;
  text: string;
}

export type AskAboutPages = (pages: readonly AskedPage[]) => Promise<ReadonlyMap<string, boolean>>;

/** The user ended it; the same command goes on. */
export class GrowInterrupted extends Error {}

/**
 * Stage 4: the judge of texts: fixed (the 100 most frequent words and an RBF SVM), with features and learner found by
 * evolution, or the one of the recipe `adaptive`. Sobania (TU Darmstadt, 2015), sections 5.3.2 and 6.3. Two rounds:
 * after the first, the general pages that look most like the topic become negatives, too (`hard-negatives.ts`); the
 * better round is kept. What a person answered about such pages is used in both.
 *
 * Quality is measured on later pages of the general crawl, which are unfiltered and were never trained on: figures on the
 * negatives alone would be best for the easiest negatives.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { count, percent } from '../answers/numbers.ts';
import { makeFolder } from '../disk.ts';
import { type Judge, judgementOf } from '../judge/judge.ts';
import type { Page } from '../page/page.ts';
import { judgePart } from '../recipe/parts.ts';
import type { Spec } from '../recipe/recipe.ts';
import { answersIn, keepAnswers, listedPages, listPages } from './answers.ts';
import { languageOf } from './documents.ts';
import {
  examplesOf,
  hardPath,
  keywordsPath,
  pageOf,
  relevantPath,
  topicOf,
  writeKeywords,
  writeTopic,
} from './examples.ts';
import { earlyAndLater, type GeneralPage, generalPages } from './general.ts';
import { hardNegatives } from './hard-negatives.ts';
import { judgeSpec } from './judge-spec.ts';
import { chooseThreshold, precisionAmong, type Trial, tryJudge } from './judge-trial.ts';
import type { Growing, Stage, StageResult } from './stage.ts';
import { digestOfTexts, readTexts, writeTable, writeTexts } from './text-files.ts';

export const judge: Stage = {
  name: 'judge',
  reads: ['documents', 'general', 'negatives'],
  resumes: true,
  asks: (on) => {
    const { judge, evolution, seed } = on.settings;
    return [judge, judge === 'evolved' ? evolution : null, seed, [...answersIn(on)].sort()];
  },
  async run(on) {
    makeFolder(on.path('judge'));
    const parts = await readParts(on);
    const answered = answeredPages(on, [...parts.early, ...parts.later]);
    writeKeywords(on, parts.early);
    replaceTexts(relevantPath(on), answered.relevant);
    replaceTexts(hardPath(on), answered.irrelevant);
    const spec = await judgeSpec(on);
    const first = await tryRound(on, spec, parts);
    const { atMost } = on.figures('general');
    const most = readTexts(on.path('negatives')).length;
    const hard = typeof atMost === 'number' ? hardNegatives(first.scored, { onTopic: atMost, most }) : [];
    replaceTexts(hardPath(on), [...answered.irrelevant, ...hard]);
    const second = hard.length === 0 ? first : await tryRound(on, spec, parts);
    const isBetter = worth(second) > worth(first);
    if (!isBetter) replaceTexts(hardPath(on), answered.irrelevant);
    const round = isBetter ? second : first;
    keepJudge(on, spec, round);
    writeTopic(on);
    listPages(on, bestPages(round));
    return tell(on, round, isBetter ? hard.length : 0);
  },
  async afterwards(on) {
    if (on.ask === undefined || answersIn(on).size > 0) return false;
    const said = await on.ask(listedPages(on, generalPages(on).pages));
    keepAnswers(on, said);
    return said.size > 0;
  },
  digest(on) {
    const hash = createHash('sha256').update(readFileSync(fileOf(on)));
    return hash
      .update(readFileSync(keywordsPath(on)))
      .update(digestOfTexts(hardPath(on)))
      .update(digestOfTexts(relevantPath(on)))
      .digest('hex');
  },
};

/** A judge trained on the examples as they are on disk now, and its opinion of every page that is not among them. */
export interface Round {
  trial: Trial;
  /** Best first; later pages are those that negatives never come from. */
  scored: ScoredPage[];
}

export interface ScoredPage extends GeneralPage {
  score: number;
  isLater: boolean;
}

interface ReadPage extends GeneralPage {
  page: Page;
}

async function readParts(on: Growing): Promise<{ early: ReadPage[]; later: ReadPage[] }> {
  const read: ReadPage[] = [];
  for (const general of generalPages(on).pages) read.push({ ...general, page: await pageOf(general) });
  return earlyAndLater(read);
}

async function tryRound(
  on: Growing,
  spec: Spec,
  { early, later }: { early: readonly ReadPage[]; later: readonly ReadPage[] },
): Promise<Round> {
  const topic = topicOf(on);
  const known = new Set(
    [...topic.examples.irrelevant, ...topic.examples.relevant].flatMap((folder) =>
      readTexts(folder).map(({ text }) => text),
    ),
  );
  const unseen = [
    ...early.map((page) => ({ ...page, isLater: false })),
    ...later.map((page) => ({ ...page, isLater: true })),
  ].filter(({ text }) => !known.has(text));
  const trial = await tryJudge(spec, {
    topic,
    examples: await examplesOf(topic, on),
    pages: unseen.map(({ page }) => page),
    seed: on.settings.seed,
  });
  const scored = unseen
    .map((page, i) => ({ ...page, score: trial.scores[i]! }))
    .sort((a, b) => b.score - a.score || (a.source < b.source ? -1 : 1));
  return { trial, scored };
}

/** On pages that both rounds were not trained on. */
function worth({ trial, scored }: Round): number {
  const later = scored.filter(({ isLater }) => isLater);
  return chooseThreshold(
    trial.known,
    later.map(({ score }) => score),
  ).criterion;
}

function answeredPages(on: Growing, pages: readonly GeneralPage[]) {
  const answers = answersIn(on);
  return {
    relevant: pages.filter(({ source }) => answers.get(source) === true),
    irrelevant: pages.filter(({ source }) => answers.get(source) === false),
  };
}

/** Without texts there is no folder: an empty one is not an example. */
function replaceTexts(folder: string, texts: readonly GeneralPage[]): void {
  rmSync(folder, { recursive: true, force: true });
  if (texts.length > 0) writeTexts(folder, texts);
}

const ASKED = 20;
const bestPages = ({ scored }: Round): GeneralPage[] => scored.slice(0, ASKED);

const fileOf = (on: Growing): string => join(on.path('judge'), 'judge.json');
const modelOf = (on: Growing): string => join(on.path('judge'), 'model.json');

const judgeSchema = z.object({ judge: z.looseObject({ kind: z.string() }) });

function keepJudge(on: Growing, spec: Spec, { trial, scored }: Round): void {
  const { threshold } = trial.threshold;
  writeFileSync(fileOf(on), `${JSON.stringify({ judge: { ...spec, threshold } }, null, 2)}\n`);
  writeFileSync(modelOf(on), JSON.stringify(trial.model));
  writeTable(
    join(on.path('judge'), 'scores.tsv'),
    ['score', 'called', 'source'],
    scored.map(({ score, source }) => [score.toFixed(4), score >= threshold ? 'yes' : 'no', source]),
  );
}

/** The judge with its threshold, as a recipe names it. */
export function chosenJudge(on: Growing): Spec {
  return judgeSchema.parse(JSON.parse(readFileSync(fileOf(on), 'utf8'))).judge;
}

/** The same, trained. */
export function trainedJudge(
  on: Growing,
): (page: GeneralPage) => Promise<{ score: number; relevant: boolean }> {
  const topic = topicOf(on);
  const model = existsSync(modelOf(on))
    ? (JSON.parse(readFileSync(modelOf(on), 'utf8')) as unknown)
    : undefined;
  const made: Judge = judgePart(chosenJudge(on), topic).make(topic, model);
  return async (page) => judgementOf(made.judge(await pageOf(page)));
}

async function tell(on: Growing, { trial, scored }: Round, hard: number): Promise<StageResult> {
  const { threshold } = trial.threshold;
  const recognised = trial.known.filter((score) => score >= threshold).length;
  const later = scored.filter(({ isLater }) => isLater);
  const called = later.filter(({ score }) => score >= threshold);
  const topic = topicOf(on);
  const examples = await examplesOf(topic, on);
  const precision = await precisionAmong(
    called.map(({ text }) => text),
    examples.map(({ page, relevant }) => ({ text: page.mainText, relevant })),
    { language: languageOf(on) ?? 'en', seed: on.settings.seed },
  );
  const share = called.length / Math.max(1, later.length);
  return {
    line: [
      `recognises ${recognised} of ${trial.known.length} documents it has not seen`,
      `calls ${count(called.length)} of ${count(later.length)} later general pages relevant (${percent(share)})`,
      precision === undefined
        ? 'too few to say how many of them are'
        : `of which roughly ${percent(precision.estimate)} are, perhaps anything from ${percent(precision.low)} to ${percent(precision.high)}`,
    ].join(', '),
    figures: {
      threshold,
      documents: trial.known.length,
      recognised,
      later: later.length,
      called: called.length,
      hardNegatives: hard,
      ...(precision && { precision: precision.estimate, low: precision.low, high: precision.high }),
    },
    notes: [
      `threshold ${threshold}, ${hard === 0 ? 'no hard negatives' : `${hard} hard negatives`}, ${answersIn(on).size} answers`,
      ...(recognised < POOR * trial.known.length
        ? ['It misses many documents it has not seen: add documents, or ones that are more alike']
        : []),
      ...(answersIn(on).size === 0
        ? [
            'The pages that look most like the topic are in answers.tsv: yes or no to some makes the judge better',
          ]
        : []),
    ],
  };
}

const POOR = 0.6;

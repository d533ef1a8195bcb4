/** Kinds of judges trained on the topic's examples: any learner by name, and shortcuts for the common ones. */
import { z } from 'zod';
import { learntJudge } from '../../judge/learnt.ts';
import { pageText } from '../../judge/page-text.ts';
import { type LearntSettings, trainLearnt } from '../../judge/training/learnt.ts';
import { learnerKinds } from '../../learn/learners.ts';
import { type Definition, defineJudge } from '../../plugin/define.ts';
import type { Stemming } from '../../text/stem.ts';
import { weightings } from '../../text/weights.ts';
import { stemSetting } from './word-settings.ts';

const threshold = z.number().min(0).max(1).default(0.5).describe('a page is relevant from this score on');
const vectors = {
  stopWords: z.enum(['none', 'usual', 'long']).default('usual').describe('which stop words are removed'),
  stem: stemSetting('full'),
  numbers: z.boolean().default(false).describe('numbers and single letters are words, too'),
  minDocuments: z
    .number()
    .int()
    .positive()
    .default(2)
    .describe('minimum number of examples that contain a word'),
  maxTerms: z.number().int().positive().max(1_000_000).default(30_000).describe('maximum number of words'),
};
const weighting = z.enum(weightings).describe('how term frequency and rarity become one weight');
const curve = z
  .enum(['platt', 'logistic'])
  .default('platt')
  .describe('how scores become 0..1: fitted to held-out examples, or 1/(1+e^−score)');
const classWeights = z
  .enum(['balanced', 'equal'])
  .default('balanced')
  .describe('balanced: both classes weigh the same, regardless of their size');
const cost = z.number().positive().max(1e9).default(1).describe('cost of a mistake (C)');
const perWord = z
  .boolean()
  .describe('divide the score by the number of words, so that long pages are comparable');

interface Vectors {
  stopWords: 'none' | 'usual' | 'long';
  stem: Stemming;
  numbers: boolean;
  minDocuments: number;
  maxTerms: number;
}

type Weighting = (typeof weightings)[number];

const learner = learntKind<{
  learner: (typeof learnerKinds)[number];
  settings: Record<string, unknown>;
  weighting: Weighting;
  unitLength: boolean;
  perWord: boolean;
  curve: 'platt' | 'logistic';
}>({
  name: 'learner',
  summary: 'any learner by name, trained on the examples',
  settings: {
    learner: z
      .enum(learnerKinds as [string, ...string[]])
      .default('linear-svm')
      .describe('which one'),
    settings: z.record(z.string(), z.unknown()).default({}).describe('its own settings'),
    weighting: weighting.default('log-tf-idf'),
    unitLength: z.boolean().default(true).describe('scale every page to unit length'),
    perWord: perWord.default(false),
    curve,
  },
  learns: (given) => given,
});

const svm = learntKind<{
  c: number;
  loss: 'squared-hinge' | 'hinge';
  classWeights: 'balanced' | 'equal';
  weighting: Weighting;
  curve: 'platt' | 'logistic';
}>({
  name: 'svm',
  summary: 'a linear support vector machine, trained on the examples',
  settings: {
    c: cost,
    loss: z.enum(['squared-hinge', 'hinge']).default('squared-hinge').describe('loss function'),
    classWeights,
    weighting: weighting.default('log-tf-idf'),
    curve,
  },
  learns: ({ c, loss, classWeights, weighting, curve }) => ({
    learner: 'linear-svm',
    settings: { c, loss, ...weightsOf(classWeights) },
    weighting,
    unitLength: true,
    perWord: false,
    curve,
  }),
});

const rbfSvm = learntKind<{
  c: number;
  gamma: number;
  classWeights: 'balanced' | 'equal';
  weighting: Weighting;
  curve: 'platt' | 'logistic';
}>({
  name: 'rbf-svm',
  summary: 'a support vector machine with the RBF kernel, trained on the examples',
  settings: {
    c: cost,
    gamma: z
      .number()
      .positive()
      .default(1)
      .describe('γ of the kernel: higher means only closer examples count'),
    classWeights,
    weighting: weighting.default('log-tf-idf'),
    curve,
  },
  learns: ({ c, gamma, classWeights, weighting, curve }) => ({
    learner: 'rbf-svm',
    settings: { c, gamma, ...weightsOf(classWeights) },
    weighting,
    unitLength: true,
    perWord: false,
    curve,
  }),
});

const naiveBayes = learntKind<{ smoothing: number; perWord: boolean; curve: 'platt' | 'logistic' }>({
  name: 'naive-bayes',
  summary: 'naive Bayes over word counts, trained on the examples',
  settings: {
    smoothing: z.number().positive().default(0.5).describe('added to every count'),
    perWord: perWord.default(true),
    curve,
  },
  learns: ({ smoothing, perWord, curve }) => ({
    learner: 'naive-bayes',
    settings: { smoothing },
    weighting: 'count',
    unitLength: false,
    perWord,
    curve,
  }),
});

export const learntKinds = [learner, svm, rbfSvm, naiveBayes];

interface Learns {
  learner: string;
  settings: Record<string, unknown>;
  weighting: Weighting;
  unitLength: boolean;
  perWord: boolean;
  curve: 'platt' | 'logistic';
}

function learntKind<Own>(given: {
  name: string;
  summary: string;
  settings: { [Key in keyof Own]: z.ZodType };
  learns(settings: Own): Learns;
}): Definition<'judge'> {
  type Settings = Own & Vectors & { threshold: number };
  const settings = z.strictObject({ ...given.settings, ...vectors, threshold });
  return defineJudge({
    name: given.name,
    summary: given.summary,
    settings: settings as z.ZodObject & z.ZodType<Settings>,
    needs: (own) =>
      given.learns(own).learner === 'one-class-svm' ? ['examples'] : ['examples', 'counterexamples'],
    train(lesson, own) {
      const { stopWords, stem, numbers, minDocuments, maxTerms } = own;
      const { weighting, unitLength, ...learns } = given.learns(own);
      const how: LearntSettings = {
        learner: learns.learner,
        settings: learns.settings,
        perWord: learns.perWord,
        curve: learns.curve,
        vectors: {
          language: lesson.topic.language ?? 'en',
          stopWords,
          stem,
          numbers,
          minDocuments,
          maxTerms,
          weighting,
          unitLength,
        },
        seed: lesson.seed,
      };
      const texts = lesson.examples.map(({ page, relevant }) => ({ text: pageText(page), relevant }));
      return trainLearnt(texts, how);
    },
    untrained: ['threshold'],
    make: ({ settings: { threshold }, model }) => learntJudge(model, { threshold }),
  });
}

const weightsOf = (classWeights: 'balanced' | 'equal'): { classWeights?: 'balanced' } =>
  classWeights === 'balanced' ? { classWeights } : {};

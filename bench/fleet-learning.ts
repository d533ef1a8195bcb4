/**
 * How workers should exchange what they learn about links: the examples themselves, as a fleet does, or weights that are
 * averaged. What the link model of one crawl by `adaptive` learnt from is learnt again, in the same order, as if W workers
 * had visited the pages in turn. Every page is first predicted by the worker that visits it.
 *
 *   npm run bench:fleet-learning -- --web DIR [--topics birds,music] [--pages 1000] [--workers 4,8]
 *
 * | scheme | what a worker learns from |
 * | one | there is one worker |
 * | lessons | its own examples at once, those of the others ten examples later |
 * | averaged N | its own; after every N examples of all, each has the mean of all weights |
 * | alone | its own |
 *
 * Loss is the mean log loss of the predictions, in bits, area that under the ROC curve for pages above ½.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openCrawl } from '../src/crawl/open.ts';
import { openFrozenWeb } from '../src/frozen/frozen.ts';
import { crawl } from '../src/index.ts';
import { rocArea } from '../src/learn/evaluation/curves.ts';
import { logistic, type ReplayExample, ReplayedLogistic } from '../src/learn/replayed-logistic.ts';
import { hashBits } from '../src/strategy/link-evidence.ts';
import { priorWeights } from '../src/strategy/link-features.ts';
import type { SavedKnowledge } from '../src/strategy/link-knowledge.ts';
import { topicSchema } from '../src/topic/topic.ts';

const { values } = parseArgs({
  options: {
    web: { type: 'string' },
    topics: { type: 'string', default: 'birds,music' },
    pages: { type: 'string', default: '1000' },
    workers: { type: 'string', default: '4,8' },
  },
});
/** Examples until a lesson has arrived: a fleet sends them every tenth of a second. */
const LATE = 10;
const AVERAGED = [10, 50, 200];

const frozen = await openFrozenWeb([join(values.web!, 'web.warc.gz')]);
const figures: Record<string, { loss: number; area: number }> = {};
for (const name of values.topics.split(',')) {
  const examples = await examplesOf(name);
  const tell = (scheme: string, predictions: readonly number[]): void => {
    const figure = { loss: lossOf(examples, predictions), area: areaOf(examples, predictions) };
    figures[`${name} ${scheme}`] = figure;
    console.log(
      `${name.padEnd(12)} ${scheme.padEnd(22)} loss ${figure.loss.toFixed(4)}  area ${figure.area.toFixed(4)}`,
    );
  };
  console.log(`${name}: ${examples.length} examples`);
  tell('one', predict(examples, 1, 0));
  for (const workers of values.workers.split(',').map(Number)) {
    tell(`${workers} lessons`, predict(examples, workers, 0, true));
    for (const every of AVERAGED) tell(`${workers} averaged ${every}`, predict(examples, workers, every));
    tell(`${workers} alone`, predict(examples, workers, 0));
  }
}
await frozen.close?.();
console.log(JSON.stringify(figures));
process.exit(0);

/** What the link model remembers after a crawl, which is all of it for fewer than 3,000 examples, in order. */
async function examplesOf(name: string): Promise<ReplayExample[]> {
  const folder = mkdtempSync(join(tmpdir(), 'forage-fleet-learning-'));
  const topic = topicSchema.parse(
    JSON.parse(readFileSync(join(values.web!, 'topics', `${name}.json`), 'utf8')),
  );
  const settings = { recipe: 'adaptive', concurrency: 1, budget: { pages: Number(values.pages) } };
  await crawl({ topic, web: frozen, out: join(folder, 'crawl'), settings }).finished;
  const { db, meta } = openCrawl(join(folder, 'crawl'));
  const { model } = meta.getState('strategy') as SavedKnowledge;
  db.close();
  rmSync(folder, { recursive: true });
  const { ids, dense, lengths, indices, values: all, targets } = model.memory;
  const width = dense.length / ids.length;
  let at = 0;
  return Array.from(lengths, (length, i) => {
    const part = [at, at + length] as const;
    at += length;
    return {
      id: ids[i]!,
      dense: dense.slice(width * i, width * (i + 1)),
      indices: indices.slice(...part),
      values: all.slice(...part),
      target: targets[i]!,
    };
  });
}

/** The worker's prediction of each example before anybody learns from it. */
function predict(
  examples: readonly ReplayExample[],
  workers: number,
  averagedEvery: number,
  sharesLessons = false,
): number[] {
  const settings = { rate: 0.3, steps: 3, sparse: 2 ** hashBits, memory: 3000, prior: priorWeights };
  const models = Array.from({ length: workers }, () => new ReplayedLogistic(settings));
  return examples.map((example, i) => {
    const own = models[i % workers]!;
    const late = examples[i - LATE];
    if (sharesLessons && late !== undefined)
      for (const model of models) if (model !== models[(i - LATE) % workers]) model.learn({ ...late });
    const prediction = logistic(own.raw(example.dense, example.indices, example.values));
    own.learn({ ...example });
    if (averagedEvery > 0 && (i + 1) % averagedEvery === 0) average(models.map(({ weights }) => weights));
    return prediction;
  });
}

function average(all: readonly Float64Array[]): void {
  for (let i = 0; i < all[0]!.length; i++) {
    let sum = 0;
    for (const weights of all) sum += weights[i]!;
    for (const weights of all) weights[i] = sum / all.length;
  }
}

function lossOf(examples: readonly ReplayExample[], predictions: readonly number[]): number {
  let sum = 0;
  for (const [i, { target }] of examples.entries()) {
    const p = Math.min(Math.max(predictions[i]!, 1e-6), 1 - 1e-6);
    sum -= target * Math.log2(p) + (1 - target) * Math.log2(1 - p);
  }
  return sum / examples.length;
}

function areaOf(examples: readonly ReplayExample[], predictions: readonly number[]): number {
  return rocArea(
    examples.map(({ target }) => target > 0.5),
    predictions,
  );
}

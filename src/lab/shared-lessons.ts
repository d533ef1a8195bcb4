/**
 * What the recipes of a study learn before their runs: example pages come from the shared reader thread, the links of
 * the web are gathered once, and what a judge or a strategy learns from the same lesson is learnt once. A run that
 * reuses it is charged its cost.
 */
import { hash } from 'node:crypto';
import { graphOf, openGraph } from '../crawl/training/graph.ts';
import type { Training } from '../crawl/training/lesson.ts';
import type { FrozenWeb } from '../frozen/frozen.ts';
import type { Lesson, LinkGraph } from '../recipe/lesson.ts';
import type { JudgePart, StrategyPart } from '../recipe/parts.ts';
import { keepLatest } from './keep-latest.ts';
import type { SharedReaders } from './shared-readers.ts';

interface Learnt {
  model: unknown;
  warnings: string[];
  quality: [of: string, measured: Record<string, number>][];
}

interface Done<Value> {
  value: Value;
  costMs: number;
}

/** Recipes that learn the same are usually next to each other in a plan. */
const LESSONS = 16;

export class SharedLessons {
  readonly #web: FrozenWeb;
  readonly #files: readonly string[];
  readonly #readers: SharedReaders;
  readonly #lessons = new Map<string, Done<Learnt>>();
  readonly #graphs = new Map<string, Done<LinkGraph>>();
  #sparedMs = 0;

  constructor(web: FrozenWeb, files: readonly string[], readers: SharedReaders) {
    this.#web = web;
    this.#files = files;
    this.#readers = readers;
  }

  readonly training: Training = {
    calibrates: false,
    readPage: (answer, how) => this.#readers.page(answer, how),
    openGraph: (source, fetch, rules) => {
      // Another source may have different pages under the same URLs.
      if (this.#files.length !== 1 || this.#files[0] !== source) return openGraph(source, fetch, rules);
      const page: LinkGraph['page'] = (url) => this.#readers.pageAt(url, { urlRules: rules });
      return this.#once(this.#graphs, JSON.stringify(rules), () => graphOf(this.#web.urls(), page));
    },
    train: async ({ parts: { judge, strategy } }, lesson) => ({
      judge: await this.#learn(judge, lesson),
      strategy: await this.#learn(strategy, lesson),
    }),
  };

  /** Time saved for all runs so far, by lessons and readers. */
  get sparedMs(): number {
    return this.#sparedMs + this.#readers.sparedMs;
  }

  /** Warnings and quality of a reused lesson are reported again. */
  async #learn(part: JudgePart | StrategyPart, lesson: Lesson): Promise<unknown> {
    if (!part.learns) return part.train(lesson);
    const { topic, seed, frozenWeb } = lesson;
    const id = hash('sha256', JSON.stringify([part.trainedBy, topic, seed, frozenWeb]));
    const { model, warnings, quality } = await this.#once(this.#lessons, id, async () => {
      const said: Learnt = { model: undefined, warnings: [], quality: [] };
      said.model = await part.train({
        ...lesson,
        warn: (message) => said.warnings.push(message),
        quality: (of, measured) => said.quality.push([of, measured]),
      });
      return said;
    });
    for (const message of warnings) lesson.warn(message);
    for (const [of, measured] of quality) lesson.quality(of, measured);
    return model;
  }

  async #once<Value>(
    done: Map<string, Done<Value>>,
    key: string,
    work: () => Promise<Value>,
  ): Promise<Value> {
    const before = done.get(key);
    if (before !== undefined) {
      keepLatest(done, key, before, LESSONS);
      this.#sparedMs += before.costMs;
      return before.value;
    }
    const began = this.#workMs();
    const value = await work();
    keepLatest(done, key, { value, costMs: this.#workMs() - began }, LESSONS);
    return value;
  }

  /** Processor time of the process, including its reader thread, as if nothing had been reused. */
  #workMs(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + this.sparedMs;
  }
}

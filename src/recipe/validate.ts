/**
 * How a whole judge does on examples it was not trained on. In each fold it is trained and made as for a crawl, so that
 * everything that decides about a page is tested: words, classifier, threshold, rules. A judge that does not learn from
 * the examples has seen none of them and is asked about all.
 */
import { judgementOf } from '../judge/judge.ts';
import { heldOut } from '../learn/evaluation/held-out.ts';
import type { Lesson, LinkGraph } from './lesson.ts';
import type { JudgePart } from './parts.ts';

/** What the judge said of an example it had not seen. */
export interface HeldOutOpinion {
  /** By the topic. */
  relevant: boolean;
  score: number;
  /** Whether the judge called it relevant. */
  called: boolean;
}

/** In the order of the lesson's examples; undefined if there are fewer than two of a class. */
export async function validateJudge(
  judge: Pick<JudgePart, 'learns' | 'train' | 'make'>,
  lesson: Lesson,
): Promise<HeldOutOpinion[] | undefined> {
  const { examples, topic } = lesson;
  const askOf = (model: unknown): ((i: number) => HeldOutOpinion) => {
    const made = judge.make(topic, model);
    return (i) => {
      const { page, relevant } = examples[i]!;
      const { score, relevant: called } = judgementOf(made.judge(page));
      return { relevant, score, called };
    };
  };
  const labels = examples.map(({ relevant }) => relevant);
  if (!judge.learns)
    return labels.includes(true) && labels.includes(false)
      ? [...examples.keys()].map(askOf(undefined))
      : undefined;
  const graphs = new SharedGraphs(lesson);
  try {
    const results = await heldOut(labels, { seed: lesson.seed }, async (train) => {
      const part = train.map((i) => examples[i]!);
      const openGraph: Lesson['openGraph'] = (source) => graphs.open(source);
      const trial = { ...lesson, examples: part, openGraph, isTrial: true, warn() {}, quality() {} };
      return askOf(await judge.train(trial));
    });
    return results?.map(([one]) => one!);
  } finally {
    await graphs.close();
  }
}

/** A graph may be a whole web: it is read once for all folds. */
class SharedGraphs {
  readonly #lesson: Lesson;
  readonly #opened = new Map<string, Promise<LinkGraph>>();

  constructor(lesson: Lesson) {
    this.#lesson = lesson;
  }

  async open(source: string): Promise<LinkGraph> {
    const known = this.#opened.get(source) ?? this.#lesson.openGraph(source);
    this.#opened.set(source, known);
    const graph = await known;
    return { linksTo: (url) => graph.linksTo(url), page: (url) => graph.page(url), close() {} };
  }

  async close(): Promise<void> {
    for (const opening of this.#opened.values()) (await opening.catch(() => undefined))?.close();
  }
}

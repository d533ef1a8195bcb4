/**
 * Tells from two addresses alone, that of a page and that of a link on it, whether the link's target is wanted:
 * the most frequent parts of source and target addresses as features, C4.5 as the learner. Sobania (TU Darmstadt,
 * 2015), section 5 and Table 6.8: cut at ".", "-" and "/", 500 parts of each side. Ours where the thesis is silent:
 * the scheme is left out, case is folded, a feature is 1 where the part occurs.
 */
import { z } from 'zod';
import { DecisionTree } from '../learn/decision-tree.ts';
import type { LearnerRecord } from '../learn/learner.ts';
import type { SparseVector } from '../text/vectors.ts';

export interface UrlExample {
  /** Address of the page that holds the link. */
  source: string;
  target: string;
  relevant: boolean;
}

export class UrlTokenClassifier {
  private readonly sources: ReadonlyMap<string, number>;
  private readonly targets: ReadonlyMap<string, number>;
  /** Of features: all sources, then all targets. */
  private readonly names: readonly string[];
  private readonly tree: DecisionTree;

  private constructor(sources: readonly string[], targets: readonly string[], tree: DecisionTree) {
    this.sources = new Map(sources.map((token, i) => [token, i]));
    this.targets = new Map(targets.map((token, i) => [token, sources.length + i]));
    this.names = [...sources, ...targets];
    this.tree = tree;
  }

  /** Some examples of both classes are needed. */
  static fit(examples: readonly UrlExample[], tokens: number): UrlTokenClassifier {
    const made = new UrlTokenClassifier(
      mostFrequent(
        examples.map(({ source }) => source),
        tokens,
      ),
      mostFrequent(
        examples.map(({ target }) => target),
        tokens,
      ),
      new DecisionTree(),
    );
    made.tree.fit(
      examples.map(({ source, target, relevant }) => ({
        vector: made.vector(made.placesOfSource(source), target),
        relevant,
      })),
    );
    return made;
  }

  /** What the links of one page share; worked out once for all of them. */
  placesOfSource(url: string): readonly number[] {
    return placesOf(url, this.sources);
  }

  /** The share of relevant examples that agree with the link, less one half. */
  score(source: readonly number[], target: string): number {
    return this.tree.predict(this.vector(source, target));
  }

  /** The part of an address that did most for the score. */
  reason(source: readonly number[], target: string): string {
    const [first] = this.tree.explain(this.vector(source, target));
    if (!first) return 'any';
    const { feature } = first;
    const isSource = feature < this.sources.size;
    const has = isSource ? source.includes(feature) : placesOf(target, this.targets).includes(feature);
    return `${has ? '' : 'no '}${this.names[feature]} in ${isSource ? 'page' : 'link'} address`;
  }

  toJSON(): UrlTokenRecord {
    return {
      sources: [...this.sources.keys()],
      targets: [...this.targets.keys()],
      tree: JSON.parse(JSON.stringify(this.tree)) as LearnerRecord,
    };
  }

  static fromJSON(record: unknown): UrlTokenClassifier {
    const { sources, targets, tree } = recordSchema.parse(record);
    return new UrlTokenClassifier(sources, targets, DecisionTree.fromJSON(tree));
  }

  private vector(source: readonly number[], target: string): SparseVector {
    // Targets are numbered after all sources, so the two rows in order are one row in order.
    const indices = Uint32Array.from(source.concat(placesOf(target, this.targets)));
    return { indices, values: new Float64Array(indices.length).fill(1) };
  }
}

export type UrlTokenRecord = z.infer<typeof recordSchema>;

const recordSchema = z.object({
  sources: z.array(z.string()),
  targets: z.array(z.string()),
  tree: z.object({
    kind: z.string(),
    settings: z.record(z.string(), z.unknown()),
    state: z.record(z.string(), z.unknown()),
  }),
});

/** The parts of an address between ".", "-" and "/", the scheme left out. */
export function urlTokens(url: string): string[] {
  const tokens: string[] = [];
  const lower = url.toLowerCase();
  const scheme = lower.indexOf('://');
  let start = scheme < 0 ? 0 : scheme + 3;
  for (let i = start; i <= lower.length; i++) {
    const code = i < lower.length ? lower.charCodeAt(i) : 47;
    if (code < 45 || code > 47) continue;
    if (i > start) tokens.push(lower.slice(start, i));
    start = i + 1;
  }
  return tokens;
}

function mostFrequent(urls: readonly string[], count: number): string[] {
  const counts = new Map<string, number>();
  for (const url of urls) {
    for (const token of new Set(urlTokens(url))) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, count)
    .map(([token]) => token);
}

function placesOf(url: string, places: ReadonlyMap<string, number>): number[] {
  const found: number[] = [];
  for (const token of urlTokens(url)) {
    const place = places.get(token);
    if (place !== undefined && !found.includes(place)) found.push(place);
  }
  return found.sort((a, b) => a - b);
}

/**
 * Predicts from two URLs only, that of a page and that of a link on it, whether the link's target is relevant: the most
 * frequent tokens of source and target URLs as features, C4.5 as the learner. Sobania (TU Darmstadt, 2015), section
 * 6.5.1 and Table 6.8: 500 tokens per side. Ours where the thesis is silent: a feature is 1 if the token occurs. How
 * URLs are cut may be given (`learn/features/url-words.ts`).
 */
import { z } from 'zod';
import { DecisionTree } from '../learn/decision-tree.ts';
import { urlTokens } from '../learn/features/url-tokens.ts';
import type { UrlTokeniser } from '../learn/features/url-words.ts';
import type { LearnerRecord } from '../learn/learner.ts';
import type { SparseVector } from '../text/vectors.ts';

export interface UrlExample {
  /** URL of the page that contains the link. */
  source: string;
  target: string;
  relevant: boolean;
}

export class UrlTokenClassifier {
  private readonly sources: ReadonlyMap<string, number>;
  private readonly targets: ReadonlyMap<string, number>;
  /** Feature names: all sources, then all targets. */
  private readonly names: readonly string[];
  private readonly tree: DecisionTree;
  private readonly tokensOf: UrlTokeniser;

  private constructor(
    sources: readonly string[],
    targets: readonly string[],
    tree: DecisionTree,
    tokensOf: UrlTokeniser,
  ) {
    this.sources = new Map(sources.map((token, i) => [token, i]));
    this.targets = new Map(targets.map((token, i) => [token, sources.length + i]));
    this.names = [...sources, ...targets];
    this.tree = tree;
    this.tokensOf = tokensOf;
  }

  /** Needs examples of both classes. */
  static fit(
    examples: readonly UrlExample[],
    tokens: number,
    tokensOf: UrlTokeniser = urlTokens,
  ): UrlTokenClassifier {
    const made = new UrlTokenClassifier(
      mostFrequent(
        examples.map(({ source }) => source),
        tokens,
        tokensOf,
      ),
      mostFrequent(
        examples.map(({ target }) => target),
        tokens,
        tokensOf,
      ),
      new DecisionTree(),
      tokensOf,
    );
    made.tree.fit(
      examples.map(({ source, target, relevant }) => ({
        vector: made.vector(made.placesOfSource(source), target),
        relevant,
      })),
    );
    return made;
  }

  /** What the links of one page share; computed once for all of them. */
  placesOfSource(url: string): readonly number[] {
    return this.placesOf(url, this.sources);
  }

  /** The share of relevant examples in the link's leaf, minus one half. */
  score(source: readonly number[], target: string): number {
    return this.tree.predict(this.vector(source, target));
  }

  /** The URL token that contributed most to the score. */
  reason(source: readonly number[], target: string): string {
    const [first] = this.tree.explain(this.vector(source, target));
    if (!first) return 'any';
    const { feature } = first;
    const isSource = feature < this.sources.size;
    const has = isSource ? source.includes(feature) : this.placesOf(target, this.targets).includes(feature);
    return `${has ? '' : 'no '}${this.names[feature]} in ${isSource ? 'page' : 'link'} URL`;
  }

  toJSON(): UrlTokenRecord {
    return {
      sources: [...this.sources.keys()],
      targets: [...this.targets.keys()],
      tree: JSON.parse(JSON.stringify(this.tree)) as LearnerRecord,
    };
  }

  static fromJSON(record: unknown, tokensOf: UrlTokeniser = urlTokens): UrlTokenClassifier {
    const { sources, targets, tree } = recordSchema.parse(record);
    return new UrlTokenClassifier(sources, targets, DecisionTree.fromJSON(tree), tokensOf);
  }

  private vector(source: readonly number[], target: string): SparseVector {
    // Targets are numbered after all sources, so concatenating the two sorted arrays gives a sorted one.
    const indices = Uint32Array.from(source.concat(this.placesOf(target, this.targets)));
    return { indices, values: new Float64Array(indices.length).fill(1) };
  }

  private placesOf(url: string, places: ReadonlyMap<string, number>): number[] {
    const found: number[] = [];
    for (const token of this.tokensOf(url)) {
      const place = places.get(token);
      if (place !== undefined && !found.includes(place)) found.push(place);
    }
    return found.sort((a, b) => a - b);
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

function mostFrequent(urls: readonly string[], count: number, tokensOf: UrlTokeniser): string[] {
  const counts = new Map<string, number>();
  for (const url of urls) {
    for (const token of tokensOf(url)) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, count)
    .map(([token]) => token);
}

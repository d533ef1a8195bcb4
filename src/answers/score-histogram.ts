/** How the scores of a crawl's pages are spread, with the valleys between their heaps: natural places for a border. */
export interface ScoreHistogram {
  bins: ScoreBin[];
  /** Scores in the middle of valleys, lowest first. */
  valleys: number[];
}

export interface ScoreBin {
  from: number;
  to: number;
  pages: number;
  called: number;
}

const BINS = 20;
/** A valley is at most this high, as a share of the lower of the heaps beside it. */
const DEPTH = 0.7;

export function scoreHistogram(pages: readonly { score: number; called: boolean }[]): ScoreHistogram {
  if (pages.length === 0) return { bins: [], valleys: [] };
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { score } of pages) {
    low = Math.min(low, score);
    high = Math.max(high, score);
  }
  const width = (high - low) / BINS || 1 / BINS;
  const bins = Array.from(
    { length: BINS },
    (_, i): ScoreBin => ({
      from: low + i * width,
      to: low + (i + 1) * width,
      pages: 0,
      called: 0,
    }),
  );
  for (const { score, called } of pages) {
    const bin = bins[Math.min(BINS - 1, Math.floor((score - low) / width))]!;
    bin.pages += 1;
    if (called) bin.called += 1;
  }
  return { bins, valleys: valleysOf(bins) };
}

/** Lowest places of the smoothed counts that are clearly below the heaps on both sides. */
function valleysOf(bins: readonly ScoreBin[]): number[] {
  const at = (i: number): number => bins[i]?.pages ?? 0;
  const smooth = bins.map((_, i) => (at(i - 1) + 2 * at(i) + at(i + 1)) / 4);
  const found: number[] = [];
  for (let from = 1; from < smooth.length - 1; ) {
    let to = from;
    while (to + 1 < smooth.length && smooth[to + 1] === smooth[from]) to += 1;
    const height = smooth[from]!;
    const isLowest = smooth[from - 1]! > height && (smooth[to + 1] ?? 0) > height;
    const left = Math.max(...smooth.slice(0, from));
    const right = Math.max(...smooth.slice(to + 1));
    if (isLowest && height <= DEPTH * Math.min(left, right))
      found.push((bins[from]!.from + bins[to]!.to) / 2);
    from = to + 1;
  }
  return found;
}

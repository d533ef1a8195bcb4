/**
 * Suggestions for misspelt names: the known name with the smallest edit distance (insert, delete, replace, swap two
 * neighbours), if that is small relative to the name's length. Case, "-", "_" and spaces are ignored, and the last part
 * of a name with "/" may stand for the whole.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const given = plain(name);
  let best: string | undefined;
  let least = Math.max(1, Math.floor(given.length / 3)) + 1;
  for (const candidate of known) {
    const short = candidate.slice(candidate.lastIndexOf('/') + 1);
    const distance = Math.min(editDistance(given, plain(candidate)), editDistance(given, plain(short)));
    if (distance < least && distance < given.length) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** The end of a sentence about an unknown name: what was probably meant, otherwise what is known. */
export function instead(name: string, known: readonly string[], listedBy?: string): string {
  const meant = nearest(name, known);
  if (meant !== undefined) return `; did you mean "${meant}"?${listedBy ? ` ${listedBy} lists all.` : ''}`;
  if (known.length === 0) return '; there are none';
  return listedBy ? `; ${listedBy} lists what there is.` : `; there are: ${known.join(', ')}`;
}

/** "a", "a or b", "a, b or c". */
export const either = (options: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(options);

const plain = (name: string): string => name.toLowerCase().replace(/[-_\s]/g, '');

/** Optimal string alignment: Levenshtein distance, with a swap of two neighbours as one step. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(replaced, last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}

/** A path as it is typed in a command: in quotes if the shell would split or change it. */
export function typed(path: string): string {
  const isWindows = process.platform === 'win32';
  if ((isWindows ? /^[\p{L}\p{M}\p{N}_@%+=:,./\\-]+$/u : /^[\p{L}\p{M}\p{N}_@%+=:,./-]+$/u).test(path))
    return path;
  // Double quotes serve in every shell, but in those of POSIX they leave some signs their meaning.
  return !isWindows && /["$`\\!]/.test(path) ? `'${path.replaceAll("'", `'\\''`)}'` : `"${path}"`;
}

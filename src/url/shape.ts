/**
 * Crawler traps visible in the shape of a URL: a path that repeats, or more depth, parameters or length than a person
 * would have written.
 */
export interface ShapeLimits {
  /** Segments of a path. 20. */
  maxSegments: number;
  /** Octets of one segment; a percent-encoded octet counts as one. 250. */
  maxSegmentLength: number;
  /** Parameters of a query. 12. */
  maxParameters: number;
  /** How often one segment of three or more characters, or one cycle of segments, may occur in a path. 2. */
  maxRepeats: number;
}

export type ShapeTrap =
  | 'repeating-path'
  | 'deep-path'
  | 'long-segment'
  | 'many-parameters'
  | 'repeating-parameter';

export const SHAPE_LIMITS: ShapeLimits = {
  maxSegments: 20,
  maxSegmentLength: 250,
  maxParameters: 12,
  maxRepeats: 2,
};

export function shapeTrap(pathAndQuery: string, limits: ShapeLimits): ShapeTrap | undefined {
  const mark = pathAndQuery.indexOf('?');
  const path = mark === -1 ? pathAndQuery : pathAndQuery.slice(0, mark);
  let slashes = 0;
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) slashes++;
  if (slashes > limits.maxRepeats || path.length > limits.maxSegmentLength) {
    const found = pathTrap(path, limits);
    if (found !== undefined) return found;
  }
  return mark === -1 ? undefined : queryTrap(pathAndQuery.slice(mark + 1), limits);
}

function pathTrap(path: string, limits: ShapeLimits): ShapeTrap | undefined {
  const segments = path.split('/').filter(Boolean);
  if (segments.length > limits.maxSegments) return 'deep-path';
  for (const segment of segments) {
    if (segment.length <= limits.maxSegmentLength) continue;
    if (segment.replace(/%[0-9A-F]{2}/gi, '.').length > limits.maxSegmentLength) return 'long-segment';
  }
  return goesInCircles(segments, limits.maxRepeats) ? 'repeating-path' : undefined;
}

/** Short names (`/1/1/1/`, `/a/a/a/`) are common for sharding files, so they need two more repetitions. */
function goesInCircles(segments: readonly string[], maxRepeats: number): boolean {
  if (segments.length <= maxRepeats || new Set(segments).size === segments.length) return false;
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1;
    counts.set(segment, count);
    if (count > maxRepeats + (segment.length < 3 ? 2 : 0)) return true;
  }
  for (let round = 2; round * (maxRepeats + 1) <= segments.length; round++) {
    let same = 0;
    for (let at = round; at < segments.length; at++) {
      same = segments[at] === segments[at - round] ? same + 1 : 0;
      if (same >= round * maxRepeats) return true;
    }
  }
  return false;
}

function queryTrap(query: string, limits: ShapeLimits): ShapeTrap | undefined {
  if (!query.includes('&')) return undefined;
  const parameters = query.split('&');
  if (parameters.length > limits.maxParameters) return 'many-parameters';
  if (parameters.length <= limits.maxRepeats) return undefined;
  const counts = new Map<string, number>();
  for (const parameter of parameters) {
    const count = (counts.get(parameter) ?? 0) + 1;
    counts.set(parameter, count);
    if (count > limits.maxRepeats) return 'repeating-parameter';
  }
  return undefined;
}

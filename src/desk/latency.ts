/** How long the desk took to answer, counted as Prometheus wants it. */
import { type LatencyHistogram, latencyLimitsMs } from '../archive/latency.ts';

export class Latency {
  readonly #within = latencyLimitsMs.map((ms) => ({ ms, requests: 0 }));
  #requests = 0;
  #totalMs = 0;

  add(ms: number): void {
    this.#requests += 1;
    this.#totalMs += ms;
    for (const one of this.#within) if (ms <= one.ms) one.requests += 1;
  }

  histogram(): LatencyHistogram {
    return { within: this.#within, requests: this.#requests, totalMs: this.#totalMs };
  }
}

/** The lines of one histogram, in seconds; `labels` such as `crawl="a"`, or empty. */
export function histogramLines(
  name: string,
  labels: string,
  { within, requests, totalMs }: LatencyHistogram,
): string[] {
  const set = (more: string): string => {
    const all = [labels, more].filter((one) => one !== '').join(',');
    return all === '' ? '' : `{${all}}`;
  };
  return [
    ...within.map(({ ms, requests: n }) => `${name}_bucket${set(`le="${ms / 1000}"`)} ${n}`),
    `${name}_bucket${set('le="+Inf"')} ${requests}`,
    `${name}_sum${set('')} ${totalMs / 1000}`,
    `${name}_count${set('')} ${requests}`,
  ];
}

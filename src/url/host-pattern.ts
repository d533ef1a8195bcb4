/**
 * Per-host settings: a table from host pattern to value. A pattern is a host name (`www.example.org`), all names under
 * one (`*.example.org`, without `example.org` itself) or `*`. The most specific pattern wins. Host names are compared
 * as URLs write them: lower case, internationalised names in ASCII form, IPv6 literals without brackets.
 */
import { domainToASCII } from 'node:url';

export class HostTable<T> {
  readonly #exact = new Map<string, T>();
  readonly #under = new Map<string, T>();
  readonly #any: T | undefined;

  constructor(entries: Iterable<readonly [pattern: string, value: T]> = []) {
    for (const [written, value] of entries) {
      const pattern = canonical(written);
      if (pattern === '*') this.#any = value;
      else if (pattern.startsWith('*.')) this.#under.set(pattern.slice(2), value);
      else this.#exact.set(pattern, value);
    }
  }

  get isEmpty(): boolean {
    return this.#any === undefined && this.#exact.size === 0 && this.#under.size === 0;
  }

  /** The value of the most specific matching pattern. */
  get(hostname: string): T | undefined {
    const exact = this.#exact.get(hostname);
    if (exact !== undefined) return exact;
    if (this.#under.size > 0)
      for (const parent of parents(hostname)) {
        const value = this.#under.get(parent);
        if (value !== undefined) return value;
      }
    return this.#any;
  }

  /** The values of all matching patterns, from least to most specific. */
  all(hostname: string): T[] {
    const values: T[] = [];
    const exact = this.#exact.get(hostname);
    if (exact !== undefined) values.push(exact);
    for (const parent of parents(hostname)) {
      const value = this.#under.get(parent);
      if (value !== undefined) values.push(value);
    }
    if (this.#any !== undefined) values.push(this.#any);
    return values.reverse();
  }
}

function canonical(written: string): string {
  const pattern = written.trim().toLowerCase();
  if (pattern.startsWith('[')) return pattern.slice(1, -1);
  if (!/[^\x00-\x7f]/.test(pattern)) return pattern;
  return pattern.startsWith('*.') ? `*.${domainToASCII(pattern.slice(2))}` : domainToASCII(pattern);
}

function* parents(hostname: string): Iterable<string> {
  for (let dot = hostname.indexOf('.'); dot !== -1; dot = hostname.indexOf('.', dot + 1))
    yield hostname.slice(dot + 1);
}

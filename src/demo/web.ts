/**
 * The demonstration web: a web that is generated, the same for the same seed, whose every page has a known
 * subject, so that the harvest rate of a crawl over it is the true one. It promises at least the pages and
 * hosts asked for, and that an answer depends on nothing but the request and its time (apart from the
 * limiters of hosts that count their visitors).
 */
import { ForageError } from '../errors.ts';
import { placeAt } from './addresses.ts';
import type { Atlas } from './atlas.ts';
import { drawAtlas, hubPages } from './atlas.ts';
import { toHtml } from './html.ts';
import { draftOf } from './shapes.ts';
import type { DemoTopic } from './topics.ts';
import { labelOf, splitAddress, topicsOf } from './topics.ts';

export interface DemoOptions {
  /** Content pages; homes, hubs and directories come on top. 30,000 unless told. */
  pages?: number;
  /** 480 unless told. */
  hosts?: number;
  seed?: number;
}

export interface DemoRequest {
  url: string;
  headers?: Record<string, string | string[] | undefined>;
  /** Milliseconds since the epoch. */
  now: number;
  remote?: string;
}

export type DemoAnswer = DemoResponse | { kind: 'close'; delayMs: number } | { kind: 'hang' };

export interface DemoResponse {
  kind: 'response';
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
  delayMs: number;
}

export interface DemoWeb {
  answer(request: DemoRequest): DemoAnswer;
  readonly topics: DemoTopic[];
  /** The true label of a page's address; undefined for what is no page. */
  subjectOf(url: string): string | undefined;
  isRelevant(url: string, topic: string): boolean;
  relevantCount(topic: string): number;
  /** Pages in all: content, homes, hubs and directories. */
  readonly size: number;
  readonly hosts: readonly string[];
}

export function createDemoWeb(options: DemoOptions = {}): DemoWeb {
  const pages = whole('pages', options.pages ?? 30_000, 500, 4_000_000);
  const hosts = whole('hosts', options.hosts ?? Math.min(480, Math.floor(pages / 20)), 20, 60_000);
  return new GeneratedWeb(drawAtlas(pages, hosts, whole('seed', options.seed ?? 1, 0, 2 ** 32 - 1)));
}

class GeneratedWeb implements DemoWeb {
  readonly size: number;
  readonly hosts: readonly string[];
  readonly #atlas: Atlas;
  #topics: DemoTopic[] | undefined;
  #relevant: Map<string, number> | undefined;

  constructor(atlas: Atlas) {
    this.#atlas = atlas;
    this.hosts = atlas.sites.map(({ host }) => host);
    let size = atlas.pageCount;
    for (const site of atlas.sites) {
      size += 1 + site.directoryPages;
      for (const section of site.sections) size += hubPages(section);
    }
    this.size = size;
  }

  get topics(): DemoTopic[] {
    this.#topics ??= topicsOf(this.#atlas);
    return this.#topics;
  }

  answer({ url }: DemoRequest): DemoAnswer {
    const place = this.#locate(url);
    if (place === undefined) return response(404, 'text/plain; charset=utf-8', 'Not found');
    return response(
      200,
      'text/html; charset=utf-8',
      toHtml({ draft: draftOf(this.#atlas, place), site: place.site }),
    );
  }

  subjectOf(url: string): string | undefined {
    const place = this.#locate(url);
    return place === undefined ? undefined : this.#atlas.subjects[labelOf(this.#atlas, place)]!.name;
  }

  isRelevant(url: string, topic: string): boolean {
    return this.subjectOf(url) === topic;
  }

  relevantCount(topic: string): number {
    this.#relevant ??= countPages(this.#atlas);
    return this.#relevant.get(topic) ?? 0;
  }

  #locate(url: string) {
    const address = splitAddress(url);
    const site = address === undefined ? undefined : this.#atlas.siteOfHost.get(address.host);
    return site === undefined ? undefined : placeAt(this.#atlas, site, address!.path);
  }
}

function countPages(atlas: Atlas): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (subject: number, n: number) => {
    const { name } = atlas.subjects[subject]!;
    counts.set(name, (counts.get(name) ?? 0) + n);
  };
  for (const site of atlas.sites) {
    add(site.subject, 1);
    add(atlas.general, site.directoryPages);
    for (const section of site.sections) add(section.subject, section.count + hubPages(section));
  }
  return counts;
}

function response(status: number, type: string, body: string): DemoResponse {
  return { kind: 'response', status, headers: [['content-type', type]], body: Buffer.from(body), delayMs: 0 };
}

function whole(name: string, value: number, low: number, high: number): number {
  if (Number.isInteger(value) && value >= low && value <= high) return value;
  throw new ForageError('USAGE', `${name} is ${value}: give a whole number from ${low} to ${high}.`);
}

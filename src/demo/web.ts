/**
 * The demonstration web: generated, the same for the same seed, and with a known subject for every page, so that the
 * true harvest rate of a crawl can be measured. It has at least the requested number of pages and hosts, and an answer
 * depends only on the request and its time (except for rate-limited hosts).
 */
import { ForageError } from '../errors.ts';
import { splitAddress } from './address.ts';
import type { Place } from './addresses.ts';
import { addressOf, placeAt } from './addresses.ts';
import type { Atlas } from './atlas.ts';
import { drawAtlas } from './atlas.ts';
import { pack } from './codings.ts';
import { deliver } from './delivery.ts';
import { undress } from './dressing.ts';
import { countPlaces, labelOf } from './labels.ts';
import { Limiter } from './limiter.ts';
import { oddAnswer } from './oddities/all.ts';
import type { Copy } from './oddities/copies.ts';
import { originalOf } from './oddities/copies.ts';
import type { Visit } from './oddities/oddity.ts';
import { notFound } from './oddities/soft-404.ts';
import { PICTURE } from './oddities/wrong-types.ts';
import { PageCache } from './page-cache.ts';
import type { DemoAnswer, DemoResponse } from './response.ts';
import { respond, text } from './response.ts';
import { robotsAnswer } from './robots.ts';
import { sitemapAnswer } from './sitemaps.ts';
import type { Site } from './sites.ts';
import type { DemoTopic } from './topics.ts';
import { topicsOf } from './topics.ts';

export interface DemoOptions {
  /** Content pages; home pages, hubs and directories are added to these. Default 30,000. */
  pages?: number;
  /** Default 480. */
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

export interface DemoWeb {
  answer(request: DemoRequest): DemoAnswer;
  readonly topics: DemoTopic[];
  /** The true label of a page's URL, copies included; undefined for anything that is not a page. */
  subjectOf(url: string): string | undefined;
  /** The canonical URL of the page at this URL: copies, mirrors and session ids resolved. */
  canonicalOf(url: string): string | undefined;
  isRelevant(url: string, topic: string): boolean;
  /** Pages of the topic's subject that a polite crawler may fetch, each counted once. */
  relevantCount(topic: string): number;
  /** False for names that do not resolve. */
  resolves(host: string): boolean;
  /** Total pages: content, home pages, hubs and directories, each counted once. */
  readonly size: number;
  /** Host names with pages; links also lead to dead hosts. */
  readonly hosts: readonly string[];
  /** The data the web was generated from, for inspection. */
  readonly atlas: Atlas;
}

export function createDemoWeb(options: DemoOptions = {}): DemoWeb {
  const pages = whole('pages', options.pages ?? 30_000, 500, 4_000_000);
  const hosts = whole('hosts', options.hosts ?? Math.min(480, Math.floor(pages / 20)), 20, 60_000);
  return new GeneratedWeb(drawAtlas(pages, hosts, whole('seed', options.seed ?? 1, 0, 2 ** 32 - 1)));
}

const CACHE_BYTES = 16 * 2 ** 20;

class GeneratedWeb implements DemoWeb {
  readonly atlas: Atlas;
  readonly size: number;
  readonly hosts: readonly string[];
  readonly #relevant: Map<string, number>;
  readonly #limiter = new Limiter();
  readonly #cache = new PageCache(CACHE_BYTES);
  #topics: DemoTopic[] | undefined;

  constructor(atlas: Atlas) {
    this.atlas = atlas;
    this.hosts = [...atlas.sites.map(({ host }) => host), ...atlas.outskirts.mirrorHosts];
    const { size, relevant } = countPlaces(atlas);
    this.size = size;
    this.#relevant = relevant;
  }

  get topics(): DemoTopic[] {
    this.#topics ??= topicsOf(this.atlas);
    return this.#topics;
  }

  answer(request: DemoRequest): DemoAnswer {
    const address = splitAddress(request.url);
    const site = address === undefined ? undefined : this.#siteOf(address.host);
    if (address === undefined || site === undefined) return this.#deadAnswer(address?.host ?? '');
    const retryAfter = this.#limiter.retryAfter(site, request.now);
    if (retryAfter !== undefined) {
      return respond(429, 'text/plain', 'Too many requests\n', [['retry-after', String(retryAfter)]]);
    }
    const headers = request.headers ?? {};
    const accepted = String(headers['accept-encoding'] ?? '');
    const key = `${accepted} ${address.host}${address.path}`;
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    const { path, copy } = originalOf(site, undress(address.path));
    const answer = pageAnswer({ atlas: this.atlas, site, path, headers, now: request.now }, copy);
    if (answer.kind !== 'response') return answer;
    const packed = {
      ...pack(answer, site.manners.coding, accepted),
      delayMs: answer.delayMs + site.manners.slowMs,
    };
    if (site.manners.session === 'none') this.#cache.set(key, packed);
    return packed;
  }

  subjectOf(url: string): string | undefined {
    const place = this.#locate(url);
    return place === undefined ? undefined : this.atlas.subjects[labelOf(this.atlas, place)]!.name;
  }

  canonicalOf(url: string): string | undefined {
    const place = this.#locate(url);
    return place === undefined ? undefined : addressOf(this.atlas, place);
  }

  isRelevant(url: string, topic: string): boolean {
    return this.subjectOf(url) === topic;
  }

  relevantCount(topic: string): number {
    return this.#relevant.get(topic) ?? 0;
  }

  resolves(host: string): boolean {
    if (this.#siteOf(host) !== undefined) return true;
    const fate = this.atlas.outskirts.dead.get(host);
    return fate !== undefined && fate !== 'unresolved';
  }

  #siteOf(host: string): Site | undefined {
    return this.atlas.siteOfHost.get(host) ?? this.atlas.outskirts.mirrors.get(host);
  }

  #locate(url: string): Place | undefined {
    const address = splitAddress(url);
    const site = address === undefined ? undefined : this.#siteOf(address.host);
    if (address === undefined || site === undefined) return undefined;
    return placeAt(this.atlas, site, originalOf(site, undress(address.path)).path);
  }

  #deadAnswer(host: string): DemoAnswer {
    switch (this.atlas.outskirts.dead.get(host)) {
      case 'unavailable':
        return text('Service unavailable\n', 503);
      case 'hang':
        return { kind: 'hang' };
      default:
        return { kind: 'close', delayMs: 0 };
    }
  }
}

function pageAnswer(visit: Visit, copy: Copy | undefined): DemoAnswer {
  const { atlas, site, path } = visit;
  const place = placeAt(atlas, site, path);
  if (place !== undefined) return deliver(visit, place, copy);
  return (
    robotsAnswer(site, path) ??
    sitemapAnswer(atlas, site, path) ??
    pictureAnswer(path) ??
    oddAnswer(visit) ??
    notFound(visit)
  );
}

function pictureAnswer(path: string): DemoResponse | undefined {
  return path === '/pictures/small.png' || path === '/favicon.ico'
    ? respond(200, 'image/png', PICTURE)
    : undefined;
}

function whole(name: string, value: number, low: number, high: number): number {
  if (Number.isInteger(value) && value >= low && value <= high) return value;
  throw new ForageError('USAGE', `${name} is ${value}: use a whole number from ${low} to ${high}.`);
}

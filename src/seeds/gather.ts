/**
 * Asks sources for entries: all at the same time, each one query after the other. A source that fails is left out from
 * then on, with what it brought so far kept and the reason noted.
 */
import { ForageError } from '../errors.ts';
import type { Definition } from '../plugin/define.ts';
import type { Topic } from '../topic/topic.ts';
import { type Asker, createAsker } from './asking.ts';
import type { Likeness } from './likeness.ts';
import type { Entries, FoundSeed, SeedFinder } from './source.ts';
import type { Union } from './union.ts';

export interface ChosenSource {
  /** Shown to the user; sources of one kind differ in it. */
  name: string;
  definition: Definition<'seed source'>;
  settings: Record<string, unknown>;
}

export interface SourceReport {
  name: string;
  kind: string;
  lists: number;
  entries: number;
  /** Pages that no list had before. */
  newPages: number;
  requests: number;
  /** Why it was left out from then on. */
  failed?: string | undefined;
}

export type Http = Parameters<typeof createAsker>[1];

export class OpenSource {
  readonly report: SourceReport;
  readonly #finder: SeedFinder;
  readonly #asker: Asker | undefined;
  readonly #lists = new Set<string>();
  readonly #come: { found: FoundSeed; list: string; place: number }[] = [];

  /** Throws if its settings cannot work: a missing file, a missing key. */
  static async open(
    { name, definition, settings }: ChosenSource,
    given: { topic: Topic; likeness: Likeness; http: Http; tell(message: string): void },
  ): Promise<OpenSource> {
    const requests = definition.asks?.(settings);
    const asker =
      requests !== undefined && requests.servers.length > 0
        ? await createAsker(requests, given.http)
        : undefined;
    const ask = async (url: string): Promise<string> => {
      if (asker === undefined)
        throw new ForageError('PLUGIN_INVALID', `The source "${name}" names no server.`);
      return asker.ask(url);
    };
    try {
      const { topic, likeness, tell } = given;
      const finder = await definition.open({ topic, settings, likeness, ask, tell });
      return new OpenSource(name, definition.name, finder, asker);
    } catch (error) {
      await asker?.close();
      throw error;
    }
  }

  constructor(name: string, kind: string, finder: SeedFinder, asker: Asker | undefined) {
    this.report = { name, kind, lists: 0, entries: 0, newPages: 0, requests: 0 };
    this.#finder = finder;
    this.#asker = asker;
  }

  get searches(): boolean {
    return this.#finder.search !== undefined;
  }

  async list(): Promise<void> {
    const { list } = this.#finder;
    if (list !== undefined) await this.#take(() => list.call(this.#finder), 'all');
  }

  async search(queries: readonly string[], limit: number): Promise<void> {
    const { search } = this.#finder;
    if (search === undefined) return;
    for (const query of queries) await this.#take(() => search.call(this.#finder, query, limit), query);
  }

  async others(limit: number): Promise<void> {
    const { others } = this.#finder;
    if (others !== undefined) await this.#take(() => others.call(this.#finder, limit), 'other pages');
  }

  /** Hands over what has come. Sources answer in any order; this is done in theirs, so that the result is the same. */
  deliver(into: Union): void {
    for (const { found, list, place } of this.#come.splice(0))
      if (into.add(found, list, place)) this.report.newPages++;
  }

  async close(): Promise<void> {
    await this.#finder.close?.();
    await this.#asker?.close();
  }

  async #take(entries: () => Entries, otherwise: string): Promise<void> {
    if (this.report.failed !== undefined) return;
    const places = new Map<string, number>();
    try {
      for await (const found of entries()) {
        const list = `${this.report.name}: ${found.list ?? otherwise}`;
        const place = (places.get(list) ?? 0) + 1;
        places.set(list, place);
        this.#lists.add(list);
        this.report.entries++;
        this.#come.push({ found, list, place });
      }
    } catch (error) {
      this.report.failed = (error as Error).message.replace(/\.$/, '');
    }
    this.report.lists = this.#lists.size;
    this.report.requests = this.#asker?.requests ?? 0;
  }
}

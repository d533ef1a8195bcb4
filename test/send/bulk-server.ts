/**
 * The bulk interface of OpenSearch as its reference documents it: lines of JSON that end with a newline, an answer for
 * each, versions of kind `external_gte` (a document with a lower version than the stored one is a conflict, 409).
 */
import type { ServerResponse } from 'node:http';
import { type Asked, takingServer } from './sent-crawl.ts';

interface Stored {
  version: number;
  /** How often it was written. */
  writes: number;
  /** Undefined if it was deleted: its version stays. */
  document: Record<string, unknown> | undefined;
}

interface Action {
  _index: string;
  _id: string;
  version: number;
  version_type: string;
}

type Fate = number | 'lose' | { status: number; headers: Record<string, string> };

export class BulkServer {
  url = '';
  requests = 0;
  readonly stored = new Map<string, Stored>();
  /** What becomes of a request as a whole, by its number; 200 unless it says otherwise. */
  fateOf: (request: number) => Fate = () => 200;
  /** What becomes of a document: a status other than that of the store. */
  statusOf: (id: string, document: Record<string, unknown> | undefined) => number | undefined = () =>
    undefined;

  async start(): Promise<this> {
    this.url = await takingServer((asked, response) => this.#answer(asked, response));
    return this;
  }

  documents(): Record<string, unknown>[] {
    return [...this.stored.values()].flatMap(({ document }) => (document === undefined ? [] : [document]));
  }

  #answer(asked: Asked, response: ServerResponse): void {
    const fate = this.fateOf(++this.requests);
    if (fate === 'lose') return void response.destroy();
    const { status, headers = {} } = typeof fate === 'number' ? { status: fate } : fate;
    if (status !== 200) return void response.writeHead(status, headers).end('{"error":"not now"}');
    const text = String(asked.body);
    const isBulk = asked.method === 'POST' && asked.path === '/_bulk';
    if (!isBulk || asked.headers['content-type'] !== 'application/x-ndjson' || !text.endsWith('\n'))
      return void response.writeHead(400).end('not a bulk request');
    const lines = text
      .slice(0, -1)
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const items: object[] = [];
    while (lines.length > 0) {
      const [[kind, about]] = Object.entries(lines.shift()!) as [[string, Action]];
      items.push({ [kind]: this.#apply(kind, about, kind === 'delete' ? undefined : lines.shift()) });
    }
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ errors: true, items }));
  }

  #apply(kind: string, { _id, version, version_type }: Action, document?: Record<string, unknown>): object {
    const status = this.statusOf(_id, document);
    if (status !== undefined)
      return { _id, status, error: { type: 'some_exception', reason: `status ${status}` } };
    const before = this.stored.get(_id);
    if (version_type !== 'external_gte' || (before !== undefined && version < before.version))
      return { _id, status: 409, error: { type: 'version_conflict_engine_exception', reason: 'conflict' } };
    this.stored.set(_id, { version, document, writes: (before?.writes ?? 0) + 1 });
    return { _id, status: kind === 'delete' && before === undefined ? 404 : 200 };
  }
}

/** A crawl's folder with pages of known contents, which can grow while it is being sent; and servers that take pages. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { type CrawlDatabase, openDatabase } from '../../src/archive/database.ts';
import type { Arrival, NewPage } from '../../src/archive/records.ts';
import { SqliteCatalogue } from '../../src/archive/sqlite-catalogue.ts';
import { createFolder, databasePath } from '../../src/crawl/folder.ts';
import { settingsSchema } from '../../src/crawl/settings.ts';
import { parseTopic } from '../../src/topic/load.ts';
import { newFolder } from '../crawl/small-web.ts';

export const urlOf = (n: number): string => `http://example.org/${n}`;
export const FETCHED_AT = Date.UTC(2026, 0, 1);

export class SentCrawl {
  readonly path = join(newFolder(), 'owls');
  readonly db: CrawlDatabase;
  readonly catalogue: SqliteCatalogue;

  constructor() {
    createFolder(this.path, parseTopic('name: owls\nkeywords: [owl]'), settingsSchema.parse({}));
    this.db = openDatabase(databasePath(this.path));
    this.catalogue = new SqliteCatalogue(this.db);
    this.catalogue.meta.set('startedAt', 1_700_000_000_000);
    this.db.commit();
    open.push(this);
  }

  /** Commits page `n`, or what it became; every third page is relevant. */
  visit(n: number, given: Partial<NewPage> = {}, arrival: Arrival = {}): void {
    const { id } = this.catalogue.savePage(
      {
        link: n,
        url: urlOf(n),
        host: 'example.org',
        outcome: 'page',
        status: 200,
        fetchedAt: FETCHED_AT + n,
        title: `Page ${n}`,
        kind: 'html',
        score: n / 1000,
        relevant: n % 3 === 0,
        depth: 0,
        ...given,
      },
      arrival,
    );
    this.catalogue.saveText(id, `Page ${n}`, `Text ${n}${arrival.change === 'changed' ? ', changed' : ''}.`);
    this.db.commit();
  }

  visits(count: number, first = 1): this {
    for (let n = first; n < first + count; n++) this.visit(n);
    return this;
  }
}

const open: SentCrawl[] = [];
const servers: Server[] = [];

afterEach(() => {
  for (const { db } of open.splice(0)) if (db.sql.isOpen) db.close();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

export interface Asked {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** A server that hands over every request whole. */
export async function takingServer(
  answer: (asked: Asked, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method = '', url: path = '', headers } = request;
    answer({ method, path, headers, body: Buffer.concat(pieces) }, response);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

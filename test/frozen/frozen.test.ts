import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type FrozenOptions, type FrozenWeb, openFrozenWeb } from '../../src/frozen/frozen.ts';
import { encodeResponse, encodeRevisit, newRecordId, payloadDigest } from '../../src/warc/encode.ts';
import type { Answered } from '../../src/web/web.ts';

interface Recording {
  url: string;
  body?: string | Buffer;
  status?: number;
  headers?: [string, string][];
}

function recorded({ url, body = `page at ${url}`, status = 200, headers = [] }: Recording): Answered {
  const wire = Buffer.from(body);
  const type: [string, string] = ['Content-Type', 'text/html'];
  return {
    ok: true,
    url,
    startedAt: 0,
    durationMs: 0,
    status,
    statusText: 'recorded',
    headers: [type, ...headers],
    requestHeaders: [],
    wire,
    body: wire,
  };
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'forage-frozen-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function open(paths: string[], options: FrozenOptions = {}): Promise<FrozenWeb> {
  const web = await openFrozenWeb(paths, { cache: false, ...options });
  onTestFinished(() => web.close());
  return web;
}

async function frozen(recordings: Recording[], options: FrozenOptions = {}): Promise<FrozenWeb> {
  const path = join(folder(), 'web.warc.gz');
  writeFileSync(
    path,
    Buffer.concat(recordings.map((recording) => encodeResponse({ answer: recorded(recording) }))),
  );
  return open([path], options);
}

async function textAt(web: FrozenWeb, url: string): Promise<string> {
  const fetched = await web.fetch({ url });
  return fetched.ok ? Buffer.from(fetched.body).toString() : fetched.reason;
}

describe('a recorded address', () => {
  test('answers with its status, headers and bytes', async () => {
    const web = await frozen([{ url: 'https://a.example/x?y=1', status: 404, headers: [['X-A', 'b']] }]);
    const fetched = await web.fetch({ url: 'https://a.example/x?y=1' });
    expect(fetched).toMatchObject({
      ok: true,
      status: 404,
      statusText: 'recorded',
      url: 'https://a.example/x?y=1',
    });
    if (!fetched.ok) return;
    expect(fetched.headers).toEqual([
      ['Content-Type', 'text/html'],
      ['X-A', 'b'],
    ]);
    expect(Buffer.from(fetched.body).toString()).toBe('page at https://a.example/x?y=1');
    expect(fetched.wire).toBe(fetched.body);
  });

  test('redirects where a redirect was recorded', async () => {
    const web = await frozen([{ url: 'http://a.example/', status: 301, headers: [['Location', '/new']] }]);
    const fetched = await web.fetch({ url: 'http://a.example/' });
    expect(fetched).toMatchObject({ ok: true, status: 301 });
    expect(fetched.ok && fetched.headers).toContainEqual(['Location', '/new']);
  });

  test('is found regardless of the recorded percent-encoding', async () => {
    const web = await frozen([{ url: 'HTTP://A.example:80/%7euser/a b', body: 'found' }]);
    expect(await textAt(web, 'http://a.example/~user/a%20b')).toBe('found');
  });

  test('with a session id is found with and without it', async () => {
    const web = await frozen([{ url: 'http://a.example/x?PHPSESSID=abc123&p=1', body: 'found' }]);
    expect(await textAt(web, 'http://a.example/x?p=1')).toBe('found');
    expect(await textAt(web, 'http://a.example/x?PHPSESSID=abc123&p=1')).toBe('found');
  });

  test('with several records answers with the first 2xx', async () => {
    const url = 'http://a.example/';
    const web = await frozen([
      { url, status: 503, body: 'down' },
      { url, body: 'first' },
      { url, body: 'second' },
    ]);
    expect(await textAt(web, url)).toBe('first');
    expect(web.size).toBe(1);
  });

  test('returns bytes that can be transferred to a worker', async () => {
    const web = await frozen([{ url: 'http://a.example/', body: 'small' }]);
    const fetched = await web.fetch({ url: 'http://a.example/' });
    if (!fetched.ok) throw new Error(fetched.detail);
    const moved = structuredClone(fetched.body, { transfer: [fetched.body.buffer as ArrayBuffer] });
    expect(Buffer.from(moved).toString()).toBe('small');
    expect(await textAt(web, 'http://a.example/')).toBe('small');
  });
});

describe('a URL that is not recorded', () => {
  test('fails and says that it is not in the web', async () => {
    const web = await frozen([{ url: 'http://a.example/' }]);
    expect(await web.fetch({ url: 'http://a.example/other' })).toMatchObject({
      ok: false,
      reason: 'not-in-web',
      mayPass: false,
    });
  });

  test.each([
    ['https://a.example/x', 'http://a.example/x'],
    ['http://a.example/x/', 'http://a.example/x'],
    ['http://a.example/x', 'http://a.example/x/'],
    ['http://a.example/x/', 'https://a.example/x/index.html'],
    ['http://a.example/', 'http://a.example/index.htm'],
    ['http://a.example/x/index.html', 'http://a.example/x/'],
    ['http://a.example/x/index.htm', 'http://a.example/x'],
    ['http://a.example/index.html', 'https://a.example/'],
    ['http://a.example/x?q=1', 'https://a.example/x/?q=1'],
  ])('%s answers with its variant %s', async (asked, there) => {
    const web = await frozen([{ url: there, body: 'twin' }]);
    expect(await textAt(web, asked)).toBe('twin');
    expect(web.status(asked)).toBe(200);
  });

  test('prefers the other scheme to the other slash, and that to index.html', async () => {
    const near = { url: 'http://a.example/x', body: 'scheme' };
    const far = { url: 'https://a.example/x/', body: 'slash' };
    const farthest = { url: 'https://a.example/x/index.html', body: 'index' };
    expect(await textAt(await frozen([farthest, far, near]), 'https://a.example/x')).toBe('scheme');
    expect(await textAt(await frozen([farthest, far]), 'https://a.example/x')).toBe('slash');
  });

  test('does not answer with a variant that only redirects to it', async () => {
    const url = 'http://a.example/x';
    const web = await frozen([{ url, status: 301, headers: [['Location', 'https://a.example/x']] }]);
    expect(await textAt(web, 'https://a.example/x')).toBe('not-in-web');
    expect((await web.fetch({ url })).ok).toBe(true);
  });
});

describe('content codings and limits', () => {
  test('the body is unpacked and the wire is as it came', async () => {
    const wire = brotliCompressSync('plain words');
    const web = await frozen([
      { url: 'http://a.example/', body: wire, headers: [['Content-Encoding', 'br']] },
    ]);
    const fetched = await web.fetch({ url: 'http://a.example/' });
    if (!fetched.ok) throw new Error(fetched.detail);
    expect(Buffer.from(fetched.body).toString()).toBe('plain words');
    expect(Buffer.from(fetched.wire)).toEqual(wire);
  });

  test('a body beyond the limit of the web or of the request is cut and says so', async () => {
    const web = await frozen([{ url: 'http://a.example/', body: 'x'.repeat(5000) }], { maxBytes: 3000 });
    const byWeb = await web.fetch({ url: 'http://a.example/' });
    expect(byWeb).toMatchObject({ ok: true, truncated: 'length' });
    expect(byWeb.ok && byWeb.body.length).toBe(3000);
    const byRequest = await web.fetch({ url: 'http://a.example/', maxBytes: 10 });
    expect(byRequest.ok && byRequest.body.length).toBe(10);
    const whole = await web.fetch({ url: 'http://a.example/', maxBytes: 5000 });
    expect(whole.ok && whole.truncated).toBeUndefined();
  });

  test('a body of 20 MB is cut at the limit whether its record compresses well or not', async () => {
    const even = Buffer.alloc(20_000_000, 'a');
    const web = await frozen([{ url: 'http://a.example/', body: even }], { maxBytes: 1_000_000 });
    const fetched = await web.fetch({ url: 'http://a.example/' });
    expect(fetched.ok && [fetched.body.length, fetched.truncated]).toEqual([1_000_000, 'length']);
  });

  test('a body that unpacks to more than the limit is refused by name', async () => {
    const body = gzipSync(Buffer.alloc(1_000_000));
    const web = await frozen([{ url: 'http://a.example/', body, headers: [['Content-Encoding', 'gzip']] }], {
      maxUnpackedBytes: 100_000,
    });
    expect(await textAt(web, 'http://a.example/')).toBe('unpacked-too-large');
  });

  test('an aborted request is not answered', async () => {
    const web = await frozen([{ url: 'http://a.example/' }]);
    const fetched = await web.fetch({ url: 'http://a.example/', signal: AbortSignal.abort() });
    expect(fetched).toMatchObject({ ok: false, reason: 'aborted' });
  });
});

describe('revisits', () => {
  const original = recorded({ url: 'http://a.example/', body: 'the payload' });
  const recordId = newRecordId();
  const digest = payloadDigest(original.wire);
  const revisit = (refersTo: { recordId: string; url: string; startedAt: number }) =>
    encodeRevisit({
      answer: { ...recorded({ url: 'http://b.example/', body: 'the payload', headers: [['X-Own', 'yes']] }) },
      payloadDigest: digest,
      refersTo,
    });

  test.each([
    ['its id', { recordId, url: 'http://nowhere.example/', startedAt: 0 }],
    ['its digest', { recordId: newRecordId(), url: 'http://nowhere.example/', startedAt: 0 }],
  ])(
    'answer with their own head and the payload of the record found by %s, in another file too',
    async (_, refersTo) => {
      const path = folder();
      writeFileSync(join(path, '1.warc.gz'), revisit(refersTo));
      writeFileSync(join(path, '2.warc.gz'), encodeResponse({ answer: original, recordId }));
      const web = await open([path]);
      const fetched = await web.fetch({ url: 'http://b.example/' });
      expect(fetched.ok && Buffer.from(fetched.body).toString()).toBe('the payload');
      expect(fetched.ok && fetched.headers).toContainEqual(['X-Own', 'yes']);
    },
  );

  test('without an original fail and say so', async () => {
    const path = join(folder(), 'web.warc.gz');
    writeFileSync(path, revisit({ recordId, url: 'http://a.example/', startedAt: 0 }));
    expect(await (await open([path])).fetch({ url: 'http://b.example/' })).toMatchObject({
      ok: false,
      reason: 'not-in-web',
      detail: expect.stringContaining('refers to'),
    });
  });
});

describe('opening', () => {
  test('accepts the folder of a crawl, with the files in order', async () => {
    const crawl = folder();
    mkdirSync(join(crawl, 'archive'));
    for (const [file, url] of [
      ['crawl-00002.warc.gz', 'http://b.example/'],
      ['crawl-00001.warc.gz', 'http://a.example/'],
    ] as const) {
      writeFileSync(join(crawl, 'archive', file), encodeResponse({ answer: recorded({ url }) }));
    }
    const web = await open([crawl]);
    expect([...web.urls()]).toEqual(['http://a.example/', 'http://b.example/']);
    expect(web.size).toBe(2);
  });

  test('of a truncated file reports the damage and answers from the rest', async () => {
    const path = join(folder(), 'web.warc.gz');
    const members = ['http://a.example/', 'http://b.example/'].map((url) =>
      encodeResponse({ answer: recorded({ url, body: 'x' }) }),
    );
    writeFileSync(path, Buffer.concat(members).subarray(0, -12));
    const web = await open([path]);
    expect(web.damage).toHaveLength(1);
    expect(await textAt(web, 'http://a.example/')).toBe('x');
    expect(await textAt(web, 'http://b.example/')).toBe('not-in-web');
  });

  test('refuses missing paths and folders without WARC files, by name', async () => {
    const empty = folder();
    await expect(openFrozenWeb([join(empty, 'missing')])).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    await expect(openFrozenWeb([empty])).rejects.toMatchObject({ code: 'WARC_INVALID' });
  });

  test('a file that was overwritten after it was opened gives a failure, not a crash', async () => {
    const path = join(folder(), 'web.warc.gz');
    writeFileSync(path, encodeResponse({ answer: recorded({ url: 'http://a.example/' }) }));
    const web = await open([path]);
    writeFileSync(path, Buffer.alloc(2000, 7));
    expect(await textAt(web, 'http://a.example/')).toBe('bad-response');
  });
});

/** The interface for programs, over a finished crawl of sixty pages: every third is about comets, which the test wrote. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/archive/database.ts';
import { commands } from '../../src/cli/commands.ts';
import { createFolder, databasePath } from '../../src/crawl/folder.ts';
import { settingsSchema } from '../../src/crawl/settings.ts';
import { crawl } from '../../src/crawl/start.ts';
import { routes } from '../../src/desk/desk.ts';
import { problemSchema } from '../../src/desk/openapi.ts';
import { topicSchema } from '../../src/topic/topic.ts';
import { removeFolders } from '../crawl/small-web.ts';
import { deskFixture, type Fixture } from './fixture.ts';

let on: Fixture;
beforeAll(async () => {
  on = await deskFixture();
});
afterAll(async () => {
  await on.close();
  removeFolders();
});

interface Listed {
  items: { id: number; url: string; relevant: boolean; score: number; label?: string; snippet?: string }[];
  next?: string;
  total?: number;
}

it('the root lists every address of the interface, and the description has the same', async () => {
  const { routes: listed } = await on.json<{ routes: { method: string; path: string }[] }>('/api/v1');
  const { paths, openapi } = await on.json<{ paths: Record<string, object>; openapi: string }>(
    '/api/v1/openapi.json',
  );
  expect(openapi).toBe('3.1.0');
  expect(listed.length).toBeGreaterThan(20);
  for (const { method, path } of listed) expect(paths[path], path).toHaveProperty(method.toLowerCase());
});

it('every address without a body answers as it is described', async () => {
  const page = (await on.json<Listed>('/api/v1/crawls/comets/pages?limit=1')).items[0]!.id;
  for (const { method, path, answer } of routes) {
    if (method !== 'GET' || !path.startsWith('/api/') || answer === undefined) continue;
    const real = path
      .replace('{crawl}', 'comets')
      .replace('{page}', String(page))
      .replace('{host}', 'sky.test');
    if (['/api/v1/compare', '/api/v1/search'].includes(path) || /\{(document|job)\}/.test(path)) continue;
    const said = answer.safeParse(await on.json(real));
    expect(said.error?.issues ?? [], path).toEqual([]);
  }
  expect(on.faults).toEqual([]);
});

it('a crawl stands in the list with its counts, and its status says what the command line says', async () => {
  const { items } = await on.json<{ items: Record<string, unknown>[] }>('/api/v1/crawls');
  expect(items).toMatchObject([{ id: 'comets', title: 'Comets', state: 'stopped', pages: 60, relevant: 20 }]);
  const live = await on.json<{ stateSentence: string; found: string; answers: { sentence: string }[] }>(
    '/api/v1/crawls/comets',
  );
  const forage = fileURLToPath(new URL('../../bin/forage.js', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [
    forage,
    'status',
    join(on.folder, 'comets'),
  ]);
  expect(stdout).toContain(live.stateSentence);
  expect(stdout).toContain(live.found);
  expect(live.answers.map(({ sentence }) => sentence).every((one) => one.endsWith('.'))).toBe(true);
});

it('cursors give every page once, in order, whatever the size of a screen', async () => {
  for (const sort of ['newest', 'best', 'border']) {
    const seen: number[] = [];
    let next: string | undefined;
    do {
      const list: Listed = await on.json(
        `/api/v1/crawls/comets/pages?sort=${sort}&limit=7${next ? `&cursor=${next}` : ''}`,
      );
      expect(list.total).toBe(60);
      seen.push(...list.items.map(({ id }) => id));
      next = list.next;
    } while (next !== undefined);
    expect(seen.length).toBe(60);
    expect(new Set(seen).size).toBe(60);
  }
  const { items } = await on.json<Listed>('/api/v1/crawls/comets/pages?sort=best&limit=60');
  const scores = items.map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
});

it('filters and a search choose the pages that the web has', async () => {
  const relevant = await on.json<Listed>('/api/v1/crawls/comets/pages?is=relevant&limit=100');
  // Every third of sixty pages is about comets, all on sky.test.
  expect(relevant.total).toBe(20);
  expect(new Set(relevant.items.map(({ url }) => new URL(url).host))).toEqual(new Set(['sky.test']));
  expect((await on.json<Listed>('/api/v1/crawls/comets/pages?is=not&site=lab.test')).total).toBe(20);
  const found = await on.json<Listed>('/api/v1/crawls/comets/pages?q=comet&limit=30');
  expect(found.items.length).toBe(20);
  expect(found.items[0]!.snippet).toMatch(/«comet»/);
  expect((await on.json<Listed>('/api/v1/crawls/comets/pages?q=parcel&is=relevant')).items).toEqual([]);
});

it('a page tells the words that counted, the path to it and the fate of every link', async () => {
  const { items } = await on.json<Listed>('/api/v1/crawls/comets/pages?is=relevant&sort=oldest&limit=3');
  const page = items.find(({ url }) => url.endsWith('/3')) ?? items[1]!;
  const story = await on.json<{
    words: { word: string; times: number; value: number }[];
    text: { text: string; counts?: string }[];
    path: { url: string; isSeed: boolean }[];
    links: { url: string; fate: string }[];
    visits: unknown[];
  }>(`/api/v1/crawls/comets/pages/${page.id}`);
  const comet = story.words.find(({ word }) => word === 'comet')!;
  const marked = story.text.filter(({ text, counts }) => counts === 'for' && text.toLowerCase() === 'comet');
  expect(marked.length).toBe(comet.times);
  expect(story.path[0]).toMatchObject({ url: 'http://sky.test/0', isSeed: true });
  expect(story.path.at(-1)!.url).toBe(page.url);
  expect(story.links.find(({ url }) => url.includes('/private/'))!.fate).toMatch(/robots\.txt/);
  expect(story.visits.length).toBe(1);
});

it("the judge gives a page's own HTML the score that the crawl gave it", async () => {
  const { items } = await on.json<Listed>('/api/v1/crawls/comets/pages?is=relevant&sort=best&limit=1');
  const { url, score } = items[0]!;
  const html = await served(url);
  const said = await on.json<{ score: number; relevant: boolean }>('/api/v1/crawls/comets/classify', {
    method: 'POST',
    body: { html, url },
  });
  expect(said.score).toBeCloseTo(score, 10);
  expect(said.relevant).toBe(true);
  const other = await on.json<{ relevant: boolean }>('/api/v1/crawls/comets/classify', {
    method: 'POST',
    body: { text: 'parcel invoice parcel' },
  });
  expect(other.relevant).toBe(false);
});

/** `fetch` may not set a Host. */
function served(url: string): Promise<string> {
  const { host, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ port: on.web.port, host: '127.0.0.1', path: pathname, headers: { host } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });
}

it('labels are kept, a later one replaces the earlier, and labelled pages leave the queue', async () => {
  type Drawn = { drawn: string; isBlind: boolean; pages: { id: number }[] };
  const queue = await on.json<Drawn>('/api/v1/crawls/comets/queue?queue=random&limit=12');
  expect(queue).toMatchObject({ drawn: 'called', isBlind: true });
  const labelPage = async (): Promise<string> => (await on.ask('/c/comets/label')).text();
  expect(await labelPage()).toContain('10 answers at random, yes or no, will do.');
  const [first, ...rest] = queue.pages.map(({ id }) => id);
  const send = (labels: object[]) =>
    on.json('/api/v1/crawls/comets/labels', { method: 'POST', body: { labels } });
  await send([{ page: first, label: 'unsure', drawn: 'called', by: 'ann' }]);
  await send(
    [first!, ...rest].map((page, i) => ({
      page,
      label: i === 11 ? 'not-relevant' : 'relevant',
      drawn: 'called',
      by: 'ann',
    })),
  );
  const { items } = await on.json<{ items: { page: number; label: string }[] }>(
    '/api/v1/crawls/comets/labels',
  );
  expect(items.filter(({ page }) => page === first)).toMatchObject([{ label: 'relevant' }]);
  const left = await on.json<Drawn>('/api/v1/crawls/comets/queue?queue=random&limit=50');
  expect(left.pages.map(({ id }) => id)).not.toContain(first);
  const { precision } = await on.json<{ precision: { checked: number; share: number } }>(
    '/api/v1/crawls/comets/precision',
  );
  expect(precision.checked).toBe(12);
  // 11 of the 12 that were asked about.
  expect(precision.share).toBeCloseTo(11 / 12, 1);
  expect(await labelPage()).not.toContain('answers at random');
});

it('another threshold says how many pages change sides before anything changes', async () => {
  const { items } = await on.json<Listed>('/api/v1/crawls/comets/pages?sort=best&limit=60');
  const tenth = items[9]!.score;
  const { effect, threshold } = await on.json<{
    threshold: number;
    effect: { called: { before: number; after: number }; examples: unknown[] };
  }>(`/api/v1/crawls/comets/scores?threshold=${tenth}`);
  const above = items.filter(({ score }) => score >= tenth).length;
  expect(effect.called.after).toBe(above);
  expect(threshold).toBeLessThan(tenth);
  expect(effect.examples.length).toBeGreaterThan(0);
});

it('events come once each, in order, and a client that was cut off goes on with Last-Event-ID', async () => {
  const all = await events('/api/v1/crawls/comets/events?only=visit', {}, 60);
  expect(all.map(({ id }) => id)).toEqual([...all.map(({ id }) => id)].sort((a, b) => a - b));
  expect(new Set(all.map(({ id }) => id)).size).toBe(60);
  const later = await events(
    '/api/v1/crawls/comets/events?only=visit',
    { 'last-event-id': String(all[39]!.id) },
    20,
  );
  expect(later).toEqual(all.slice(40));
  const [status] = await events('/api/v1/crawls/comets/events?only=status', {}, 1);
  expect(status!.data).toMatchObject({ state: 'stopped', figures: { pages: 60 } });
});

async function events(
  path: string,
  headers: Record<string, string>,
  most: number,
): Promise<{ id: number; data: object }[]> {
  const response = await on.ask(path, { headers });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const seen: { id: number; data: object }[] = [];
  let text = '';
  for await (const part of response.body!) {
    text += Buffer.from(part).toString('utf8');
    const blocks = text.split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined)
        seen.push({ id: Number(/^id: (\d+)$/m.exec(block)?.[1]), data: JSON.parse(data) as object });
    }
    if (seen.length >= most) break;
  }
  return seen.slice(0, most);
}

it('the effect of a threshold is a range if scores are from earlier versions, and what comes of it is in it', async () => {
  interface Effect {
    effect: { called: { before: number; least: number; most: number }; sentence: string };
  }
  // The usual recipe learns from its first pages.
  const out = join(on.folder, 'learnt');
  const topic = { name: 'learnt', keywords: ['comet', 'tail'], seeds: ['http://sky.test/0'] };
  await crawl({ topic, out, settings: { ...on.web.settings, concurrency: 1 } }).finished;
  const { version } = await on.json<{ version: number }>('/api/v1/crawls/learnt');
  const { items } = await on.json<Listed>('/api/v1/crawls/learnt/pages?limit=100');
  const stories = await Promise.all(
    items.map(({ id }) => on.json<{ page: { model: number } }>(`/api/v1/crawls/learnt/pages/${id}`)),
  );
  const earlier = stories.filter(({ page }) => page.model !== version).length;
  expect(earlier).toBeGreaterThan(0);
  const { effect } = await on.json<Effect>('/api/v1/crawls/learnt/scores?threshold=0.3');
  const { least, most } = effect.called;
  expect(most - least).toBe(earlier);
  expect(effect.sentence).toContain(
    `${earlier} of 60 scores are from earlier versions of the judge: judged again by version ${version}, it may be ${least} to ${most}.`,
  );
  // Of the threshold in force there is nothing to doubt.
  expect(await (await on.ask('/c/learnt/judge')).text()).not.toContain('earlier versions');
  const used = await on.json<{ job: { id: string } }>('/api/v1/crawls/learnt/threshold', {
    method: 'POST',
    body: { threshold: 0.3 },
  });
  await (await on.ask(`/api/v1/jobs/${used.job.id}/events`)).text();
  const after = await on.json<Effect>('/api/v1/crawls/learnt/scores?threshold=0.3');
  expect(after.effect.called.before).toBeGreaterThanOrEqual(least);
  expect(after.effect.called.before).toBeLessThanOrEqual(most);
  const other = await on.json<Effect>('/api/v1/crawls/learnt/scores?threshold=0.6');
  expect(other.effect.sentence).not.toContain('earlier versions');
  rmSync(out, { recursive: true });
});

it('figures for Prometheus have one line for each crawl, in its text format', async () => {
  const text = await (await on.ask('/metrics')).text();
  expect(text).toContain('\nforage_pages_total{crawl="comets"} 60\n');
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? -?[\d.e+-]+)$/);
  // Sixty pages, and the forty under /private/ of two hosts that have neither them nor a robots.txt.
  const buckets = [...text.matchAll(/^forage_fetch_seconds_bucket\{.*le="(.+)"\} (\d+)$/gm)];
  const counts = buckets.map(([, , n]) => Number(n));
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(counts.at(-1)).toBe(100);
  expect(text).toMatch(/^forage_desk_request_seconds_count \d+$/m);
});

it('a request that is repeated with its key is done once, and answered as the first time', async () => {
  const send = async (key: Record<string, string>) =>
    (
      await on.ask('/api/v1/crawls/comets/seeds', {
        method: 'POST',
        body: { urls: ['http://sky.test/again'] },
        headers: key,
      })
    ).json();
  const key = { 'idempotency-key': 'a key of mine' };
  expect(await send(key)).toMatchObject({ added: 1, known: 0 });
  expect(await send(key)).toMatchObject({ added: 1, known: 0 });
  expect(await send({})).toMatchObject({ added: 0, known: 1 });
});

it('two people label the same pages, and their agreement is that of the formula', async () => {
  const { items } = await on.json<Listed>('/api/v1/crawls/comets/pages?sort=oldest&limit=10');
  const said = (by: string, answers: string) =>
    on.json<{ sentence: string; inForce: string }>('/api/v1/crawls/comets/labels', {
      method: 'POST',
      body: {
        labels: items.map(({ id }, i) => ({
          page: id,
          label: answers[i] === 'r' ? 'relevant' : 'not-relevant',
          by,
        })),
      },
    });
  expect((await said('cleo', 'rrrrrnnnnn')).sentence).toMatch(/^10 labels kept\./);
  await said('dora', 'rrrrnnnnnr');
  const { pairs, disputed, people } = await on.json<{
    people: { name: string; labels: number }[];
    pairs: { judges: string[]; pages: number; raw: number; kappa: number }[];
    disputed: number[];
  }>('/api/v1/crawls/comets/people');
  expect(people.find(({ name }) => name === 'dora')).toMatchObject({ labels: 10 });
  const pair = pairs.find(({ judges }) => judges.join() === 'cleo,dora')!;
  // By hand: 8 of 10 agree, at random 0.5 · 0.5 + 0.5 · 0.5 would, so kappa is (0.8 − 0.5) / 0.5.
  expect(pair).toMatchObject({ pages: 10, raw: 0.8 });
  expect(pair.kappa).toBeCloseTo(0.6, 10);
  expect(disputed.filter((page) => items.some(({ id }) => id === page)).length).toBe(2);
  const others = await on.json<{ isBlind: boolean; pages: { id: number }[] }>(
    '/api/v1/crawls/comets/queue?queue=others&by=emil&limit=200',
  );
  expect(others.isBlind).toBe(true);
  expect(others.pages.map(({ id }) => id)).toEqual(expect.arrayContaining(items.map(({ id }) => id)));
  // Taken back: what they said does not count for the tests that follow.
  for (const by of ['cleo', 'dora'])
    await on.json('/api/v1/crawls/comets/labels', {
      method: 'POST',
      body: { labels: items.map(({ id }) => ({ page: id, label: 'unsure', by })) },
    });
});

it('the informative queue asks about each site in turn before it asks about one again', async () => {
  const { pages } = await on.json<{ pages: { host: string; label?: string }[] }>(
    '/api/v1/crawls/comets/queue?queue=informative&limit=200',
  );
  const labels = await on.json<{ items: { page: number }[] }>('/api/v1/crawls/comets/labels');
  const all = await on.json<{ items: { id: number; host: string }[] }>(
    '/api/v1/crawls/comets/pages?limit=100',
  );
  const asked = new Map<string, number>();
  for (const { id, host } of all.items)
    asked.set(host, (asked.get(host) ?? 0) + Number(labels.items.some(({ page }) => page === id)));
  let last = 0;
  for (const { host } of pages) {
    expect(asked.get(host)).toBeGreaterThanOrEqual(last);
    last = asked.get(host)!;
    asked.set(host, last + 1);
  }
  expect(pages.length).toBeGreaterThan(20);
});

it('an export is a stream of what the command line writes, and what it cannot write is refused', async () => {
  const response = await on.ask('/api/v1/crawls/comets/export?format=jsonl&host=lab.test');
  expect(response.headers.get('content-disposition')).toContain('comets.jsonl');
  const lines = (await response.text()).trimEnd().split('\n');
  // A third of the sixty pages are on lab.test.
  expect(lines.length).toBe(20);
  expect(
    lines.every((line) => (JSON.parse(line) as { url: string }).url.startsWith('http://lab.test/')),
  ).toBe(true);
  expect((await on.ask('/api/v1/crawls/comets/export?format=exe')).status).toBe(400);
});

it('a job trains in a process of its own, tells its end by events, and keeps its result', async () => {
  const job = await on.json<{ id: string; state: string }>('/api/v1/crawls/comets/train', {
    method: 'POST',
    body: { threshold: 0, dryRun: true },
  });
  expect(job.state).toBe('running');
  const text = await (await on.ask(`/api/v1/jobs/${job.id}/events`)).text();
  const end = JSON.parse(/^event: end\ndata: (.*)$/m.exec(text)![1]!) as { state: string };
  expect(end.state).toBe('done');
  const { result } = await on.json<{ result: { pages: number; relevant: { after: number } } }>(
    `/api/v1/jobs/${job.id}`,
  );
  // From a threshold of 0 on every page counts, but the one of which Ann said that it does not.
  expect(result).toMatchObject({ pages: 60, relevant: { after: 59 } });
  const { items } = await on.json<{ items: { id: string }[] }>('/api/v1/jobs');
  expect(items.map(({ id }) => id)).toContain(job.id);
});

it('a crawl is checked, sent, mined for anchors and asked for again by jobs, each with its result', async () => {
  const got: { url: string }[] = [];
  const hook = createServer((asked, answer) => {
    void json(asked).then((batch) => {
      got.push(...(batch as { pages: { url: string }[] }).pages);
      answer.end();
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  const resultOf = async (path: string, body: object): Promise<unknown> => {
    const { id } = await on.json<{ id: string }>(`/api/v1/crawls/comets/${path}`, { method: 'POST', body });
    await (await on.ask(`/api/v1/jobs/${id}/events`)).text();
    const { state, result } = await on.json<{ state: string; result?: unknown }>(`/api/v1/jobs/${id}`);
    expect(state, path).toBe('done');
    return result;
  };
  const { port } = hook.address() as AddressInfo;
  expect(await resultOf('check', {})).toMatchObject({ problems: [] });
  const sent = { to: `http://127.0.0.1:${port}/hook`, relevant: true };
  expect(await resultOf('send', sent)).toMatchObject({ sent: got.length, refused: 0 });
  expect(got.map(({ url }) => url)).toContain('http://sky.test/3');
  const { items } = await on.json<{ items: { state: { sent: number } }[] }>('/api/v1/crawls/comets/sent');
  expect(items.map(({ state }) => state.sent)).toEqual([got.length]);
  const { anchors } = (await resultOf('anchors', { minLinks: 2 })) as { anchors: Record<string, string[]> };
  expect(Object.keys(anchors)).toEqual(['prune', 'extract']);
  expect(await resultOf('recrawl', { budget: 3 })).toMatchObject({ n: 1 });
  hook.closeAllConnections();
  hook.close();
});

it('a fleet is reached through its servers, and says so if they do not answer', async () => {
  const order = (name: string, body: object) => on.ask(`/api/v1/fleet/${name}`, { method: 'POST', body });
  expect((await order('add', { urls: ['/etc/passwd'] })).status).toBe(400);
  expect((await order('status', { nats: '--creds=/etc/passwd' })).status).toBe(400);
  const { id } = (await (await order('status', { nats: 'nats://127.0.0.1:1' })).json()) as { id: string };
  await (await on.ask(`/api/v1/jobs/${id}/events`)).text();
  expect(await on.json(`/api/v1/jobs/${id}`)).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('127.0.0.1:1'),
  });
});

it('terms of examples, a judge without a crawl and keywords are jobs, with what they propose', async () => {
  const urls = (from: number): string =>
    Array.from({ length: 8 }, (_, i) => 3 * i + from)
      .map((n) => `http://${['sky', 'lab', 'shop'][n % 3]}.test/${n}`)
      .join(', ');
  const examples = `examples: { relevant: [${urls(0)}], irrelevant: [${urls(1)}] }`;
  writeFileSync(join(on.folder, 'tails.yaml'), `name: tails\nseeds: [http://sky.test/0]\n${examples}\n`);
  const done = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const job = await on.json<{ id: string }>(path, { method: 'POST', body });
    await (await on.ask(`/api/v1/jobs/${job.id}/events`)).text();
    const { state, message, result } = await on.json<{ state: string; message?: string; result: object }>(
      `/api/v1/jobs/${job.id}`,
    );
    expect([state, message]).toEqual(['done', undefined]);
    return result as Record<string, unknown>;
  };
  const own = { topic: 'tails.yaml', web: ['comets'] };
  const [terms, tested, keywords] = await Promise.all([
    done('/api/v1/topics/terms', { ...own, content: 5 }),
    done('/api/v1/topics/test', { ...own, recipe: 'best-first/naive-bayes' }),
    done('/api/v1/crawls/comets/keywords', { minCount: 1, limit: 5 }),
  ]);
  // Every page about comets says "comet tail coma" and has the meta keyword "halo"; each has anchors of its own.
  expect(terms!.content).toContain('comet tail coma');
  expect(tested).toMatchObject({ recipe: 'best-first/naive-bayes', quality: { relevant: 8, irrelevant: 8 } });
  expect(keywords!.keywords).toHaveLength(1);
  expect(keywords!.text).toMatch(/halo: 5 {2}# meta keywords: \d+ relevant, \d+ others?/);
  for (const [path, body, status] of [
    ['/api/v1/topics/terms', { topic: '../comets/crawl.yaml' }, 404],
    ['/api/v1/topics/test', { ...own, try: 'c=$(id)' }, 400],
    ['/api/v1/topics/test', { ...own, web: ['../comets'] }, 404],
    ['/api/v1/crawls/nothing/keywords', {}, 404],
    ['/api/v1/crawls/comets/anchors', { limit: 0 }, 400],
  ] as const)
    expect((await on.ask(path, { method: 'POST', body })).status, path).toBe(status);
});

it('seeds are proposed from a crawl, and a search looks in every crawl', async () => {
  const body = { keywords: ['comet', 'tail'], crawls: ['comets'] };
  const seeds = await on.json<{ items: { url: string }[] }>('/api/v1/seeds', { method: 'POST', body });
  expect(seeds.items.map(({ url }) => new URL(url).hostname)).toContain('sky.test');
  const { items } = await on.json<{ items: { crawl: string; url: string }[] }>('/api/v1/search?q=comet');
  expect(items.length).toBe(8);
  expect(items[0]).toMatchObject({ crawl: 'comets' });
});

it('every command is on the page of the desk: with its address, or as one that is for the terminal', () => {
  const text = readFileSync(new URL('../../docs/desk.md', import.meta.url), 'utf8');
  const part = text.slice(text.indexOf('What the command line does'), text.indexOf('A client in'));
  for (const { name } of commands) expect(part, name).toContain(`\`${name}\``);
});

it('the graph has every site with its finds, and the ways by which pages of others were found', async () => {
  const { hosts, ways } = await on.json<{
    hosts: { name: string; pages: number; relevant: number }[];
    ways: { from: number; to: number; pages: number }[];
  }>('/api/v1/crawls/comets/graph');
  expect(hosts.map(({ name, pages }) => [name, pages]).sort()).toEqual([
    ['lab.test', 20],
    ['shop.test', 20],
    ['sky.test', 20],
  ]);
  // All pages but the seed were found on a page of another host: n links to n + 1, n + 2 and n + 5.
  expect(ways.reduce((sum, { pages }) => sum + pages, 0)).toBe(59);
  expect(ways.every(({ from, to }) => from !== to)).toBe(true);
});

it('a crawl that has not committed anything yet is shown as one that has not begun', async () => {
  const path = join(on.folder, 'young');
  createFolder(
    path,
    topicSchema.parse({ name: 'young', keywords: ['comet'], seeds: ['http://sky.test/0'] }),
    settingsSchema.parse({}),
  );
  const db = openDatabase(databasePath(path), { sole: true });
  try {
    expect(await on.json('/api/v1/crawls/young')).toMatchObject({ state: 'stopped', figures: { pages: 0 } });
    expect((await on.ask('/c/young')).status).toBe(200);
    expect((await on.ask('/c/young/pages')).status).toBe(409);
  } finally {
    db.close();
    rmSync(path, { recursive: true });
  }
});

it('what is refused is a problem with a code and a sentence', async () => {
  const refused = async (path: string, init?: Parameters<Fixture['ask']>[1]) => {
    const response = await on.ask(path, init);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    return problemSchema.parse(await response.json());
  };
  expect(await refused('/api/v1/crawls/none')).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(await refused('/api/v1/crawls/comets/pause', { method: 'POST', body: {} })).toMatchObject({
    status: 409,
    code: 'CRAWL_FOLDER',
  });
  const mistyped = await refused('/api/v1/crawls/comets/settings', {
    method: 'PATCH',
    body: { 'budget.page': 5 },
  });
  expect(mistyped).toMatchObject({ status: 400, code: 'USAGE' });
  expect(mistyped.detail).toContain('did you mean');
  expect(await refused('/api/v1/crawls/comets/pages?is=goood')).toMatchObject({ status: 400, code: 'USAGE' });
  const unseeded = await refused('/api/v1/crawls', { method: 'POST', body: { keywords: ['owl'] } });
  expect(unseeded.code).toBe('TOPIC_INVALID');
});

it('settings and seeds of a stopped crawl change for its next run', async () => {
  const set = await on.json('/api/v1/crawls/comets/settings', {
    method: 'PATCH',
    body: { 'budget.pages': 80 },
  });
  expect(set).toMatchObject({ inForce: 'at the next resume', changes: { 'budget.pages': { to: 80 } } });
  const seeds = await on.json('/api/v1/crawls/comets/seeds', {
    method: 'POST',
    body: { urls: ['http://sky.test/new'] },
  });
  expect(seeds).toMatchObject({ added: 1, known: 0 });
});

const python = spawnSync('python3', ['--version']).status === 0;

it.skipIf(!python)(
  `the client in Python of the documents starts a crawl in a process of its own and reads its finds${python ? '' : ' (skipped: no python3 on this machine)'}`,
  async () => {
    const text = readFileSync(new URL('../../docs/desk.md', import.meta.url), 'utf8');
    const client = /```python\n([\s\S]*?)```/.exec(text)![1]!;
    expect(client.trimEnd().split('\n').length).toBeLessThanOrEqual(22);
    // Other windows look at the crawl before it has begun; its client must not hear that it has stopped.
    const looking = setInterval(() => void on.json('/api/v1/crawls').catch(() => {}), 50);
    const { stdout } = await promisify(execFile)('python3', ['-c', client], {
      env: {
        ...process.env,
        DESK: new URL(on.desk.url).origin,
        DESK_SECRET: on.desk.secret,
        CRAWL: JSON.stringify({
          name: 'again',
          title: 'Comets again',
          keywords: ['comet', 'tail', 'coma'],
          seeds: ['http://sky.test/0'],
          settings: { web: ['comets'], threads: 0 },
        }),
      },
    }).finally(() => clearInterval(looking));
    // The twenty pages about comets, all on one host.
    const found = stdout.trimEnd().split('\n');
    expect(new Set(found).size).toBe(20);
    expect(found.every((url) => url.startsWith('http://sky.test/'))).toBe(true);
    const compared = await on.json<{
      crawls: { id: string; relevant: number }[];
      overlaps: { both: number }[];
    }>('/api/v1/compare?of=comets,again');
    expect(compared.overlaps[0]!.both).toBeGreaterThanOrEqual(19);
  },
);

it('the page on the desk names every address of the interface with its sentence', () => {
  const text = readFileSync(new URL('../../docs/desk.md', import.meta.url), 'utf8');
  for (const { method, path, summary } of routes)
    if (path.startsWith('/api/') || path === '/metrics')
      expect(text, path).toContain(`| \`${method} ${path}\` | ${summary} |`);
});

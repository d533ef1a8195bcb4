/** Hands on a running crawl: what a person changes holds at once, survives a kill, and is kept as an event. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect as connectTo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { openFolder } from '../../src/crawl/folder.ts';
import {
  type Crawl,
  type CrawlEvent,
  changeable,
  connect,
  crawl,
  type LiveWeb,
  resume,
} from '../../src/index.ts';
import { forage } from '../cli/forage.ts';
import { forageHere } from '../cli/forage-here.ts';
import {
  look,
  newFolder,
  optionsFor,
  page,
  pagesOf,
  prose,
  removeFolders,
  type SmallCrawl,
  type SmallWeb,
  smallWeb,
  type Table,
} from './small-web.ts';

afterAll(removeFolders);

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(5);
}

/** A host of pages each of which links to the next: its crawl never ends by itself. */
const endless = (host: string, text = ''): Table[string] => {
  return (_, { url }) => {
    const n = Number(/\d+$/.exec(url ?? '')?.[0] ?? 0);
    return page([`http://${host}/${n + 1}`], `${text} ${prose(`${host}${n}`)}`);
  };
};

async function running(
  table: Table,
  small: SmallCrawl,
  work: (on: { web: SmallWeb; run: Crawl; folder: string; events: CrawlEvent[] }) => Promise<void>,
): Promise<void> {
  const web = await smallWeb(table, { threads: 0 });
  const options = optionsFor(web, small);
  const run = crawl(options);
  const events: CrawlEvent[] = [];
  const listening = (async () => {
    for await (const event of run) events.push(event);
  })();
  try {
    await until(() => run.status().progress !== undefined);
    await work({ web, run, folder: options.out, events });
  } finally {
    run.stop();
    await run.finished;
    await listening;
    await web.close();
  }
}

const eventsOf = (folder: string) => look(folder, (read) => read.events().reverse());

describe.each([0, 1])('a scope that is changed on a running crawl (%i threads)', (threads) => {
  it('lets no request to an excluded host through after the answer', async () => {
    const hosts = ['a.test', 'b.test', 'c.test', 'd.test'];
    const table: Table = Object.fromEntries(hosts.map((host) => [`${host}/*`, endless(host)]));
    // A host whose robots.txt leads to an excluded one, and one that is being asked at that moment.
    table['e.test/robots.txt'] = { status: 302, headers: { location: 'http://b.test/robots-of-e.txt' } };
    table['slow.test/*'] = () => undefined;
    const seeds = [...hosts, 'slow.test'].map((host) => `http://${host}/0`);
    const http = { headerTimeoutMs: 1_000_000, totalTimeoutMs: 1_000_000 };
    await running(table, { seeds, settings: { threads, http } }, async ({ web, run, folder }) => {
      await until(() => hosts.every((host) => web.askedOf(host).length > 5));
      await until(() => web.paths('slow.test').includes('/0'));
      const remote = await connect(folder);
      const excluded = ['b.test', 'slow.test'];
      const { changes, inForce } = await remote.set({ 'scope.excludeHosts': excluded });
      const then = excluded.map((host) => web.askedOf(host).length);
      expect(changes).toEqual({ 'scope.excludeHosts': { from: [], to: excluded } });
      expect(inForce).toBe('now');
      const others = web.askedOf('a.test').length;
      await run.addSeeds(['http://b.test/another', 'http://e.test/0']);
      const knows = (host: string) => look(folder, (read) => read.host(host)?.robotsAt !== undefined);
      await until(() => web.askedOf('a.test').length > others + 50 && knows('e.test'));
      expect(excluded.map((host) => web.askedOf(host).length)).toEqual(then);

      await remote.set({ 'scope.hosts': ['a.test', 'c.test'] });
      const ofD = web.askedOf('d.test').length;
      const ofC = web.askedOf('c.test').length;
      await until(() => web.askedOf('c.test').length > ofC + 50);
      expect(web.askedOf('d.test').length).toBe(ofD);
      run.stop();
      await run.finished;
      const reasons = look(folder, (read) => read.countsByRefusal().map(({ reason }) => reason));
      expect(reasons).toContain('scope: host excluded');
      expect(openFolder(folder).settings.scope).toMatchObject({
        excludeHosts: excluded,
        hosts: ['a.test', 'c.test'],
      });
    });
  });
});

describe('an answer to a change of scope', () => {
  /** A web that can be held: while a name is looked up, and after a request was given up. */
  function heldWeb() {
    const asked: string[] = [];
    const signals = new Map<string, AbortSignal>();
    const lookUp = Promise.withResolvers<void>();
    const giveUp = Promise.withResolvers<void>();
    const found = { ok: true as const, validMs: 60_000 };
    const web: LiveWeb = {
      nameOf: (url) => (url.includes('lookup.test') ? undefined : found),
      async lookUp() {
        await lookUp.promise;
        return found;
      },
      async fetch({ url, signal }) {
        asked.push(url);
        await sleep(1);
        signals.set(url, signal!);
        if (url.includes('slow.test')) {
          await giveUp.promise;
          const failed = { ok: false, reason: 'aborted', detail: '', mayPass: true } as const;
          return { ...failed, url, startedAt: Date.now(), durationMs: 1 };
        }
        const n = Number(/\d+$/.exec(url)?.[0] ?? 0);
        const links = [
          `http://a.test/${n + 1}`,
          ...(n === 0 ? ['http://lookup.test/', 'http://slow.test/'] : []),
        ];
        const body = Buffer.from(page(links, prose(url)));
        return {
          ok: true,
          url,
          startedAt: Date.now(),
          durationMs: 1,
          status: 200,
          statusText: 'OK',
          headers: [['content-type', 'text/html']],
          requestHeaders: [],
          wire: body,
          body,
        };
      },
      close: async () => {},
    };
    return { web, asked, signals, lookUp, giveUp };
  }

  it('waits for requests that are about to be sent or given up', async () => {
    const { web, asked, signals, lookUp, giveUp } = heldWeb();
    const run = crawl({
      topic: { name: 'held', keywords: ['comet'], seeds: ['http://a.test/0'] },
      out: join(newFolder(), 'crawl'),
      web,
      settings: {
        threads: 0,
        concurrency: 4,
        politeness: {
          sharedAddress: 'all',
          robots: 'ignore',
          minDelayMs: 0,
          delayFactor: 0,
          sitemaps: 'off',
        },
      },
    });
    await until(() => signals.has('http://slow.test/'));
    let answered = false;
    const answer = run.set({ 'scope.hosts': ['a.test'] }).then(() => {
      answered = true;
    });
    await until(() => signals.get('http://slow.test/')!.aborted);
    lookUp.resolve();
    const before = asked.length;
    await until(() => asked.length > before + 20);
    expect(answered).toBe(false);
    giveUp.resolve();
    await answer;
    expect(asked.filter((url) => !url.startsWith('http://a.test/'))).toEqual(['http://slow.test/']);
    run.stop();
    await run.finished;
  });
});

describe('a setting that is changed on a running crawl', () => {
  const seeds = ['http://a.test/0'];

  it('is kept in crawl.yaml, as an event of the crawl and in the stream of events', async () => {
    await running({ 'a.test/*': endless('a.test') }, { seeds }, async ({ run, folder, events }) => {
      await run.set({ 'budget.pages': 100_000, 'scope.excludeHosts+': 'x.test' }, 'the test');
      await run.set({ 'scope.excludeHosts+': ['y.test'] }, 'the test');
      const { budget, scope } = openFolder(folder).settings;
      expect(budget.pages).toBe(100_000);
      expect(scope.excludeHosts).toEqual(['x.test', 'y.test']);
      await run.set({ 'budget.pages': null }, 'the test');
      expect(openFolder(folder).settings.budget.pages).toBeUndefined();
      const first = {
        changes: {
          'budget.pages': { to: 100_000 },
          'scope.excludeHosts': { from: [], to: ['x.test'] },
        },
        by: 'the test',
      };
      // Committed before the answer: another handle sees it at once.
      expect(eventsOf(folder).map(({ kind, detail }) => [kind, detail])).toMatchObject([
        ['started', {}],
        ['set', first],
        ['set', {}],
        ['set', {}],
      ]);
      await until(() => events.filter(({ type }) => type === 'changed').length === 3);
      expect(events.find(({ type }) => type === 'changed')).toMatchObject(first);
      expect(readFileSync(join(folder, 'crawl.log'), 'utf8')).toMatch(
        /Z changed \{"changes":.*"by":"the test"\}\n/,
      );
    });
  });

  it('ends the crawl if a budget is lowered to what was read', async () => {
    await running({ 'a.test/*': endless('a.test') }, { seeds }, async ({ web, run }) => {
      await until(() => web.log.length > 10);
      await run.set({ 'budget.pages': 5 });
      expect(await run.finished).toMatchObject({ reason: 'budget-pages' });
    });
  });

  it('makes every host wait longer from its next answer on', async () => {
    await running({ 'a.test/*': endless('a.test') }, { seeds }, async ({ web, run, folder }) => {
      await until(() => web.log.length > 10);
      await run.set({ 'politeness.minDelayMs': 100_000, 'politeness.maxIdleSeconds': 1000 });
      await until(() => run.status().progress!.politeWaitMs >= 100_000);
      await run.pause(); // commits
      const notes = look(folder, (read) => read.ledgerOf('a.test').map(({ note }) => note));
      expect(notes.filter((note) => note?.includes('at least 100 s'))).toHaveLength(1);
      expect(notes.at(-1)).toContain('at least 100 s');
    });
  });

  it('allows more or fewer concurrent requests', async () => {
    const hosts = Array.from({ length: 6 }, (_, n) => `h${n}.test`);
    const held: (() => void)[] = [];
    // The first page of each host is answered: requests to hosts that have never answered do not count for long.
    const table: Table = {};
    for (const host of hosts) {
      table[`${host}/`] = page([`http://${host}/held`], prose(host));
      table[`${host}/held`] = (_n, _request, response) => {
        held.push(() => response.end(''));
        return undefined;
      };
    }
    const settings = { concurrency: 1, politeness: { robots: 'ignore' as const } };
    const all = { seeds: hosts.map((host) => `http://${host}/`), settings };
    await running(table, all, async ({ web, run }) => {
      const heldSoFar = () => web.log.filter(({ path }) => path === '/held').length;
      const answered = () => run.status().progress!.requests;
      await until(() => heldSoFar() === 1);
      await run.set({ concurrency: 4 });
      await until(() => heldSoFar() === 4);
      await run.set({ concurrency: 1 });
      // Three of the four end, and only then is there room for none.
      const before = answered();
      for (const end of held.splice(0, 3)) end();
      await until(() => answered() === before + 3);
      expect(heldSoFar()).toBe(4);
      held.shift()!();
      await until(() => heldSoFar() === 5);
      run.stop();
      for (const end of held) end();
    });
  });

  it.each([0, 1])(
    'judges what comes by a new threshold, with a version of its own (%i threads)',
    async (threads) => {
      const table = { 'a.test/*': endless('a.test', 'comet') };
      // Without frequencies of its own pages, which would be a version, too.
      const settings = { recipe: 'best-first/page+anchor', threads, set: { idf: 'background' } };
      await running(table, { seeds, settings }, async ({ web, run, folder }) => {
        await until(() => run.status().progress!.relevant > 3);
        const { changes } = await run.set({ threshold: 1 });
        expect(changes).toEqual({ threshold: { from: 0.08, to: 1 } });
        const { pages } = run.status().progress!;
        await until(() => run.status().progress!.pages > pages + 50);
        run.stop();
        await run.finished;
        const judged = pagesOf(folder).filter(({ outcome }) => outcome === 'page');
        expect(judged.filter(({ relevant, model }) => relevant !== (model === 1))).toEqual([]);
        expect(new Set(judged.map(({ model }) => model))).toEqual(new Set([1, 2]));

        await (await connect(folder)).set({ threshold: 0.08, 'budget.pages': judged.length + 5 });
        await resume(folder).finished;
        const later = pagesOf(folder).slice(judged.length);
        expect(later.map(({ relevant, model }) => [relevant, model])).toEqual(later.map(() => [true, 3]));
        expect(look(folder, (read) => read.models().map(({ version }) => version))).toEqual([1, 2, 3]);
        expect(web.log.length).toBeGreaterThan(0);
      });
    },
  );

  it.each([
    [{ 'budget.page': 5 }, 'Unknown setting "budget.page"; did you mean "budget.pages"?'],
    [{ excludehosts: 'a.test' }, 'Unknown setting "excludehosts"; did you mean "scope.excludeHosts"?'],
    [{ recipe: 'best-first/page' }, 'recipe cannot be changed after the start of a crawl'],
    [{ 'http.maxBytes': 1 }, 'http.maxBytes cannot be changed after the start of a crawl'],
    [{ 'budget.pages': -1, 'budget.bytes': 5 }, 'settings.budget.pages: give a number above 0 (found -1)'],
    [{ 'scope.exclude': '(' }, 'settings.scope.exclude.0: not a regular expression'],
    [{ 'budget.pages+': 1 }, 'budget.pages is not a list'],
    [{ threshold: 'high' }, 'threshold: give a number'],
  ])('is refused with a sentence if it is invalid: %j', async (changes, sentence) => {
    await running({ 'a.test/*': endless('a.test') }, { seeds }, async ({ run, folder }) => {
      await run.pause();
      const before = readFileSync(join(folder, 'crawl.yaml'), 'utf8');
      await expect((await connect(folder)).set(changes)).rejects.toThrow(sentence);
      expect(readFileSync(join(folder, 'crawl.yaml'), 'utf8')).toBe(before);
      expect(eventsOf(folder).filter(({ kind }) => kind === 'set')).toEqual([]);
    });
  });

  it('is documented with the effect of a change', () => {
    const docs = readFileSync(new URL('../../docs/commands.md', import.meta.url), 'utf8');
    const told = [
      ...docs
        .split('## forage set')[1]!
        .split('\n## ')[0]!
        .matchAll(/^\| `([\w.]+)` \| (.+) \|$/gm),
    ];
    expect(Object.fromEntries(told.map(([, key, what]) => [key, what]))).toEqual(changeable);
  });
});

describe('crawl.log', () => {
  const typesIn = (folder: string): string[] => {
    const path = join(folder, 'crawl.log');
    if (!existsSync(path)) return [];
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    return lines.map((line) => /^[\dT:.-]+Z (\w+) \{/.exec(line)![1]!);
  };

  it.each([
    ['off', []],
    ['faults', []],
    // The notice: the topic names no language.
    ['info', ['start', 'notice', 'stop']],
    ['debug', ['start', 'notice', 'page', 'refused', 'stop']],
  ] as const)('says what the level %s asks for', async (log, types) => {
    const robots = { 'a.test/robots.txt': 'User-agent: *\nDisallow: /private' };
    const table = { 'a.test/': page(['http://a.test/private'], 'one'), ...robots };
    await running(table, { seeds: ['http://a.test/'], settings: { log } }, async ({ run, folder }) => {
      await run.finished;
      expect(typesIn(folder)).toEqual(types);
    });
  });

  it('says more from the moment its level is raised', async () => {
    const small = { seeds: ['http://a.test/0'], settings: { log: 'off' as const } };
    await running({ 'a.test/*': endless('a.test') }, small, async ({ run, folder }) => {
      await run.set({ log: 'debug' });
      await until(() => typesIn(folder).includes('page'));
      expect(typesIn(folder)[0]).toBe('changed');
    });
  });
});

describe('seeds', () => {
  const table: Table = {
    'a.test/*': endless('a.test'),
    'b.test/': page([], prose('b')),
    'c.test/': page([], prose('c')),
  };

  it('that are added to a running crawl are requested, and are in the topic from then on', async () => {
    await running(table, { seeds: ['http://a.test/0'] }, async ({ web, folder }) => {
      const remote = await connect(folder);
      const urls = ['http://b.test', 'http://b.test/#top', 'http://a.test/0'];
      expect(await remote.addSeeds(urls)).toEqual({ added: 1, known: 2, inForce: 'now' });
      expect(openFolder(folder).topic.seeds).toEqual(['http://a.test/0', 'http://b.test/']);
      await until(() => web.paths('b.test').includes('/'));
      await expect(remote.addSeeds(['no url'])).rejects.toThrow('"no url" is not a URL to crawl');
    });
  });

  it('that are added to a stopped crawl are requested by the next resume, and by no later one', async () => {
    await running(table, { seeds: ['http://c.test/'] }, async ({ web, run, folder }) => {
      await run.finished;
      const stopped = await connect(folder);
      const answer = await stopped.addSeeds(['http://b.test/', 'http://c.test/']);
      expect(answer).toEqual({ added: 1, known: 1, inForce: 'at the next resume' });
      expect(web.paths('b.test')).toEqual([]);
      for (let times = 0; times < 2; times++) await resume(folder).finished;
      expect(web.paths('b.test').filter((path) => path === '/')).toHaveLength(1);
      expect(web.paths('c.test').filter((path) => path === '/')).toHaveLength(1);
      expect(eventsOf(folder).map(({ kind }) => kind)).toEqual([
        'started',
        'stopped',
        'seeds',
        'resumed',
        'stopped',
        'resumed',
        'stopped',
      ]);
    });
  });
});

describe('a pause', () => {
  it('lets requests in flight finish, sends no more, stops the clock, and ends with go', async () => {
    let aheadMs = 0;
    const small = {
      seeds: ['http://a.test/0'],
      settings: { budget: { seconds: 3600 } },
      clock: () => Date.now() + aheadMs,
    };
    await running({ 'a.test/*': endless('a.test') }, small, async ({ web, run, folder, events }) => {
      await until(() => web.log.length > 5);
      const remote = await connect(folder);
      expect(await remote.pause()).toMatchObject({ state: 'paused' });
      expect(await remote.pause()).toMatchObject({ state: 'paused' });
      await until(() => web.log.every(({ endedAt }) => endedAt < Number.POSITIVE_INFINITY));
      const { elapsedMs } = run.status().progress!;
      const asked = web.log.length;
      aheadMs = 7_200_000;
      // Two rounds of the loop later.
      const told = events.length;
      await until(() => events.slice(told).filter(({ type }) => type === 'progress').length >= 2);
      expect(web.log.length).toBeLessThanOrEqual(asked + 1);
      expect(run.status().progress!.elapsedMs).toBe(elapsedMs);
      expect(await remote.go()).toMatchObject({ state: 'running' });
      await until(() => web.log.length > asked + 5);
      expect(run.status().progress!.elapsedMs).toBeLessThan(3_600_000);
      expect(eventsOf(folder).map(({ kind }) => kind)).toEqual(['started', 'paused', 'continued']);
    });
  });

  it('delays the end: a crawl without links waits for more seeds', async () => {
    const table = { 'a.test/': page([], 'one'), 'b.test/': page([], 'two') };
    await running(table, { seeds: ['http://a.test/'] }, async ({ web, run }) => {
      await run.pause();
      await run.addSeeds(['http://b.test/']);
      await run.go();
      expect(await run.finished).toMatchObject({ reason: 'frontier-empty' });
      expect(web.paths('b.test')).toContain('/');
    });
  });
});

describe('the socket', () => {
  const raw = async (path: string, text: string): Promise<unknown> => {
    const socket = connectTo(path).setEncoding('utf8');
    socket.write(text);
    let said = '';
    for await (const chunk of socket) said += chunk;
    return JSON.parse(said);
  };

  it('answers nonsense with a sentence, and the crawl continues', async () => {
    await running(
      { 'a.test/*': endless('a.test') },
      { seeds: ['http://a.test/0'] },
      async ({ web, run, folder }) => {
        await run.pause();
        const { socket, pid } = JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8'));
        expect(pid).toBe(process.pid);
        expect(statSync(socket).mode & 0o777).toBe(0o600);
        expect(statSync(join(folder, 'running.json')).mode & 0o777).toBe(0o600);
        const error = async (text: string) => ((await raw(socket, text)) as { error: string }).error;
        expect(await error('{"do":\n')).toContain('A request must be one line of JSON');
        expect(await error('null\n')).toContain('Unknown request');
        expect(await error('{"do":"puase"}\n')).toContain('did you mean "pause"?');
        expect(await error('{"do":"set"}\n')).toContain('request.changes: missing: give keys with values');
        expect(await error('{"do":"go","fast":true}\n')).toContain('request.fast: unknown key');
        expect(await error('x'.repeat(5_000_000))).toContain('may have at most 4000000 characters');
        expect(await raw(socket, '{"do":"go"}\n')).toMatchObject({ ok: true, answer: { state: 'running' } });
        const asked = web.log.length;
        await until(() => web.log.length > asked + 5);
      },
    );
  });

  it('is outside the folder if its path would be too long, and is removed when the crawl has ended', async () => {
    const out = join(newFolder(), 'long-'.repeat(20), 'crawl');
    mkdirSync(dirname(out));
    let socket = '';
    await running(
      { 'a.test/*': endless('a.test') },
      { seeds: ['http://a.test/0'], out },
      async ({ folder }) => {
        const remote = await connect(folder);
        socket = JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8')).socket;
        expect(statSync(dirname(socket)).mode & 0o777).toBe(0o700);
        expect(await remote.status()).toMatchObject({ state: 'running' });
        expect(await remote.stop()).toMatchObject({ reason: 'interrupted' });
      },
    );
    expect(existsSync(dirname(socket))).toBe(false);
    expect(existsSync(join(out, 'running.json'))).toBe(false);
  });
});

describe('the commands', () => {
  it('distinguish running, paused, stopped and crashed, and a crash is resumed with the changed settings', async () => {
    const web = await smallWeb({ 'a.test/*': endless('a.test'), 'b.test/': page([], prose('b')) });
    const cwd = newFolder();
    writeFileSync(join(cwd, 'topic.yaml'), 'name: owls\nkeywords: [owl]\nseeds: ["http://a.test/0"]\n');
    writeFileSync(join(cwd, 'more.txt'), '# more\nhttp://b.test/\n\nhttp://a.test/0\n');
    const flags = [
      '--contact',
      'a@b.org',
      '--connect-to',
      `*.test=127.0.0.1:${web.port}`,
      '--delay',
      '20',
      '--threads',
      '0',
    ];
    const say = async (...args: string[]) => {
      const { code, out, err } = await forageHere(args, { cwd });
      expect({ code, err }, args.join(' ')).toEqual({ code: 0, err: '' });
      return out;
    };
    const state = async () => JSON.parse(await say('status', 'owls', '--json')).state;

    const first = forage(['crawl', 'topic.yaml', ...flags, '--quiet'], { cwd });
    await until(() => web.log.length > 3);
    expect(await state()).toBe('running');
    expect(await say('pause', 'owls')).toContain('Paused');
    expect(await say('status', 'owls')).toContain('Paused. "forage go" continues it.');
    expect(await say('go', 'owls')).toContain('continues');
    const excluded = ['y.test', 'z.test'].map((host) => `scope.excludeHosts+=${host}`);
    expect(await say('set', 'owls', 'budget.pagesPerHost=100000', ...excluded)).toBe(
      'budget.pagesPerHost: none → 100000\nscope.excludeHosts: [] → ["y.test","z.test"]\nIn force now.\n',
    );
    expect(await say('seeds', 'add', 'owls', 'more.txt')).toBe(
      '1 seed added; 1 were seeds already. They are queued.\n',
    );
    await until(() => web.paths('b.test').includes('/'));

    first.child.kill('SIGKILL');
    await first;
    expect(existsSync(join(cwd, 'owls', 'running.json'))).toBe(true);
    expect(await state()).toBe('crashed');
    expect(await say('status', 'owls')).toContain('Crashed.');
    expect(openFolder(join(cwd, 'owls')).settings.budget.pagesPerHost).toBe(100_000);

    const asked = web.log.length;
    const second = forage(['resume', 'owls', '--quiet'], { cwd });
    await until(() => web.log.length > asked + 3);
    expect(await state()).toBe('running');
    expect(await say('stop', 'owls')).toMatch(
      /^Stopped: stopped by .+, process \d+\. Continue: forage resume owls\n$/,
    );
    expect(await second).toMatchObject({ code: 0, err: '' });
    expect(await state()).toBe('stopped');
    expect(await say('set', 'owls', 'budget.seconds=10')).toContain('in force at the next resume');

    const refused = await forageHere(['pause', 'owls'], { cwd });
    expect(refused).toMatchObject({ code: 1, err: 'owls is not running. Start it: forage resume owls\n' });
    const mistyped = await forageHere(['set', 'owls', 'budget.pages'], { cwd });
    expect(mistyped).toMatchObject({ code: 2, err: '"budget.pages": Write key=value.\n' });
    await web.close();
  });

  it('do not take another process for the crawl that had its number', async () => {
    await running({ 'a.test/': page([], 'one') }, { seeds: ['http://a.test/'] }, async ({ run, folder }) => {
      await run.finished;
      const other = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
      const left = { pid: other.pid, socket: join(folder, 'control.sock'), startedAt: 1 };
      writeFileSync(join(folder, 'running.json'), JSON.stringify(left));
      writeFileSync(join(folder, 'control.sock'), '');
      expect(await (await connect(folder)).status()).toEqual({ state: 'stopped' });
      await resume(folder).finished;
      expect(existsSync(join(folder, 'running.json'))).toBe(false);
      other.kill();
      await once(other, 'exit');
    });
  });
});

/**
 * The gate on a virtual clock with a web that answers from a table: which host is contacted when, and which is not.
 * Waits are worked out by hand from the rules at the head of politeness.ts.
 */
import { describe, expect, it } from 'vitest';
import { type GateSettings, HostGate, type KeptHost, type LedgerLine } from '../../src/host/gate.ts';
import { AddressLanes } from '../../src/host/ip-lanes.ts';
import { hostOf } from '../../src/url/url.ts';
import type { Failed, Fetched, Resolved } from '../../src/web/web.ts';

const DAY_MS = 24 * 3_600_000;
const RULES = 'User-agent: *\nDisallow: /no\n';

/** The answer of a URL: the text of a robots.txt, a status, or `-> URL`. */
type Table = Record<string, string | number>;

interface World {
  settings?: Partial<GateSettings>;
  kept?: Map<string, KeptHost>;
  resumedAt?: number;
  tickMs?: number;
  lanes?: AddressLanes;
  now?: number;
  /** Names that are known at once; all others are looked up. */
  addresses?: Record<string, string>;
  lookUp?: (url: string) => Promise<Resolved | Failed>;
}

const silence = () => new Promise<never>(() => {});

function worldOf(table: Table = {}, given: World = {}) {
  const { settings, kept = new Map(), resumedAt, tickMs, lanes, addresses, lookUp = silence } = given;
  const world = {
    now: given.now ?? 1_000_000,
    asked: [] as { url: string; at: number }[],
    ledger: [] as LedgerLine[],
    kept,
    recalled: 0,
    /** Goes on when a request is about to be answered. */
    onRequest: async (_url: string): Promise<void> => {},
  };
  const web = {
    async fetch({ url }: { url: string }): Promise<Fetched> {
      const startedAt = world.now;
      world.asked.push({ url, at: startedAt });
      await world.onRequest(url);
      const answer = table[url] ?? 404;
      const location = typeof answer === 'string' && answer.startsWith('-> ') ? answer.slice(3) : undefined;
      const body = new TextEncoder().encode(typeof answer === 'string' && !location ? answer : '');
      return {
        ok: true,
        url,
        startedAt,
        durationMs: 0,
        status: typeof answer === 'number' ? answer : location ? 301 : 200,
        statusText: '',
        headers: location ? [['Location', location]] : [],
        requestHeaders: [],
        wire: body,
        body,
      };
    },
    close: async () => {},
  };
  const nameOf = (url: string) => {
    const address = addresses?.[hostOf(url)];
    return address === undefined ? undefined : { ok: true as const, address, validMs: 60_000 };
  };
  const gate = new HostGate({
    web,
    names: addresses && { nameOf, lookUp: (url) => lookUp(url) },
    agent: 'Forage',
    settings: { delayFactor: 0, ...settings },
    clock: () => Math.floor(world.now),
    tickMs,
    lanes,
    async sleep(ms) {
      world.now += Math.max(1, ms);
    },
    signal: new AbortController().signal,
    resumedAt,
    memory: {
      recall(host) {
        world.recalled += 1;
        return kept.get(host);
      },
      save: (host, saved) => void kept.set(host, { ...kept.get(host), ...saved }),
      saveRobots(host, origin, saved) {
        const before = kept.get(host)?.robots as object | undefined;
        kept.set(host, { ...kept.get(host), robots: { ...before, [origin]: saved } });
      },
      note: (line) => void world.ledger.push(line),
    },
  });
  const request = (url: string) => ({ url, host: hostOf(url) });
  return {
    world,
    gate,
    /** How long from now until the host may be asked. */
    waitOf: (host: string) => Math.max(0, gate.mayAsk(host, world.now) - world.now),
    robotsFor: (url: string) => gate.robotsFor(request(url)),
    learn: (url: string) => gate.learn(request(url)),
    ask: (url: string) => gate.ask(request(url)),
    async fetch(url: string) {
      gate.answered(request(url), await web.fetch({ url }));
    },
  };
}

describe('a host', () => {
  it('may be contacted when it is new, and after an answer when its delay is over', async () => {
    const { world, waitOf, ask, fetch } = worldOf({}, { settings: { robots: 'ignore' } });
    expect(waitOf('a.test')).toBe(0);
    expect(await ask('http://a.test/1')).toEqual({ kind: 'go' });
    await fetch('http://a.test/1');
    expect(waitOf('a.test')).toBe(1000);
    world.now += 999;
    expect(await ask('http://a.test/2')).toEqual({ kind: 'wait', until: world.now + 1 });
    world.now += 1;
    expect(await ask('http://a.test/2')).toEqual({ kind: 'go' });
  });

  it('waits for its whole delay although the clock counts whole milliseconds', async () => {
    const { world, gate, fetch } = worldOf({}, { settings: { robots: 'ignore' }, tickMs: 1 });
    world.now += 0.9;
    const answeredAt = world.now;
    await fetch('http://a.test/1');
    expect(gate.mayAsk('a.test', Math.floor(world.now)) - answeredAt).toBeGreaterThanOrEqual(1000);
  });

  it('is not contacted while a request to it is in flight', async () => {
    const { world, waitOf, ask, fetch } = worldOf({}, { settings: { robots: 'ignore', minDelayMs: 0 } });
    await ask('http://a.test/1');
    world.now += 3_600_000;
    expect(waitOf('a.test')).toBeGreaterThan(0);
    expect(await ask('http://a.test/2')).toMatchObject({ kind: 'wait' });
    await fetch('http://a.test/1');
    expect(waitOf('a.test')).toBe(0);
  });

  it('waits after a page for what the page requested, too, as if each had been a page', async () => {
    const { gate, waitOf, ask, fetch } = worldOf({}, { settings: { robots: 'ignore' } });
    await ask('http://a.test/1');
    for (const url of ['http://a.test/script', 'http://a.test/data']) {
      const more = { url, host: 'a.test' };
      expect(gate.refusesMore(more)).toBeUndefined();
      const fetched = {
        ok: true,
        url,
        startedAt: 0,
        durationMs: 0,
        status: 200,
        statusText: '',
        headers: [],
      };
      const bytes = { requestHeaders: [], wire: new Uint8Array(), body: new Uint8Array() };
      gate.answeredMore(more, { ...fetched, ...bytes, ok: true, headers: [] });
    }
    expect(await ask('http://a.test/2')).toMatchObject({ kind: 'wait' });
    await fetch('http://a.test/1');
    // One second for the page, one for the script, one for the data.
    expect(waitOf('a.test')).toBe(3000);
  });

  it('is asked for nothing more by a page if its robots.txt disallows it', async () => {
    const { gate, learn } = worldOf({ 'http://a.test/robots.txt': RULES });
    await learn('http://a.test/');
    expect(gate.refusesMore({ url: 'http://a.test/no/data', host: 'a.test' })).toBe(
      'robots.txt: Disallow: /no',
    );
    expect(gate.refusesMore({ url: 'http://a.test/data', host: 'a.test' })).toBeUndefined();
  });

  it('is held for the longest of all reasons, whatever their order', async () => {
    const { gate, waitOf, ask, fetch } = worldOf({}, { settings: { robots: 'ignore' } });
    await ask('http://a.test/1');
    gate.hold('a.test', 1_005_000);
    gate.hold('a.test', 1_002_000);
    await fetch('http://a.test/1');
    expect(waitOf('a.test')).toBe(5000);
  });

  it('waits by the new delays from its next answer on', async () => {
    const { world, gate, waitOf, ask, fetch } = worldOf({}, { settings: { robots: 'ignore' } });
    await ask('http://a.test/1');
    await fetch('http://a.test/1');
    gate.change({ minDelayMs: 4000 });
    expect(waitOf('a.test')).toBe(1000);
    world.now += 1000;
    await ask('http://a.test/2');
    await fetch('http://a.test/2');
    expect(waitOf('a.test')).toBe(4000);
  });

  it('that is dead is refused immediately, without a wait and without its robots.txt', async () => {
    const { world, waitOf, ask, fetch, robotsFor } = worldOf(
      { 'http://a.test/1': 500 },
      { settings: { deadAfter: 1, robots: 'ignore' } },
    );
    await ask('http://a.test/1');
    await fetch('http://a.test/1');
    expect(waitOf('a.test')).toBe(0);
    expect(robotsFor('http://a.test/2')).toBeUndefined();
    expect(await ask('http://a.test/2')).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/^host: 1 times/),
    });
    expect(world.asked).toHaveLength(1);
  });
});

describe('robots.txt', () => {
  it('is requested before anything else of its origin, and takes the turn of the host', async () => {
    const { world, waitOf, robotsFor, learn, ask } = worldOf({ 'http://a.test/robots.txt': RULES });
    expect(robotsFor('http://a.test/1')).toBe('http://a.test/robots.txt');
    await learn('http://a.test/robots.txt');
    expect(robotsFor('http://a.test/1')).toBeUndefined();
    expect(waitOf('a.test')).toBe(1000);
    world.now += 1000;
    expect(await ask('http://a.test/no')).toEqual({ kind: 'refused', reason: 'robots.txt: Disallow: /no' });
    expect(await ask('http://a.test/1')).toEqual({ kind: 'go' });
    expect(world.ledger.map(({ kind }) => kind)).toEqual(['robots', 'rule']);
  });

  it('of http says nothing of https: each origin has its own', async () => {
    const { robotsFor, learn } = worldOf({ 'http://a.test/robots.txt': RULES });
    await learn('http://a.test/robots.txt');
    expect(robotsFor('https://a.test/1')).toBe('https://a.test/robots.txt');
  });

  it('is requested again when it has expired', async () => {
    const { world, robotsFor, learn } = worldOf({ 'http://a.test/robots.txt': RULES });
    await learn('http://a.test/robots.txt');
    world.now += DAY_MS - 1;
    expect(robotsFor('http://a.test/1')).toBeUndefined();
    world.now += 1;
    expect(robotsFor('http://a.test/1')).toBe('http://a.test/robots.txt');
  });

  it('that is not known yet is requested instead of a page, which waits', async () => {
    const { world, ask } = worldOf({ 'http://a.test/robots.txt': RULES });
    expect(await ask('http://a.test/1')).toEqual({ kind: 'wait', until: world.now + 1000 });
    expect(world.asked.map(({ url }) => url)).toEqual(['http://a.test/robots.txt']);
  });

  it('that is unavailable holds the host until it is requested again', async () => {
    const { world, waitOf, robotsFor, learn, ask } = worldOf({ 'http://a.test/robots.txt': 500 });
    await learn('http://a.test/robots.txt');
    // A minute, by the table in robots/book.ts.
    expect(waitOf('a.test')).toBe(60_000);
    expect(await ask('http://a.test/1')).toEqual({ kind: 'wait', until: world.now + 60_000 });
    expect(world.ledger.map(({ kind }) => kind)).toContain('hold');
    world.now += 60_000;
    expect(robotsFor('http://a.test/1')).toBe('http://a.test/robots.txt');
  });

  it('that is unavailable for https alone keeps https waiting, and not http', async () => {
    const table = { 'https://a.test/robots.txt': 500, 'http://a.test/robots.txt': RULES };
    const { world, robotsFor, learn, ask, waitOf } = worldOf(table);
    await learn('http://a.test/robots.txt');
    world.now += 1000;
    await learn('https://a.test/robots.txt');
    const until = world.now + 60_000;
    const reason = 'robots.txt unavailable (500): nothing is requested for now, retried in 60 s';
    expect(await ask('https://a.test/1')).toEqual({ kind: 'wait', until, reason });
    // The back-off after a failure.
    expect(waitOf('a.test')).toBe(2000);
    world.now += 2000;
    expect(await ask('https://a.test/1')).toEqual({ kind: 'wait', until, reason });
    expect(await ask('http://a.test/1')).toEqual({ kind: 'go' });
    world.now = until;
    expect(robotsFor('https://a.test/1')).toBe('https://a.test/robots.txt');
  });

  it('that is unavailable for https keeps pages of http that are rendered from requesting there', async () => {
    const table = { 'https://a.test/robots.txt': 500, 'http://a.test/robots.txt': RULES };
    const { world, gate, learn, ask } = worldOf(table);
    for (const scheme of ['http', 'https']) {
      await learn(`${scheme}://a.test/robots.txt`);
      world.now += 10_000;
    }
    expect(await ask('http://a.test/1')).toEqual({ kind: 'go' });
    const more = (url: string) => gate.refusesMore({ url, host: 'a.test' });
    expect(more('http://a.test/2')).toBeUndefined();
    expect(more('https://a.test/2')).toMatch(/^robots.txt unavailable \(500\)/);
  });

  it('with an excessive Crawl-delay refuses the host, and does not hold it for that time', async () => {
    const rules = 'User-agent: *\nCrawl-delay: 86400\n';
    const { world, waitOf, learn, ask } = worldOf({ 'http://a.test/robots.txt': rules });
    await learn('http://a.test/robots.txt');
    expect(waitOf('a.test')).toBe(1000);
    world.now += 1000;
    expect(await ask('http://a.test/1')).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/^host: Crawl-delay/),
    });
  });

  it('that is redirected to another host waits for the turn of that host, and takes it', async () => {
    const table = { 'http://a.test/robots.txt': '-> http://b.test/rules', 'http://b.test/rules': RULES };
    const { world, waitOf, learn, ask, fetch, robotsFor } = worldOf(table);
    await learn('http://b.test/robots.txt');
    world.now += 1000;
    await ask('http://b.test/1');
    await fetch('http://b.test/1');
    const answeredAt = world.now;
    await learn('http://a.test/robots.txt');
    expect(world.asked.at(-1)).toEqual({ url: 'http://b.test/rules', at: answeredAt + 1000 });
    expect(waitOf('b.test')).toBe(1000);
    expect(robotsFor('http://a.test/1')).toBeUndefined();
  });

  it('that is redirected to a dead host does not reach it, and is requested again later', async () => {
    const table = { 'http://a.test/robots.txt': '-> http://b.test/rules', 'http://b.test/robots.txt': 500 };
    const { world, waitOf, learn } = worldOf(table, { settings: { deadAfter: 1 } });
    await learn('http://b.test/robots.txt');
    await learn('http://a.test/robots.txt');
    expect(world.asked.map(({ url }) => hostOf(url))).toEqual(['b.test', 'a.test']);
    expect(waitOf('a.test')).toBe(60_000);
    expect(waitOf('b.test')).toBe(0);
  });

  it('that is redirected to a host whose own is unavailable does not reach it', async () => {
    const table = { 'http://a.test/robots.txt': '-> http://b.test/rules', 'http://b.test/robots.txt': 503 };
    const { world, learn } = worldOf(table);
    await learn('https://b.test/robots.txt');
    world.now += 10_000;
    await learn('http://b.test/robots.txt');
    world.now += 10_000;
    await learn('http://a.test/robots.txt');
    expect(world.asked.map(({ url }) => hostOf(url))).toEqual(['b.test', 'b.test', 'a.test']);
  });

  it('that is redirected leaves its host busy if another one was redirected to it meanwhile', async () => {
    const { world, waitOf, learn } = worldOf({
      'http://a.test/robots.txt': '-> http://b.test/rules',
      'http://c.test/robots.txt': '-> http://a.test/shared',
    });
    const reached = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    let other: Promise<void> | undefined;
    world.onRequest = async (url) => {
      if (url === 'http://b.test/rules') {
        world.now += 5000;
        other = learn('http://c.test/robots.txt');
        await reached.promise;
      } else if (url === 'http://a.test/shared') {
        reached.resolve();
        await answered.promise;
      }
    };
    await learn('http://a.test/robots.txt');
    world.now += 5000;
    expect(waitOf('a.test')).toBeGreaterThan(0);
    answered.resolve();
    await other;
    world.now += 5000;
    expect(waitOf('a.test')).toBe(0);
  });

  it('that is redirected makes the other host busy while the request is in flight', async () => {
    const table = { 'http://a.test/robots.txt': '-> http://b.test/rules', 'http://b.test/rules': RULES };
    const { world, waitOf, learn } = worldOf(table);
    const waits: [string, number][] = [];
    world.onRequest = async (url) => void waits.push([hostOf(url), waitOf('b.test')]);
    await learn('http://a.test/robots.txt');
    expect(waits[0]).toEqual(['a.test', 0]);
    expect(waits[1]![1]).toBeGreaterThan(0);
  });
});

describe('hosts that share an IP address', () => {
  const addresses = { 'a.test': '93.184.216.34', 'b.test': '93.184.216.34', 'c.test': '93.184.216.35' };

  it('learn it with their robots.txt, and are held for their slot from then on', async () => {
    const { world, waitOf, learn, ask, fetch } = worldOf({}, { addresses });
    for (const host of ['a.test', 'b.test', 'c.test']) await learn(`http://${host}/robots.txt`);
    // The robots.txt of b.test waits half a second for that of a.test.
    expect(world.asked.map(({ url }) => hostOf(url))).toEqual(['a.test', 'c.test']);
    expect(waitOf('b.test')).toBe(500);
    world.now += 500;
    await learn('http://b.test/robots.txt');
    expect(world.ledger.filter(({ kind }) => kind === 'wait')).toMatchObject([
      { host: 'b.test', waitedMs: 500, note: 'shares 93.184.216.34' },
    ]);
    world.now += 1000;
    expect([waitOf('a.test'), waitOf('b.test')]).toEqual([0, 0]);
    expect(await ask('http://a.test/1')).toEqual({ kind: 'go' });
    expect(waitOf('b.test')).toBe(500);
    await fetch('http://a.test/1');
  });

  it('all wait until it is free; one that asks keeps the next slot for itself', async () => {
    const shared = Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.test`, '93.184.216.34']));
    const settings = { robots: 'ignore' } as const;
    const { world, gate, waitOf, ask } = worldOf({}, { addresses: shared, settings });
    expect(await ask('http://a.test/')).toEqual({ kind: 'go' });
    expect([waitOf('b.test'), waitOf('c.test')]).toEqual([500, 500]);
    expect(gate.addressAwaited('b.test')).toBe('93.184.216.34');
    expect(await ask('http://c.test/')).toEqual({ kind: 'wait', until: world.now + 500 });
    expect([waitOf('b.test'), waitOf('c.test')]).toEqual([1000, 500]);
    world.now += 500;
    expect(await ask('http://c.test/')).toEqual({ kind: 'go' });
    world.now += 500;
    expect(waitOf('b.test')).toBe(0);
    expect(gate.addressAwaited('b.test')).toBeUndefined();
  });

  it('keep their distance in different parts of a crawl, whatever the clocks of those say', async () => {
    const lanes = new AddressLanes('all', 500);
    const given = { settings: { robots: 'ignore', sharedAddresses: 'all' }, lanes } as const;
    const one = worldOf({}, { ...given, addresses: { 'a.test': '192.0.2.1' } });
    const other = worldOf({}, { ...given, addresses: { 'b.test': '192.0.2.1' }, now: 9_000_000 });
    expect(await one.ask('http://a.test/')).toEqual({ kind: 'go' });
    // Both clocks stand still, but for the moment between the making of the two gates.
    expect(other.waitOf('b.test')).toBeGreaterThan(300);
    expect(other.waitOf('b.test')).toBeLessThanOrEqual(500);
  });

  it('are looked up once', async () => {
    let lookUps = 0;
    const counted = new Proxy(addresses, {
      get: (target, host: 'a.test') => {
        lookUps += 1;
        return target[host];
      },
    });
    const { world, learn, ask } = worldOf({}, { addresses: counted });
    await learn('http://a.test/robots.txt');
    world.now += 1000;
    await ask('http://a.test/1');
    expect(lookUps).toBe(1);
  });
});

describe('a host name', () => {
  const failed = (url: string, mayPass: boolean): Failed => ({
    ok: false,
    url,
    startedAt: 0,
    durationMs: 9000,
    reason: 'dns',
    detail: 'The name could not be looked up: ETIMEOUT.',
    mayPass,
  });

  it('that is being looked up keeps its host waiting, and is asked about less and less often', async () => {
    const found = Promise.withResolvers<Resolved>();
    const { world, waitOf, ask } = worldOf(
      {},
      { addresses: {}, lookUp: () => found.promise, settings: { robots: 'ignore' } },
    );
    expect(waitOf('a.test')).toBe(20);
    expect(await ask('http://a.test/1')).toMatchObject({ kind: 'wait' });
    world.now += 300;
    expect(waitOf('a.test')).toBe(300);
    world.now += 60_000;
    expect(waitOf('a.test')).toBe(1000);
    found.resolve({ ok: true, validMs: 1000 });
    await found.promise;
    expect(waitOf('a.test')).toBe(0);
    expect(await ask('http://a.test/1')).toEqual({ kind: 'go' });
    expect(world.asked).toEqual([]);
  });

  it('that does not exist makes its host dead', async () => {
    const { waitOf, ask } = worldOf({}, { addresses: {}, lookUp: async (url) => failed(url, false) });
    waitOf('a.test');
    await silenceEnds();
    expect(waitOf('a.test')).toBe(0);
    expect(await ask('http://a.test/1')).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/^host: dns/),
    });
  });

  it('without an answer is looked up again after a growing pause, is counted, and is remembered', async () => {
    let lookUps = 0;
    const { world, gate, waitOf } = worldOf(
      {},
      {
        addresses: {},
        lookUp: async (url) => {
          lookUps += 1;
          return failed(url, true);
        },
      },
    );
    const waits: number[] = [];
    for (let i = 0; i < 3; i++) {
      waitOf('a.test');
      await silenceEnds();
      waits.push(waitOf('a.test'));
      world.now += waits.at(-1)!;
    }
    // Twice, four and eight times the delay of a second, by the back-off of politeness.ts.
    expect(waits).toEqual([2000, 4000, 8000]);
    expect(lookUps).toBe(3);
    expect(gate.awaited(world.now)).toEqual({ names: 1, hosts: 0 });
    expect(world.ledger.filter(({ kind }) => kind === 'name')).toHaveLength(3);
    gate.save();
    expect(world.kept.get('a.test')?.politeness).toMatchObject({ failures: 3 });
  });

  const silenceEnds = () => new Promise((resolve) => setImmediate(resolve));
});

describe('hosts that have not answered yet', () => {
  const hosts = Array.from({ length: 40 }, (_, i) => `h${i}.test`);
  const addresses = Object.fromEntries(hosts.map((host, i) => [host, `93.184.216.${i}`]));
  const settings = { robots: 'ignore' as const, concurrency: 8 };

  it('get three quarters of the requests, until they are silent for a second', async () => {
    const { world, gate, ask } = worldOf({}, { addresses, settings });
    for (const host of hosts.slice(0, 5)) await ask(`http://${host}/`);
    expect(gate.unprovenFrom(world.now)).toBe(world.now);
    await ask('http://h5.test/');
    expect(gate.unprovenFrom(world.now)).toBe(world.now + 1000);
    expect(gate.awaited(world.now).hosts).toBe(0);
    world.now += 1000;
    expect(gate.awaited(world.now).hosts).toBe(6);
    expect(gate.unprovenFrom(world.now)).toBe(world.now);
    for (const host of hosts.slice(6, 12)) await ask(`http://${host}/`);
    // Six silent ones for six slots: half the patience.
    expect(gate.unprovenFrom(world.now)).toBe(world.now + 500);
  });

  it('are proven by the answer to a page, and by it alone', async () => {
    const { world, gate, learn, ask, fetch } = worldOf({}, { addresses, settings: { concurrency: 8 } });
    expect(gate.isUnproven('h0.test')).toBe(true);
    await learn('http://h0.test/robots.txt');
    expect(gate.isUnproven('h0.test')).toBe(true);
    world.now += 1000;
    await ask('http://h0.test/');
    await fetch('http://h0.test/');
    expect(gate.isUnproven('h0.test')).toBe(false);
    const failed = { ok: false, reason: 'header-timeout', detail: '', mayPass: true } as const;
    const url = 'http://h0.test/1';
    gate.answered({ url, host: 'h0.test' }, { ...failed, url, startedAt: world.now, durationMs: 1 });
    expect(gate.isUnproven('h0.test')).toBe(true);
  });
});

describe('a gate after a resume', () => {
  it('knows the rules, the strikes and the times of the one before', async () => {
    const table = { 'http://a.test/robots.txt': RULES, 'http://b.test/robots.txt': 503 };
    const first = worldOf(table);
    await first.learn('http://a.test/robots.txt');
    await first.learn('http://b.test/robots.txt');
    first.gate.hold('a.test', 9_000_000);
    first.gate.save();
    const { waitOf, robotsFor } = worldOf(table, { kept: first.world.kept, resumedAt: 1_000_000 });
    expect(waitOf('a.test')).toBeGreaterThan(0);
    expect(robotsFor('http://a.test/1')).toBeUndefined();
    expect(waitOf('a.test')).toBe(8_000_000);
    expect(robotsFor('http://b.test/1')).toBeUndefined();
    expect(waitOf('b.test')).toBe(60_000);
  });

  it('waits for the delay of each host, as if it had just been contacted, without reading the state of each', () => {
    const kept = new Map([['slow.test', { delayMs: 7000, readyAt: 5000 }]]);
    const { world, waitOf } = worldOf({}, { kept, resumedAt: 1_000_000 });
    expect([waitOf('a.test'), waitOf('slow.test')]).toEqual([1000, 1000]);
    expect(world.recalled).toBe(0);
    world.now += 1000;
    expect([waitOf('a.test'), waitOf('slow.test')]).toEqual([0, 6000]);
  });

  it('does not wait for hours again if the wait was nearly over', () => {
    const kept = new Map([['a.test', { delayMs: DAY_MS, readyAt: 1_400_000 }]]);
    const { world, waitOf } = worldOf({}, { kept, resumedAt: 1_000_000 });
    world.now += 1000;
    expect(world.now + waitOf('a.test')).toBe(1_400_000);
  });
});

describe('a gate that met very many hosts', () => {
  it('still knows hosts that must wait and hosts with a request in flight', async () => {
    const { world, gate, waitOf, ask } = worldOf({}, { settings: { robots: 'ignore' } });
    gate.hold('held.test', world.now + 60_000);
    await ask('http://busy.test/1');
    for (let i = 0; i < 210_000; i++) gate.mayAsk(`h${i}.test`, world.now);
    expect(waitOf('held.test')).toBe(60_000);
    expect(waitOf('busy.test')).toBeGreaterThan(0);
  });

  it('does not request a robots.txt again that is in its memory', async () => {
    const { learn, robotsFor } = worldOf({ 'http://first.test/robots.txt': RULES });
    await learn('http://first.test/robots.txt');
    for (let i = 0; i < 21_000; i++) await learn(`http://h${i}.test/robots.txt`);
    expect(robotsFor('http://first.test/1')).toBeUndefined();
  });
});

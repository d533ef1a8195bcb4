import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/archive/database.ts';
import {
  type Frontier,
  mergeRules,
  type NewLink,
  type RobotsTask,
  type Task,
  type WaitingLink,
} from '../../src/frontier/frontier.ts';
import { MemoryFrontier } from '../../src/frontier/memory-frontier.ts';
import { SqliteFrontier } from '../../src/frontier/sqlite-frontier.ts';
import { ModelFrontier } from './model.ts';
import { TestGate } from './test-gate.ts';

const HOSTS = ['a.test', 'b.test', 'c.test:8080', 'd.test'];
/** The last three share an IP address, which is contacted once in this many milliseconds. */
const ADDRESS = '192.0.2.1';
const DISTANCE_MS = 20;
const PATHS = 6;
const BATCHES = [1, 3];

const host = fc.constantFrom(...HOSTS);
const priority = fc.constantFrom(0, 0.25, 0.5, 0.5, 0.75, 1, -1);
const newLink: fc.Arbitrary<NewLink> = fc
  .record(
    {
      at: fc.tuple(host, fc.nat(PATHS - 1)),
      priority,
      depth: fc.nat(3),
      type: fc.constantFrom('page' as const, 'sitemap' as const, 'document' as const),
      hops: fc.nat(2),
      anchor: fc.constantFrom('one', 'two'),
      from: fc.nat(9),
      carry: fc.constantFrom('{}', '[1]'),
      why: fc.constantFrom('near', 'far'),
    },
    { requiredKeys: ['at', 'priority', 'depth'] },
  )
  .map(({ at: [name, path], ...rest }) => ({ ...rest, host: name, url: `https://${name}/${path}` }));

const change = fc.record(
  {
    host,
    path: fc.nat(PATHS - 1),
    priority,
    why: fc.constantFrom('learnt'),
    carry: fc.constantFrom('"moved"', '"again"'),
  },
  { requiredKeys: ['host', 'path', 'priority'] },
);

const wait = fc.constantFrom(0, 0, 1, 10, 50, 40_000);
const ids = fc.array(fc.integer({ min: 1, max: HOSTS.length * PATHS + 1 }), { maxLength: 8 });
const does = <T extends string>(...names: T[]) => fc.constantFrom(...names);
const work = [
  { weight: 6, arbitrary: fc.record({ do: does('add'), links: fc.array(newLink, { maxLength: 14 }) }) },
  { weight: 6, arbitrary: fc.record({ do: does('take'), n: fc.nat(3), later: wait }) },
  { weight: 3, arbitrary: fc.record({ do: does('refill'), later: wait, anyway: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: does('settle'),
      which: fc.nat(5),
      how: does('done', 'refused', 'retry', 'returned'),
      wait,
      retryIn: wait,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: does('hold'), host, wait }) },
  { weight: 1, arbitrary: fc.record({ do: does('hold'), host: fc.constant(ADDRESS), wait }) },
  { weight: 2, arbitrary: fc.record({ do: does('forget robots.txt'), host }) },
  { weight: 1, arbitrary: fc.record({ do: does('rescore'), salt: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record(
      { do: does('promote'), ids, priority, merge: does('latest', 'max'), why: does('sibling') },
      { requiredKeys: ['do', 'ids', 'priority', 'merge'] },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: does('reprioritise'), changes: fc.array(change, { maxLength: 5 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: does('list') }) },
] as const;
const keeping = [
  { weight: 1, arbitrary: fc.record({ do: does('keep'), how: does('commit', 'reopen', 'crash') }) },
] as const;
const size = { minLength: 5, maxLength: 60 };
type Work = (typeof work)[number]['arbitrary'] extends fc.Arbitrary<infer Step> ? Step : never;

const folder = mkdtempSync(join(tmpdir(), 'forage-frontier-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

describe.each(BATCHES)(
  'in batches of %d a frontier behaves like an array that is sorted for every call',
  (batch) => {
    it.each(mergeRules)('on disk and in memory, with the rule %s', (merge) => {
      fc.assert(
        fc.property(fc.array(fc.oneof(...work), size), (steps) => {
          const gate = gateOf();
          const options = { merge, factor: 1.25, batch, gate };
          const db = openDatabase('', { fleeting: true });
          const script = new Script(new ModelFrontier(options), gate);
          const real = [new SqliteFrontier(db, options), new MemoryFrontier(options)];
          for (const step of steps) {
            script.play(step, real);
            script.compareNumbers(real);
          }
          script.compareAll(real);
          db.close();
        }),
        { numRuns: 12 },
      );
    });

    it.each(mergeRules)('on disk through restarts and crashes, with the rule %s', (merge) => {
      fc.assert(
        fc.property(fc.array(fc.oneof(...work, ...keeping), size), (steps) => {
          const gate = gateOf();
          const options = { merge, factor: 1.25, batch, gate };
          const path = join(folder, `${files++}.db`);
          let db = openDatabase(path);
          let real = new SqliteFrontier(db, options);
          const model = new ModelFrontier(options);
          const script = new Script(model, gate);
          db.commit();
          for (const step of steps) {
            if (step.do !== 'keep') {
              script.play(step, [real]);
            } else if (step.how === 'commit') {
              db.commit();
              model.commit();
            } else {
              if (step.how === 'reopen') {
                db.close();
                model.commit();
              } else {
                db.sql.exec('ROLLBACK');
                db.sql.close();
              }
              model.crash();
              db = openDatabase(path);
              real = new SqliteFrontier(db, options);
              script.out = [];
            }
            script.compareNumbers([real]);
          }
          script.compareAll([real]);
          db.close();
          rmSync(path);
        }),
        { numRuns: 8 },
      );
    });
  },
);

function gateOf(): TestGate {
  const gate = new TestGate();
  for (const name of HOSTS.slice(1)) gate.addresses.set(name, ADDRESS);
  return gate;
}

/** Does the same with the model and with real frontiers, and compares every answer. */
class Script {
  out: (Task | RobotsTask)[] = [];
  #now = 1_000_000;
  readonly #model: ModelFrontier;
  readonly #gate: TestGate;

  constructor(model: ModelFrontier, gate: TestGate) {
    this.#model = model;
    this.#gate = gate;
  }

  play(step: Work, real: Frontier[]): void {
    if (step.do === 'add') {
      this.#same(real, (frontier) => frontier.add(step.links));
    } else if (step.do === 'take') {
      this.#now += step.later;
      const taken = this.#same(real, (frontier) => frontier.take(step.n, this.#now));
      if (taken.some((task) => this.#gate.addresses.has(task.host)))
        this.#gate.hold(ADDRESS, this.#now + DISTANCE_MS);
      this.out.push(...taken);
    } else if (step.do === 'refill') {
      this.#now += step.later;
      const wanted = this.#same(real, (frontier) => frontier.wantsRefill(this.#now));
      if (wanted || step.anyway) this.#same(real, (frontier) => frontier.refill(this.#now));
    } else if (step.do === 'hold') {
      this.#gate.hold(step.host, this.#now + step.wait);
    } else if (step.do === 'forget robots.txt') {
      this.#gate.unread.add(`https://${step.host}/robots.txt`);
    } else if (step.do === 'settle' && this.out.length > 0) {
      const [task] = this.out.splice(step.which % this.out.length, 1);
      const outcome =
        step.how === 'done'
          ? { kind: step.how, page: step.which + 100 }
          : step.how === 'retry'
            ? { kind: step.how, notBefore: this.#now + step.retryIn, reason: 'slow' }
            : { kind: step.how, reason: 'no' };
      this.#gate.hold(task!.host, this.#now + step.wait);
      if (outcome.kind === 'done') this.#gate.unread.delete(task!.url);
      this.#same(real, (frontier) => frontier.settle(task!, outcome));
    } else if (step.do === 'rescore') {
      const priorityOf = ({ id, depth }: WaitingLink) => ((id * 7 + depth + step.salt) % 5) / 4;
      this.#same(real, (frontier) => frontier.rescore(priorityOf));
    } else if (step.do === 'promote') {
      this.#same(real, (frontier) => frontier.promote(step.ids, step.priority, step.merge, step.why));
    } else if (step.do === 'reprioritise') {
      const named = step.changes.map(({ host, path, ...rest }) => ({
        ...rest,
        host,
        url: `https://${host}/${path}`,
      }));
      this.#same(real, (frontier) => frontier.reprioritise(named));
    } else if (step.do === 'list') {
      this.#same(real, (frontier) => [...frontier.byArrival()]);
      for (const name of HOSTS)
        this.#same(real, (frontier) =>
          ['http', 'https'].map((s) => frontier.waitsAt(name, `${s}://${name}`)),
        );
    }
  }

  compareNumbers(real: Frontier[]): void {
    this.#same(real, (frontier) => frontier.stats());
    this.#same(real, (frontier) => frontier.nextReadyAt());
  }

  compareAll(real: Frontier[]): void {
    this.#same(real, (frontier) => [...frontier.byArrival()]);
    for (const name of HOSTS) {
      for (let at = 0; at < PATHS; at++)
        this.#same(real, (frontier) => frontier.find(`https://${name}/${at}`));
    }
  }

  #same<T>(real: Frontier[], ask: (frontier: Frontier) => T): T {
    const wanted = ask(this.#model);
    for (const frontier of real) expect(ask(frontier)).toEqual(wanted);
    return wanted;
  }
}

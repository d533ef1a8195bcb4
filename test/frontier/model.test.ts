import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/archive/database.ts';
import { type Lease, mergeRules, type NewLink } from '../../src/frontier/frontier.ts';
import { SqliteFrontier } from '../../src/frontier/sqlite-frontier.ts';
import { ModelFrontier } from './model.ts';

const HOSTS = ['a.test', 'b.test', 'c.test:8080', 'd.test'];
const PATHS = 6;

const host = fc.constantFrom(...HOSTS);
const priority = fc.constantFrom(0, 0.25, 0.5, 0.5, 0.75, 1, -1);
const newLink: fc.Arbitrary<NewLink> = fc
  .record(
    {
      at: fc.tuple(host, fc.nat(PATHS - 1)),
      priority,
      depth: fc.nat(3),
      hops: fc.nat(2),
      anchor: fc.constantFrom('one', 'two'),
      from: fc.nat(9),
      carry: fc.constantFrom('{}', '[1]'),
      why: fc.constantFrom('near', 'far'),
    },
    { requiredKeys: ['at', 'priority', 'depth'] },
  )
  .map(({ at: [name, path], ...rest }) => ({ ...rest, host: name, url: `https://${name}/${path}` }));

const wait = fc.constantFrom(0, 0, 1, 10, 50, 40_000);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('add' as const), links: fc.array(newLink, { maxLength: 14 }) }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('take' as const), n: fc.nat(3), later: wait }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      which: fc.nat(5),
      how: fc.constantFrom('done' as const, 'refused' as const, 'retry' as const, 'returned' as const),
      wait,
      retryIn: wait,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rescore' as const), salt: fc.nat(9) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('commit' as const, 'reopen' as const, 'crash' as const) }),
  },
);

const folder = mkdtempSync(join(tmpdir(), 'forage-frontier-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

describe('the frontier answers like an array that is sorted for every question', () => {
  for (const rule of mergeRules) {
    it(`with the rule ${rule}, through restarts and crashes`, () => {
      fc.assert(
        fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
          const path = join(folder, `${files++}.db`);
          const options = { merge: rule, bonus: 0.25 };
          let db = openDatabase(path);
          let real = new SqliteFrontier(db, options);
          const model = new ModelFrontier(rule, 0.25);
          let leases: Lease[] = [];
          let now = 1_000_000;
          db.commit();

          for (const s of steps) {
            if (s.do === 'add') {
              expect(real.add(s.links)).toEqual(model.add(s.links));
            } else if (s.do === 'take') {
              now += s.later;
              const taken = real.take(s.n, now);
              expect(taken).toEqual(model.take(s.n, now));
              leases.push(...taken);
            } else if (s.do === 'settle' && leases.length > 0) {
              const [lease] = leases.splice(s.which % leases.length, 1);
              const outcome =
                s.how === 'done'
                  ? { kind: s.how, page: lease!.id + 100 }
                  : s.how === 'retry'
                    ? { kind: s.how, notBefore: now + s.retryIn, reason: 'slow' }
                    : { kind: s.how, reason: 'no' };
              real.settle(lease!, outcome, now + s.wait);
              model.settle(lease!, outcome, now + s.wait);
            } else if (s.do === 'rescore') {
              const fn = ({ id, depth }: Lease) => ((id * 7 + depth + s.salt) % 5) / 4;
              expect(real.rescore(fn)).toBe(model.rescore(fn));
            } else if (s.do === 'commit') {
              db.commit();
              model.commit();
            } else if (s.do === 'reopen' || s.do === 'crash') {
              if (s.do === 'reopen') {
                db.close();
                model.commit();
              } else {
                db.sql.exec('ROLLBACK');
                db.sql.close();
              }
              model.crash();
              db = openDatabase(path);
              real = new SqliteFrontier(db, options);
              leases = [];
            }
            expect(real.stats()).toEqual(model.stats());
            expect(real.nextReadyAt()).toBe(model.nextReadyAt());
          }
          for (const name of HOSTS) {
            expect([...real.waiting({ host: name })]).toEqual(model.waiting(name));
            for (let at = 0; at < PATHS; at++) {
              const url = `https://${name}/${at}`;
              expect(real.find(url)).toEqual(model.find(url));
            }
          }
          db.close();
          rmSync(path);
        }),
        { numRuns: 60 },
      );
    });
  }
});

/** A hand-made visit: fields that a test does not name are empty, and a judge's opinion is completed as in a crawl. */
import { judgementOf, type Opinion } from '../../src/judge/judge.ts';
import type { NoSignals, Visit } from '../../src/strategy/strategy.ts';
import { pageOf } from '../page-of.ts';

type Given<S extends object> = Partial<Omit<Visit<S>, 'judgement'>> & { judgement?: Opinion };

export function visitOf<S extends object = NoSignals>({ judgement, ...given }: Given<S> = {}): Visit<S> {
  return {
    page: pageOf({}),
    judgement: judgementOf(judgement ?? { score: 0, relevant: false, why: [] }),
    signals: {} as S,
    via: { id: 1, url: 'http://example.test/', anchor: '', priority: 0, depth: 0 },
    inlinks: () => [],
    host: () => ({ pages: 1, relevant: 0 }),
    ...given,
  };
}

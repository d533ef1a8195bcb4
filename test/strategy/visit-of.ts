/** A visit made by hand: what a test does not name is empty. */
import type { Visit } from '../../src/strategy/strategy.ts';
import { pageOf } from '../page-of.ts';

export function visitOf(given: Partial<Visit> = {}): Visit {
  return {
    page: pageOf({}),
    judgement: { score: 0, relevant: false, why: [] },
    signals: {},
    via: { id: 1, url: 'http://example.test/', anchor: '', priority: 0, depth: 0 },
    inlinks: () => [],
    host: () => ({ pages: 1, relevant: 0 }),
    ...given,
  };
}

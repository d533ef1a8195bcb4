import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TermTable } from '../../src/text/term-table.ts';

it('counts lines as a map of strings does, whatever is in them', () => {
  const term = fc.constantFrom("we'v", 'naïv', 'caf', '月', 'owl', "'", 'a-b', '\u{1F600}', 'x'.repeat(200));
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(term), { maxLength: 12 }), (pages) => {
      const table = new TermTable();
      const expected = new Map<string, number>();
      for (const page of pages) {
        table.add(page.join('\n'), 1);
        for (const one of page) expected.set(one, (expected.get(one) ?? 0) + 1);
      }
      const { terms, frequencies } = table.counted(1);
      expect(new Map(terms.map((one, i) => [one, frequencies[i]]))).toEqual(expected);
    }),
  );
});

it('grows with its terms, and forgets those that were counted once', () => {
  const numbers = Array.from({ length: 20_000 }, (_, i) => `term${i}`);
  const table = TermTable.of(
    numbers,
    Uint32Array.from(numbers, (_, i) => (i % 2) + 1),
  );
  expect(table.size).toBe(20_000);
  table.add('term2\nterm3', 1);
  const rest = table.withoutRare();
  expect(rest.size).toBe(10_001);
  const { terms, frequencies } = rest.counted(3);
  expect({ terms, frequencies }).toEqual({ terms: ['term3'], frequencies: [3] });
});

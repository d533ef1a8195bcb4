import { expect, test } from 'vitest';
import { HostTable } from '../../src/url/host-pattern.ts';

const table = new HostTable([
  ['*', 'any'],
  ['*.example.org', 'under'],
  ['*.deep.example.org', 'deeper'],
  ['www.Example.org', 'exact'],
  ['*.bücher.test', 'idn'],
  ['[::1]', 'six'],
]);

test('the most specific pattern wins', () => {
  expect(table.get('www.example.org')).toBe('exact');
  expect(table.get('other.example.org')).toBe('under');
  expect(table.get('a.b.deep.example.org')).toBe('deeper');
  expect(table.get('deep.example.org')).toBe('under');
  expect(table.get('example.org')).toBe('any');
  expect(table.get('badexample.org')).toBe('any');
});

test('patterns are normalised like URLs', () => {
  // xn--bcher-kva is what RFC 3492 makes of bücher.
  expect(table.get('www.xn--bcher-kva.test')).toBe('idn');
  expect(table.get('::1')).toBe('six');
});

test('all patterns are given from least to most specific', () => {
  expect(table.all('www.example.org')).toEqual(['any', 'under', 'exact']);
  expect(table.all('x.deep.example.org')).toEqual(['any', 'under', 'deeper']);
});

test('a table without a matching pattern has no value', () => {
  expect(new HostTable([['a.test', 1]]).get('b.test')).toBeUndefined();
  expect(new HostTable().isEmpty).toBe(true);
});

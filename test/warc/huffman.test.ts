import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lengthsToCodes, makeCode } from '../../src/warc/huffman.ts';

function codeOf(frequencies: number[], limit: number): { lengths: number[]; codes: number[] } {
  const lengths = new Uint8Array(frequencies.length);
  const codes = new Uint16Array(frequencies.length);
  makeCode(Int32Array.from(frequencies), frequencies.length, limit, lengths, codes);
  return { lengths: [...lengths], codes: [...codes] };
}

/** 1 for a code that uses all its room and no more (Kraft). */
const roomTaken = (lengths: number[]): number =>
  lengths.reduce((sum, length) => sum + (length === 0 ? 0 : 2 ** -length), 0);

/** What the best code costs: the sum of the inner nodes, by the textbook's way of joining the two lightest. */
function lowestCost(frequencies: number[]): number {
  const nodes = frequencies.filter((frequency) => frequency > 0);
  let cost = 0;
  while (nodes.length > 1) {
    nodes.sort((a, b) => b - a);
    const joined = nodes.pop()! + nodes.pop()!;
    nodes.push(joined);
    cost += joined;
  }
  return cost;
}

it('costs what the textbook code costs, and takes all its room', () => {
  const some = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 2, maxLength: 286 });
  fc.assert(
    fc.property(some, (frequencies) => {
      fc.pre(frequencies.filter((frequency) => frequency > 0).length >= 2);
      const { lengths } = codeOf(frequencies, 15);
      fc.pre(Math.max(...lengths) < 15); // at the limit the best code may be out of reach
      expect(roomTaken(lengths)).toBe(1);
      const cost = frequencies.reduce((sum, frequency, symbol) => sum + frequency * lengths[symbol]!, 0);
      expect(cost).toBe(lowestCost(frequencies));
    }),
  );
});

it.each([15, 11, 7])('frequencies that grow as Fibonacci numbers do get no code above %i bits', (limit) => {
  const frequencies = [1, 1];
  while (frequencies.length < 19) frequencies.push(frequencies.at(-1)! + frequencies.at(-2)!);
  const { lengths } = codeOf(frequencies, limit);
  expect(Math.max(...lengths)).toBe(limit);
  expect(roomTaken(lengths)).toBe(1);
  expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
});

it('one symbol, or none, still gets a code of two', () => {
  expect(codeOf([0, 0, 9], 15).lengths).toEqual([1, 0, 1]);
  expect(codeOf([0, 0, 0], 15).lengths).toEqual([1, 1, 0]);
});

it('gives the codes of the example in RFC 1951, 3.2.2, from the last bit to the first', () => {
  const codes = new Uint16Array(8);
  lengthsToCodes(Uint8Array.of(3, 3, 3, 3, 3, 2, 4, 4), 8, codes);
  const turned = ['010', '011', '100', '101', '110', '00', '1110', '1111'];
  expect([...codes]).toEqual(turned.map((bits) => Number.parseInt([...bits].reverse().join(''), 2)));
});

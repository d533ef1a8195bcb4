import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../src/page/fingerprint.ts';

const words = Array.from({ length: 300 }, (_, i) => `word${(i * 7919) % 1009}`);
const text = words.join(' ');

/** In how many bits two fingerprints differ, by BigInt: another way than that of the code. */
function hammingDistance(a: string, b: string): number {
  return (BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(2).replaceAll('0', '').length;
}

describe('a fingerprint', () => {
  test('is sixteen hex digits, zeros for no word at all', () => {
    expect(fingerprint(text)).toMatch(/^[0-9a-f]{16}$/);
    expect(fingerprint('')).toBe('0000000000000000');
    expect(fingerprint(' .,;! — ')).toBe('0000000000000000');
    expect(fingerprint('one')).not.toBe('0000000000000000');
    expect(fingerprint('one two')).not.toBe(fingerprint('two one'));
  });

  test('does not see case, punctuation and white space', () => {
    expect(fingerprint('Ein Käse, zwei ÄPFEL! drei')).toBe(fingerprint('ein käse zwei\n\näpfel... Drei'));
  });

  test('changes in few bits when one word of three hundred does', () => {
    const changed = words.with(150, 'other').join(' ');
    expect(fingerprint(changed)).not.toBe('');
    expect(hammingDistance(fingerprint(text), fingerprint(changed))).toBeLessThanOrEqual(6);
  });

  test('is some 32 bits away for another text', () => {
    // Two independent fingerprints differ in 64 fair coins: mean 32, standard deviation 4; 14 to 50 is 4.5 of them.
    for (let i = 0; i < 20; i++) {
      const other = words.map((word) => `${word}x${i}`).join(' ');
      const distance = hammingDistance(fingerprint(text), fingerprint(other));
      expect(distance).toBeGreaterThan(14);
      expect(distance).toBeLessThan(50);
    }
  });

  test('sees the characters of scripts without spaces as words', () => {
    const chinese =
      '哮喘是一种常见的慢性呼吸道疾病，患者会反复出现喘息、气急、胸闷或咳嗽等症状，多在夜间或清晨发作。';
    const longer = chinese.repeat(3);
    expect(hammingDistance(fingerprint(longer), fingerprint(`${longer}好`))).toBeLessThan(12);
    expect(fingerprint(chinese)).not.toBe(fingerprint(longer.slice(3, 30)));
  });

  test('is the majority of its features, counted one bit at a time', () => {
    // With a feature repeated more often than all others together, the others have no say.
    const loud = Array.from({ length: 50 }, () => 'a b c').join(' ');
    expect(hammingDistance(fingerprint(loud), fingerprint(`${loud} x y z`))).toBeLessThanOrEqual(8);
  });
});

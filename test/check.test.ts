/** Every kind of fault that a schema can find comes out in our words, with the path of its key. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addFaults, check, checked } from '../src/check.ts';
import { ForageError } from '../src/errors.ts';
import { zodWords } from './zod-words.ts';

const schema = z.strictObject({
  name: z.string(),
  pages: z.number().int().positive().max(100).optional(),
  share: z.number().min(0).lt(1).optional(),
  step: z.number().multipleOf(5).optional(),
  isOn: z.boolean().optional(),
  mode: z.enum(['obey', 'ignore']).optional(),
  words: z.array(z.string().min(2).max(5)).min(1).max(3).optional(),
  host: z.strictObject({ port: z.number() }).optional(),
  perHost: z.record(z.string(), z.number()).optional(),
  either: z.union([z.number(), z.strictObject({ depth: z.number() })]).optional(),
  when: z.iso.date().optional(),
  own: z
    .string()
    .refine((text) => text.startsWith('a'), 'it begins with "a"')
    .optional(),
});

describe('a fault', () => {
  it.each<[string, object, string]>([
    ['a missing key', {}, 'name: missing: give text'],
    ['text for a number', { pages: 'many' }, 'pages: give a number (found "many")'],
    ['no number at all', { pages: Number.NaN }, 'pages: give a number (found NaN)'],
    ['a fraction', { pages: 1.5 }, 'pages: give a whole number (found 1.5)'],
    ['too little', { pages: 0 }, 'pages: give a number above 0 (found 0)'],
    ['too much', { pages: 101 }, 'pages: give a number of at most 100 (found 101)'],
    ['below the least', { share: -1 }, 'share: give a number of at least 0 (found -1)'],
    ['not below the border', { share: 1 }, 'share: give a number below 1 (found 1)'],
    ['no multiple', { step: 7 }, 'step: give a multiple of 5 (found 7)'],
    ['a word for a switch', { isOn: 'maybe' }, 'isOn: give true or false (found "maybe")'],
    [
      'a misspelt choice',
      { mode: 'obay' },
      'mode: give "obey" or "ignore" (found "obay"); did you mean "obey"?',
    ],
    ['a choice like no other', { mode: 'x' }, 'mode: give "obey" or "ignore" (found "x")'],
    ['one for a list', { words: 'owl' }, 'words: give a list (found "owl")'],
    ['an empty list', { words: [] }, 'words: give a list of at least 1 entry'],
    ['a long list', { words: ['ab', 'cd', 'ef', 'gh'] }, 'words: give a list of at most 3 entries'],
    ['a short text', { words: ['ab', 'c'] }, 'words.1: give text of at least 2 characters (found "c")'],
    ['a list for a map', { host: [1] }, 'host: give keys with values (found a list)'],
    ['null', { host: null }, 'host: give keys with values (found null)'],
    ['a misspelt key', { host: { prot: 1, port: 1 } }, 'host.prot: unknown key; did you mean "port"?'],
    ['a key like no other', { host: { colour: 1, port: 1 } }, 'host.colour: unknown key; there are: port'],
    ['a wrong value of a record', { perHost: { a: 'b' } }, 'perHost.a: give a number (found "b")'],
    ['none of several types', { either: true }, 'either: give a number or keys with values (found true)'],
    ['a fault within one of several', { either: { depht: 1 } }, 'either.depth: missing: give a number'],
    ['a wrong form', { when: 'soon' }, 'when: give text of the form date (found "soon")'],
    ['what the schema words itself', { own: 'b' }, 'own: it begins with "a" (found "b")'],
  ])('for %s', (_, given, text) => {
    const result = check(schema, text.startsWith('name') ? given : { name: 'a', ...given });
    if (result.ok) throw new Error('it was accepted');
    const told = result.faults.map((fault) => `${fault.path.join('.')}: ${fault.text}`);
    expect(told).toContain(text);
    expect(told.join('\n')).not.toMatch(zodWords);
  });

  it('is one for each unknown key', () => {
    const result = check(schema, { name: 'a', pagse: 1, shar: 2 });
    expect(result).toEqual({
      ok: false,
      faults: [
        { path: ['pagse'], text: 'unknown key; did you mean "pages"?' },
        { path: ['shar'], text: 'unknown key; did you mean "share"?' },
      ],
    });
  });

  it('of a check within a schema is reported under its key', () => {
    const outer = z.strictObject({
      inner: z.unknown().superRefine((value, context) => {
        addFaults(context, () => checked(schema, value, 'USAGE', 'inner'));
      }),
    });
    const result = check(outer, { inner: { name: 'a', pages: 'many' } });
    expect(result).toEqual({
      ok: false,
      faults: [{ path: ['inner', 'pages'], text: 'give a number (found "many")' }],
    });
  });
});

it('an error names every fault with the path from what was checked', () => {
  try {
    checked(schema, { name: 1, pagse: 2 }, 'USAGE', 'settings');
  } catch (error) {
    expect(error).toBeInstanceOf(ForageError);
    expect((error as ForageError).code).toBe('USAGE');
    expect((error as ForageError).message).toBe(
      'settings.name: give text (found 1)\nsettings.pagse: unknown key; did you mean "pages"?',
    );
    return;
  }
  throw new Error('it was accepted');
});

/** The define functions: what they refuse, what they fill in, and the types that they infer. */
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  defineExporter,
  defineFilter,
  defineJudge,
  defineReader,
  defineRecipe,
  defineSink,
  defineStrategy,
  z,
} from '../../src/index.ts';
import { settingsOf } from '../../src/recipe/parts.ts';

const judge = { judge: () => ({ score: 1, relevant: true, why: [] }) };

describe('a definition', () => {
  it('says what it is, is frozen, and has nothing beside its own keys in JSON', () => {
    const recipe = defineRecipe({ name: 'mine', judge: 'svm', strategy: { kind: 'best-first' } });
    expect(recipe.forage).toBe('recipe');
    expect(Object.isFrozen(recipe)).toBe(true);
    expect(JSON.parse(JSON.stringify(recipe))).toEqual({
      name: 'mine',
      summary: '',
      description: '',
      origin: 'your own',
      judge: { kind: 'svm' },
      strategy: { kind: 'best-first' },
    });
  });

  it('needs nothing and has no settings if none are given', () => {
    const plain = defineJudge({ name: 'plain', make: () => judge });
    expect(plain.needs({})).toEqual([]);
    expect(settingsOf(plain, { kind: 'plain' })).toEqual({});
  });

  it('takes no setting that it does not know, whether its object was strict or not', () => {
    const settings = z.object({ depth: z.number().default(3) });
    const filter = defineFilter({ name: 'deep', settings, make: () => ({ refuses: () => undefined }) });
    expect(settingsOf(filter, { kind: 'deep' })).toEqual({ depth: 3 });
    expect(() => settingsOf(filter, { kind: 'deep', dephts: 1 })).toThrow(
      'Settings of "deep": dephts: unknown key; did you mean "depth"?',
    );
  });
});

describe('refused at definition', () => {
  // As somebody may write it who has no type checker.
  // biome-ignore lint/suspicious/noExplicitAny: mistakes that types would find
  const loose = (define: unknown, given: object) => () => (define as any)(given);

  it.each([
    [
      'a judge without make',
      loose(defineJudge, { name: 'a' }),
      'The judge "a": the function "make" is missing.',
    ],
    [
      'a reader without read',
      loose(defineReader, { name: 'a', accepts() {} }),
      /reader "a": the function "read"/,
    ],
    ['a sink without open', loose(defineSink, { name: 'a', make() {} }), /sink "a": the function "open"/],
    [
      'an exporter without export',
      loose(defineExporter, { name: 'a' }),
      /exporter "a": the function "export"/,
    ],
    ['no name', loose(defineStrategy, { make() {} }), /strategy "undefined": a name may contain letters/],
    [
      'a name with spaces',
      loose(defineFilter, { name: 'my filter', make() {} }),
      /filter "my filter": a name/,
    ],
    [
      'the name of our own format',
      loose(defineReader, { name: 'pdf', accepts() {}, read() {} }),
      /"pdf".*taken/,
    ],
    [
      'settings that are not a schema',
      loose(defineJudge, { name: 'a', settings: { a: 1 }, make() {} }),
      /z\.object/,
    ],
    [
      'a recipe without a judge',
      loose(defineRecipe, { name: 'a', strategy: 'b' }),
      /recipe "a": "judge" must/,
    ],
  ])('%s', (_, definition, message) => {
    expect(definition).toThrow(message);
    expect(definition).toThrow(expect.objectContaining({ code: 'PLUGIN_INVALID' }));
  });
});

it('settings, model and signals are inferred, and a strategy with signals must measure them', () => {
  defineStrategy({
    name: 'typed',
    settings: z.object({ most: z.number().default(1) }),
    train: ({ topic }) => [topic.name],
    measure: ({ settings, model }) => {
      expectTypeOf(settings).toEqualTypeOf<{ most: number }>();
      expectTypeOf(model).toEqualTypeOf<string[]>();
      return () => ({ longest: 1 });
    },
    make: () => ({
      visit({ signals }) {
        expectTypeOf(signals).toEqualTypeOf<{ longest: number }>();
        return [];
      },
    }),
  });
  const withSignals = { visit: (_: import('../../src/index.ts').Visit<{ longest: number }>) => [] };
  // @ts-expect-error: nothing measures "longest"
  defineStrategy({ name: 'untold', make: () => withSignals });
});

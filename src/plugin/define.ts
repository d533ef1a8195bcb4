/**
 * What a user's module provides to Forage: a judge, a strategy, a recipe, a page format, a link filter, a sink, an
 * exporter or a source of seeds, each made by a function of this file. The built-in ones are made by the same functions.
 *
 * A definition is plain and frozen, and identifies itself by `forage`, so that definitions made by another copy of this
 * package work, too.
 */
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import type { Judge, Judgement } from '../judge/judge.ts';
import type { Page } from '../page/page.ts';
import type { Given, JudgeKind, JudgeLearner, KindParts, Measure, StrategyKind } from '../recipe/kind.ts';
import type { Recipe, Spec } from '../recipe/recipe.ts';
import type { SeedSource } from '../seeds/source.ts';
import type { Knowledge, Place, Strategy } from '../strategy/strategy.ts';
import type { Topic } from '../topic/topic.ts';
import type { Exporter, Filter, Reader, SinkKind } from './parts.ts';

/** What can be defined. */
export interface Definitions {
  judge: JudgeKind;
  strategy: StrategyKind;
  recipe: Recipe;
  reader: Reader;
  filter: Filter;
  sink: SinkKind;
  exporter: Exporter;
  'seed source': SeedSource;
}

export type Sort = keyof Definitions;
export type Definition<S extends Sort = Sort> = Definitions[S] & { readonly forage: S };

type Empty = z.ZodObject<Record<never, never>>;
type Described<Schema extends z.ZodObject, Model> = Omit<
  KindParts<z.output<Schema>, Model>,
  'summary' | 'settings' | 'needs'
> & {
  summary?: string;
  /** An object of settings, each with a default and a description; none by default. */
  settings?: Schema;
  needs?: KindParts<z.output<Schema>, Model>['needs'];
};

export function defineJudge<Schema extends z.ZodObject = Empty, Model = undefined, Notes = undefined>(
  given: Described<Schema, Model> & {
    make(given: Given<z.output<Schema>, Model>): Judge;
    judges?(topic: Topic): boolean;
    learner?(given: Given<z.output<Schema>, Model>): JudgeLearner<Model, Notes> | undefined;
    notes?(
      given: Given<z.output<Schema>, Model> & { judge: Judge },
    ): ((page: Page, judgement: Judgement) => Notes) | undefined;
  },
): Definition<'judge'> {
  return defined('judge', given, ['make'], { needs: () => [], ...given, settings: strict('judge', given) });
}

/** Nothing if there are no signals, or their type is unknown. */
type Measured<S> = [keyof S] extends [never]
  ? unknown
  : string extends keyof S
    ? unknown
    : { measure: unknown };

/** A strategy whose visits have signals needs the measure that makes them. */
export function defineStrategy<
  Schema extends z.ZodObject = Empty,
  Model = undefined,
  S extends object = Record<never, never>,
>(
  given: Described<Schema, Model> & {
    measure?(given: Given<z.output<Schema>, Model> & { judge: Judge }): Measure<S>;
    measuresBy?(settings: z.output<Schema>): unknown;
    make(given: Given<z.output<Schema>, Model> & { place?: Place | undefined }): Strategy<S>;
    knowledge?(given: Given<z.output<Schema>, Model>): Knowledge;
  } & Measured<S>,
): Definition<'strategy'> {
  return defined('strategy', given, ['make'], {
    needs: () => [],
    ...given,
    settings: strict('strategy', given),
  });
}

/** A recipe in a module, beside the kinds that it uses. */
export function defineRecipe(
  given: Pick<Recipe, 'name' | 'frontier'> &
    Partial<Pick<Recipe, 'summary' | 'description' | 'origin'>> & {
      judge: string | Spec;
      strategy: string | Spec;
    },
): Definition<'recipe'> {
  for (const part of ['judge', 'strategy'] as const)
    if (typeof specOf(given[part])?.kind !== 'string')
      throw invalid('recipe', given.name, `"${part}" must be a kind, or { kind, …settings }`);
  const about = { description: '', origin: 'your own' };
  const specs = { judge: specOf(given.judge), strategy: specOf(given.strategy) };
  return defined('recipe', given, [], { ...about, ...given, ...specs });
}

/** A page format; it is tried before the built-in ones, so it may also replace them. */
export function defineReader(given: Summed<Reader>): Definition<'reader'> {
  if (OUR_FORMATS.has(given.name))
    throw invalid('reader', given.name, 'the name is taken by a built-in format');
  return defined('reader', given, ['accepts', 'read'], given);
}

export function defineFilter<Schema extends z.ZodObject = Empty>(
  given: SummedKind<Schema> & Pick<Filter<z.output<Schema>>, 'make'>,
): Definition<'filter'> {
  return defined('filter', given, ['make'], { ...given, settings: strict('filter', given) });
}

export function defineSink<Schema extends z.ZodObject = Empty>(
  given: SummedKind<Schema> & Pick<SinkKind<z.output<Schema>>, 'open'>,
): Definition<'sink'> {
  return defined('sink', given, ['open'], { ...given, settings: strict('sink', given) });
}

export function defineExporter(given: Summed<Exporter>): Definition<'exporter'> {
  return defined('exporter', given, ['export'], given);
}

export function defineSeedSource<Schema extends z.ZodObject = Empty>(
  given: SummedKind<Schema> & Pick<SeedSource<z.output<Schema>>, 'asks' | 'open'>,
): Definition<'seed source'> {
  return defined('seed source', given, ['open'], { ...given, settings: strict('seed source', given) });
}

type Summed<Part extends { summary: string }> = Omit<Part, 'summary'> & { summary?: string };
type SummedKind<Schema> = { name: string; summary?: string; settings?: Schema };

const OUR_FORMATS: ReadonlySet<string> = new Set([
  ...['html', 'text', 'pdf', 'docx', 'pptx', 'odt', 'epub', 'doc', 'rtf', 'latex', 'postscript'],
]);
const NAME = /^[\w+.-]+(\/[\w+.-]+)*$/;

const specOf = (given: string | Spec): Spec => (typeof given === 'string' ? { kind: given } : given);

function defined<S extends Sort>(
  sort: S,
  given: { name: string },
  functions: readonly string[],
  filled: object,
): Definition<S> {
  if (typeof given.name !== 'string' || !NAME.test(given.name))
    throw invalid(sort, String(given.name), 'a name may contain letters, digits, "-", "+", "." and "/"');
  for (const name of functions)
    if (typeof (given as Record<string, unknown>)[name] !== 'function')
      throw invalid(sort, given.name, `the function "${name}" is missing`);
  // Not enumerable, so that a recipe equals one from a file when it is written, sent or checked.
  const branded = Object.defineProperty({ summary: '', ...filled }, 'forage', { value: sort });
  return Object.freeze(branded) as unknown as Definition<S>;
}

/** Misspelt settings must be refused. */
function strict(sort: Sort, { name, settings }: { name: string; settings?: z.ZodObject }): z.ZodObject {
  if (settings === undefined) return z.strictObject({});
  if (typeof settings !== 'object' || typeof settings.strict !== 'function')
    throw invalid(sort, name, 'settings must be a z.object({ … }), with z imported from forage-crawler');
  return settings.strict();
}

const invalid = (sort: Sort, name: string, text: string): ForageError =>
  new ForageError('PLUGIN_INVALID', `The ${sort} "${name}": ${text}.`);

/**
 * Pages behind search forms. A form that may be tried (`page/forms.ts`) is sent with the topic's own words, then with
 * its own options: three times at first, and once more for every relevant page that it has brought, up to a budget. The
 * queries wait in the frontier like links, so that robots.txt, scope, traps and pace hold for them.
 */
import type { NewLink, Task } from '../frontier/frontier.ts';
import type { Form, FormField } from '../page/page.ts';
import type { Topic } from '../topic/topic.ts';
import { canonicalUrl, hostOf, type UrlRules } from '../url/url.ts';

/** Queries before a form has brought anything. */
const FIRST_TRIES = 3;
const MOST_FORMS = 2000;
const MOST_RESULTS = 20_000;

interface KnownForm {
  form: Form;
  /** Queries that were made. */
  made: number;
  /** Relevant pages that were found through it. */
  finds: number;
  /** Where it was found. */
  at: { from: number; depth: number; priority: number };
}

export interface FormsParts {
  topic: Topic;
  /** Queries of one form. */
  budget: number;
  urlRules: UrlRules;
}

export class Forms {
  readonly #on: FormsParts;
  readonly #words: string[];
  #forms = new Map<string, KnownForm>();
  /** URL of a query → its form. */
  #queries = new Map<string, string>();
  /** Id of a page of results → its form. */
  #results = new Map<number, string>();

  constructor(parts: FormsParts) {
    this.#on = parts;
    const { keywords, content } = parts.topic;
    const wanted = [...keywords, ...content].filter(({ weight }) => weight > 0);
    wanted.sort((a, b) => b.weight - a.weight);
    this.#words = [...new Set(wanted.map(({ term }) => term))];
  }

  #isChanged = false;

  /** The queries of the forms of a page that are to be made now. */
  found(forms: readonly Form[], at: KnownForm['at']): NewLink[] {
    return forms.flatMap((form) => {
      const key = `${form.action} ${form.fields.map(({ name }) => name).join(' ')}`;
      if (this.#forms.has(key) || this.#forms.size >= MOST_FORMS) return [];
      this.#isChanged = true;
      this.#forms.set(key, { form, made: 0, finds: 0, at });
      return this.#next(key);
    });
  }

  /** A page has landed: notes what it says about the form that led to it, and returns what that form may ask next. */
  landed({ url, from }: Pick<Task, 'url' | 'from'>, page: number, isNewFind: boolean): NewLink[] {
    const asked = this.#queries.get(url);
    const led = from === null ? undefined : this.#results.get(from);
    const key = asked ?? led;
    if (key === undefined) return [];
    this.#isChanged = true;
    const known = this.#forms.get(key)!;
    // The next page of results is a page of results, too.
    const isResult = asked !== undefined || url.startsWith(`${known.form.action}?`);
    if (isResult && this.#results.size < MOST_RESULTS) this.#results.set(page, key);
    if (isResult || !isNewFind) return [];
    known.finds += 1;
    return this.#next(key);
  }

  /** Plain JSON; undefined if nothing has changed since the last call. */
  save(): unknown {
    if (!this.#isChanged) return undefined;
    this.#isChanged = false;
    return { forms: [...this.#forms], queries: [...this.#queries], results: [...this.#results] };
  }

  restore(saved: unknown): void {
    const { forms, queries, results } = (saved ?? {}) as Record<string, never[]>;
    this.#forms = new Map(forms);
    this.#queries = new Map(queries);
    this.#results = new Map(results);
  }

  #next(key: string): NewLink[] {
    const known = this.#forms.get(key)!;
    const { form, at } = known;
    const allowed = Math.min(this.#on.budget, FIRST_TRIES + known.finds);
    const links: NewLink[] = [];
    for (const { asked, values } of queriesOf(form, this.#words).drop(known.made)) {
      if (known.made >= allowed) break;
      known.made += 1;
      const query = new URLSearchParams(form.fields.map(({ name }) => [name, values.get(name) ?? '']));
      const target = canonicalUrl(`${form.action}?${query}`, undefined, this.#on.urlRules);
      if (!target.ok || this.#queries.has(target.url)) continue;
      this.#queries.set(target.url, key);
      const { url } = target;
      const why = `the form at ${form.action} asked for "${asked}"`;
      links.push({ ...at, url, host: hostOf(url), depth: at.depth + 1, anchor: asked, why });
    }
    return links;
  }
}

interface Query {
  asked: string;
  /** By the name of the field. */
  values: ReadonlyMap<string, string>;
}

/** With words: each with the form's defaults, then the first with each option. Without: each option by itself. */
function* queriesOf({ fields }: Form, words: readonly string[]): Generator<Query, undefined, undefined> {
  const free = fields.find(({ kind }) => kind === 'words');
  const choices = fields.filter(({ kind }) => kind === 'choice');
  const defaults = new Map(fields.map(({ name, values }) => [name, values[0] ?? '']));
  const set = (...changed: [FormField, string][]): ReadonlyMap<string, string> =>
    new Map([...defaults, ...changed.map(([{ name }, value]) => [name, value] as const)]);
  if (free !== undefined) for (const word of words) yield { asked: word, values: set([free, word]) };
  const [first] = words;
  if (free !== undefined && first === undefined) return;
  for (const choice of choices)
    for (const option of choice.values.slice(free === undefined ? 0 : 1))
      if (option !== '')
        yield free === undefined
          ? { asked: option, values: set([choice, option]) }
          : { asked: `${first}, ${option}`, values: set([free, first!], [choice, option]) };
}

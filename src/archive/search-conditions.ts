/** What a query asks of pages beside the words of their texts, as a condition on the table `pages`. */
import type { SQLInputValue } from 'node:sqlite';
import type { CrawlDatabase } from './database.ts';
import { hasDocuments } from './documents.ts';
import type { HandNotes } from './hand-notes.ts';
import { type PageFilter, pageFilter } from './page-filter.ts';
import { isOfPages, type Query, type Term, termExpression } from './search-query.ts';

export interface Condition {
  condition: string;
  values: SQLInputValue[];
}

/** `expression`: what the index of texts is asked for; without one, unwanted words are looked up here. */
export function conditionOf(
  db: CrawlDatabase,
  expression: string | undefined,
  { places, wanted, unwanted }: Query,
  options: PageFilter & { notes?: HandNotes | undefined },
): Condition {
  const { where, values } = pageFilter(options);
  const known = hasDocuments(db);
  const chosen = [
    ...places.map((place) => placeCondition(place, known)),
    ...wanted.filter((group) => !isPlain(group)).map((group) => anyOf(group, known, options.notes)),
    ...unwanted
      .filter((term) => !isOfPages(term) || expression === undefined)
      .map((term) => not(anyOf([term], known, options.notes))),
  ];
  return {
    condition: [where, ...chosen.map(({ condition }) => condition)].join(' AND '),
    values: [...values, ...chosen.flatMap((one) => one.values)],
  };
}

export const isPlain = (group: readonly Term[]): boolean => group.every(isOfPages);

const NEVER: Condition = { condition: '0', values: [] };
const not = ({ condition, values }: Condition): Condition => ({ condition: `NOT (${condition})`, values });

/** One of the terms, each in its own table. */
function anyOf(terms: readonly Term[], known: boolean, notes: HandNotes | undefined): Condition {
  const parts = terms.map((term): Condition => {
    const expression = termExpression(term, () => []);
    if (term.field === 'annotation') {
      const urls = JSON.stringify(notes?.annotated(expression) ?? []);
      return { condition: 'pages.url IN (SELECT value FROM json_each(?))', values: [urls] };
    }
    if (isOfPages(term))
      return {
        condition: 'pages.id IN (SELECT rowid FROM page_text WHERE page_text MATCH ?)',
        values: [expression],
      };
    const declared = term.field === 'author' ? ofAuthor(term) : NEVER;
    const found = 'pages.id IN (SELECT rowid FROM document_text WHERE document_text MATCH ?)';
    return known
      ? { condition: `(${found} OR ${declared.condition})`, values: [expression, ...declared.values] }
      : declared;
  });
  return {
    condition: `(${parts.map(({ condition }) => condition).join(' OR ')})`,
    values: parts.flatMap(({ values }) => values),
  };
}

/** Authors as pages declare them: every word begins a word of a name. */
function ofAuthor({ text }: Term): Condition {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return {
    condition: `(pages.about IS NOT NULL${words.map(() => ` AND lower(pages.about ->> '$.authors') GLOB ?`).join('')})`,
    values: words.map((word) => `*[^a-z]${word}*`),
  };
}

/** A host is its name or a name under it; a URL contains the part somewhere; a type is the whole name. */
function placeCondition({ field, text, isWanted }: Query['places'][number], known: boolean): Condition {
  if (field === 'type') {
    const ofType = {
      condition: 'pages.id IN (SELECT page FROM documents WHERE type = ?)',
      values: [text.toLowerCase()],
    };
    const found = known ? ofType : NEVER;
    return isWanted ? found : not(found);
  }
  const asIs = text.toLowerCase().replace(/[\\%_]/g, '\\$&');
  const [condition, ...values] =
    field === 'host'
      ? [
          `(pages.host IN (SELECT id FROM hosts WHERE name LIKE ? ESCAPE '\\' OR name LIKE ? ESCAPE '\\'))`,
          asIs,
          `%.${asIs}`,
        ]
      : [`(pages.url LIKE ? ESCAPE '\\')`, `%${asIs}%`];
  return { condition: isWanted ? condition! : `NOT ${condition}`, values };
}

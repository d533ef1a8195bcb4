/**
 * Base forms of English words, as WordNet's morphy finds them: irregular forms from a table, then suffixes removed by
 * part of speech, kept if the dictionary contains the result. Princeton's exception lists are not part of the package
 * that ships the database. The table here is our own, and some forms that Princeton lists one by one are rules: doubled
 * consonants ("running"), y turned into i ("carried", "happier"), and plurals in -oes, -ae and of -sis ("heroes",
 * "retinae", "keratoses").
 */
import { irregularAdjectives, irregularNouns, irregularVerbs } from './data/irregular-english.ts';
import type { PartOfSpeech } from './wordnet.ts';

/** Lower case, one space between the words of a compound. The word itself comes first if it is known. */
export function baseForms(
  word: string,
  partOfSpeech: PartOfSpeech,
  known: (form: string) => boolean,
): string[] {
  if (word.length > maxLength) return [];
  const found = new Set<string>();
  if (known(word)) found.add(word);
  for (const form of formsOf(word, partOfSpeech)) if (known(form)) found.add(form);
  if (word.includes(' ') && found.size === 0) {
    for (const form of formsOfCompound(word, partOfSpeech)) if (known(form)) found.add(form);
  }
  return [...found];
}

const maxLength = 80;

function formsOf(word: string, partOfSpeech: PartOfSpeech): string[] {
  const irregular = irregularOf(partOfSpeech)?.get(word);
  return irregular ? [...irregular, ...regularForms(word, partOfSpeech)] : regularForms(word, partOfSpeech);
}

/** Inflected in the last word or the first: "wisdom teeth", "attorneys general", "looked up". */
function formsOfCompound(word: string, partOfSpeech: PartOfSpeech): string[] {
  const first = word.slice(0, word.indexOf(' '));
  const last = word.slice(word.lastIndexOf(' ') + 1);
  const part = partOfSpeech === 'verb' ? 'verb' : 'noun';
  return [
    ...formsOf(last, part).map((form) => word.slice(0, -last.length) + form),
    ...formsOf(first, part).map((form) => form + word.slice(first.length)),
  ];
}

type Ending = readonly [ending: string, by: string];

const endings: Record<PartOfSpeech, readonly Ending[]> = {
  noun: [
    ['s', ''],
    ['ses', 's'],
    ['xes', 'x'],
    ['zes', 'z'],
    ['ches', 'ch'],
    ['shes', 'sh'],
    ['men', 'man'],
    ['ies', 'y'],
    ['oes', 'o'],
    ['ae', 'a'],
    ['ses', 'sis'],
  ],
  verb: [
    ['s', ''],
    ['ies', 'y'],
    ['es', 'e'],
    ['es', ''],
    ['ied', 'y'],
    ['ed', 'e'],
    ['ed', ''],
    ['ing', 'e'],
    ['ing', ''],
  ],
  adjective: [
    ['er', ''],
    ['est', ''],
    ['er', 'e'],
    ['est', 'e'],
    ['ier', 'y'],
    ['iest', 'y'],
  ],
  adverb: [],
};

function regularForms(word: string, partOfSpeech: PartOfSpeech): string[] {
  const forms: string[] = [];
  if (partOfSpeech === 'noun' && (word.endsWith('ss') || word.length < 3)) return forms;
  for (const [ending, by] of endings[partOfSpeech]) {
    if (word.length <= ending.length || !word.endsWith(ending)) continue;
    const stem = word.slice(0, -ending.length);
    forms.push(stem + by);
    if (by === '' && ending.length > 1 && /([b-df-hj-np-tvz])\1$/.test(stem)) forms.push(stem.slice(0, -1));
  }
  return forms;
}

function irregularOf(partOfSpeech: PartOfSpeech): Map<string, string[]> | undefined {
  const table = tables[partOfSpeech];
  if (table === undefined) return undefined;
  let map = read.get(table);
  if (!map) {
    map = byForm(table);
    read.set(table, map);
  }
  return map;
}

const tables: Record<PartOfSpeech, string | undefined> = {
  noun: irregularNouns,
  verb: irregularVerbs,
  adjective: irregularAdjectives,
  adverb: irregularAdjectives,
};

const read = new Map<string, Map<string, string[]>>();

/** Inverts lines of "base form form …". */
function byForm(table: string): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const line of table.split(/[,\n]+/)) {
    const [base, ...forms] = line.trim().split(' ');
    for (const form of forms) map.set(form, [...(map.get(form) ?? []), base!]);
  }
  return map;
}

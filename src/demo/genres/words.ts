/**
 * Words of the web of genres, in English and Portuguese (`words.json`): subjects with their terms, and sentences by
 * which pages of a kind speak of themselves. In sentences `{t}` is a term of the subject, `{s}` its name, `{c}` a city,
 * `{p}` a person, `{o}` an organisation, `{n}` a number.
 */
import { readFileSync } from 'node:fs';

export const languages = ['en', 'pt'] as const;
export type Language = (typeof languages)[number];

/** Kinds that a topic may ask for, then those that are only in the way. */
export const genreNames = ['syllabus', 'job', 'sale', 'review'] as const;
export const kinds = [...genreNames, 'article', 'news'] as const;
export type Kind = (typeof kinds)[number];

export interface SubjectWords {
  name: string;
  /** Terms; the first ten are those that an expert would name. */
  terms: string[];
}

export interface KindWords {
  /** Of a hub that lists such pages. */
  hub: string;
  /** Directory in URLs. */
  path: string;
  titles: string[];
  sentences: string[];
}

interface Words {
  subjects: Record<string, Record<Language, { name: string; terms: string }>>;
  kindWords: Record<Kind, Record<Language, KindWords>>;
  cities: string[];
  people: string[];
  organisations: string[];
  /** What is on every page of a site, and how its pages refer to each other. */
  frameWords: Record<Language, { home: string; related: string; elsewhere: string; rights: string }>;
}

const words: Words = JSON.parse(readFileSync(new URL('./words.json', import.meta.url), 'utf8'));

export const { kindWords, cities, people, organisations, frameWords } = words;

const subject = ({ name, terms }: { name: string; terms: string }): SubjectWords => ({
  name,
  terms: terms.split(', '),
});
export const subjects: Record<string, Record<Language, SubjectWords>> = Object.fromEntries(
  Object.entries(words.subjects).map(([key, { en, pt }]) => [key, { en: subject(en), pt: subject(pt) }]),
);
export const subjectKeys: readonly string[] = Object.keys(subjects);

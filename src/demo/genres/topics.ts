/** Topics of the web of genres: every kind about every subject in each language, with an expert's lists of terms. */
import { labelOf } from './page.ts';
import { genreNames, type Language, languages, subjectKeys, subjects } from './words.ts';

export interface GenreTopic {
  name: string;
  title: string;
  language: Language;
  /** The name of a list of genre terms that ships with Forage. */
  genre: string;
  content: string[];
  seeds: string[];
  /** Labels of pages of the same kind, whatever the subject. */
  kindLabel: string;
}

const EXPERT_TERMS = 10;

export function genreTopicsOf(seedsIn: (language: Language) => string[]): GenreTopic[] {
  return languages.flatMap((language) =>
    genreNames.flatMap((kind) =>
      subjectKeys.map((subject) => ({
        name: labelOf(language, kind, subject),
        title: `${kind}: ${subjects[subject]![language].name}`,
        language,
        genre: language === 'en' ? kind : `${kind}/${language}`,
        content: subjects[subject]![language].terms.slice(0, EXPERT_TERMS),
        seeds: seedsIn(language),
        kindLabel: labelOf(language, kind),
      })),
    ),
  );
}

export const genreTopicNames = (): string[] => genreTopicsOf(() => []).map(({ name }) => name);

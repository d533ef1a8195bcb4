/** A page of the web of genres: its text from sentences of its kind with terms of its subject, and as HTML. */
import { escapeText } from '../html.ts';
import type { Random } from '../random.ts';
import {
  cities,
  frameWords,
  type Kind,
  kindWords,
  type Language,
  organisations,
  people,
  subjectKeys,
  subjects,
} from './words.ts';

export interface GenreAnchor {
  to: string;
  text: string;
}

export interface GenrePage {
  url: string;
  site: string;
  language: Language;
  title: string;
  /** Absent for home pages, hubs and directories. */
  about?: { kind: Kind; subject: string };
  sentences: string[];
  lists: { heading: string; anchors: GenreAnchor[] }[];
}

/** Portuguese labels end in "-pt", so that pages in both languages are topics of their own. */
export function labelOf(language: Language, ...parts: string[]): string {
  return [...parts, ...(language === 'en' ? [] : [language])].join('-');
}

export function labelsOf({ language, about }: GenrePage): string[] {
  if (about === undefined) return [language];
  const { kind, subject } = about;
  return [language, ...[[kind], [subject], [kind, subject]].map((parts) => labelOf(language, ...parts))];
}

/** A page on a subject also mentions others, and leaves out some of what pages of its kind say. */
export function write(
  kind: Kind,
  subject: string,
  language: Language,
  random: Random,
): Pick<GenrePage, 'title' | 'sentences'> {
  const { titles, sentences } = kindWords[kind][language];
  const { name, terms } = subjects[subject]![language];
  const term = (): string => {
    if (random.chance(STRAY_TERMS)) return random.pick(subjects[random.pick(subjectKeys)]![language].terms);
    // Common terms are common: the lower of two draws.
    return terms[Math.min(random.below(terms.length), random.below(terms.length))]!;
  };
  const fill = (sentence: string): string =>
    capital(
      sentence.replace(/\{([a-z])\}/g, (_, slot: string) => {
        if (slot === 't') return term();
        if (slot === 's') return name;
        if (slot === 'c') return random.pick(cities);
        if (slot === 'p') return random.pick(people);
        return slot === 'o' ? random.pick(organisations) : String(random.between(2, 9));
      }),
    );
  const chosen = random.some(sentences, random.between(FEWEST_SENTENCES, sentences.length));
  const filler = random.some(kindWords.article[language].sentences, random.between(0, 3));
  return { title: fill(random.pick(titles)), sentences: [...chosen, ...filler].map(fill) };
}

const STRAY_TERMS = 0.15;
const FEWEST_SENTENCES = 5;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function genreHtml({ site, language, title, sentences, lists }: GenrePage): string {
  const anchor = ({ to, text }: GenreAnchor): string => `<li><a href="${to}">${escapeText(text)}</a></li>`;
  const list = ({ heading, anchors }: GenrePage['lists'][number]): string =>
    anchors.length === 0
      ? ''
      : `<h3>${escapeText(heading)}</h3>\n<ul>\n${anchors.map(anchor).join('\n')}\n</ul>\n`;
  return `<!DOCTYPE html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeText(title)} – ${escapeText(site)}</title></head>
<body>
<main><h1>${escapeText(title)}</h1>
${sentences.map((sentence) => `<p>${escapeText(sentence)}</p>`).join('\n')}
</main>
${lists.map(list).join('')}<footer>© ${escapeText(site)}. ${frameWords[language].rights}</footer>
</body></html>
`;
}

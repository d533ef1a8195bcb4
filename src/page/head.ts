/** A document's metadata, mostly from its head; the first value of each counts. */
import { About } from './about.ts';
import { addDirectives, addReservation, noDirectives, type RobotsDirectives } from './robots-directives.ts';

const MAX_TITLE = 1000;
const MAX_DESCRIPTION = 4000;

export class HeadReader {
  title: string | undefined;
  description: string | undefined;
  keywords: string | undefined;
  /** Of the canonical link, the first feed and the base element: as written. */
  canonical: string | undefined;
  feed: string | undefined;
  base: string | undefined;
  language: string | undefined;
  readonly robots: RobotsDirectives = noDirectives();
  readonly about = new About();
  readonly #agent: string;
  readonly #wanted: string | undefined;
  #socialTitle: string | undefined;
  #socialDescription: string | undefined;

  constructor(agent: string, wantedLanguage?: string) {
    this.#agent = agent.toLowerCase();
    this.#wanted = wantedLanguage;
  }

  /** Whether a page in this language is wanted, and this one is not in it. */
  isBetter(language: string): boolean {
    return this.#wanted === primary(language) && this.#wanted !== primary(this.language ?? '');
  }

  addTitle(text: string): void {
    this.title ??= tidy(text, MAX_TITLE);
  }

  addLanguage(language: string): void {
    this.language ??= tidy(language, 40);
  }

  addBase(href: string): void {
    this.base ??= href.trim() || undefined;
  }

  addCanonical(href: string): void {
    this.canonical ??= href;
  }

  addFeed(href: string): void {
    this.feed ??= href;
  }

  addMeta(name: string, content: string): void {
    if (name === 'description') this.description ??= tidy(content, MAX_DESCRIPTION);
    else if (name === 'keywords') this.keywords ??= tidy(content, MAX_DESCRIPTION);
    else if (name === 'robots' || name === this.#agent) addDirectives(this.robots, content);
    else if (name === 'tdm-reservation') addReservation(this.robots, content);
    else if (name === 'og:title') this.#socialTitle ??= tidy(content, MAX_TITLE);
    else if (name === 'og:description') this.#socialDescription ??= tidy(content, MAX_DESCRIPTION);
    else this.about.addMeta(name, content);
  }

  /** The title for readers, otherwise the one for other sites. */
  bestTitle(): string {
    return this.title ?? this.#socialTitle ?? '';
  }

  bestDescription(): string | undefined {
    return this.description ?? this.#socialDescription;
  }
}

/** `de` of `de-AT`. */
const primary = (language: string): string => language.trim().toLowerCase().split(/[-_]/)[0]!;

function tidy(text: string, maxLength: number): string | undefined {
  return text.replace(/\s+/g, ' ').trim().slice(0, maxLength) || undefined;
}

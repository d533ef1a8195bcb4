/**
 * The input of feature sets. A text is analysed lazily (words are cheap, part-of-speech tags cost ten milliseconds a
 * page) and the result is kept; `annotations` exports it all as plain data, for another thread or a file.
 */
import { emoticons } from '../../text/emoticons.ts';
import { identifyLanguage } from '../../text/language.ts';
import { type TaggedText, tagWords } from '../../text/parts-of-speech.ts';
import { sentences } from '../../text/sentences.ts';
import { words } from '../../text/tokens.ts';

export interface Annotations {
  text: string;
  /** Lower-case, in order, stop words included. */
  words: string[];
  sentences: number;
  questions: number;
  tagged: TaggedText;
  emoticons: number;
  /** ISO 639-1; English if it cannot be identified. */
  language: string;
}

export class ReadText {
  readonly text: string;
  private known: Partial<Annotations>;

  constructor(text: string) {
    this.text = text;
    this.known = {};
  }

  static from(annotations: Annotations): ReadText {
    const made = new ReadText(annotations.text);
    made.known = annotations;
    return made;
  }

  get annotations(): Annotations {
    const { text, words, sentences, questions, tagged, emoticons, language } = this;
    return { text, words, sentences, questions, tagged, emoticons, language };
  }

  get words(): string[] {
    this.known.words ??= words(this.text);
    return this.known.words;
  }

  get sentences(): number {
    return this.known.sentences ?? this.readSentences().sentences!;
  }

  get questions(): number {
    return this.known.questions ?? this.readSentences().questions!;
  }

  get tagged(): TaggedText {
    this.known.tagged ??= tagWords(this.text);
    return this.known.tagged;
  }

  get emoticons(): number {
    this.known.emoticons ??= emoticons(this.text).length;
    return this.known.emoticons;
  }

  get language(): string {
    this.known.language ??= identifyLanguage(this.text) ?? 'en';
    return this.known.language;
  }

  private readSentences(): Partial<Annotations> {
    const all = sentences(this.text);
    this.known.sentences = all.length;
    this.known.questions = all.filter((sentence) => /[?？]["'”’»)\]]*$/.test(sentence)).length;
    return this.known;
  }
}

/** A link in context: the words of its page, its anchor, its surroundings and both URLs. */
export interface ReadLink {
  page: ReadText;
  title: string;
  label: string;
  around: string;
  sourceUrl: string;
  targetUrl: string;
  /** How often the page links to this URL. */
  occurrences: number;
  /** 0 for the first link of the page, 1 for the last. */
  position: number;
  /** Elements with their ids and classes, as `div#menu/ul/li/a`. */
  tagPath: string;
}

/** Anything that is classified: text features read the link's page. */
export type Sample = ReadText | ReadLink;

export function textOf(sample: Sample): ReadText {
  return sample instanceof ReadText ? sample : sample.page;
}

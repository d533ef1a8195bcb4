/**
 * What feature sets look at. A text is read once, part by part as features ask for it (words are cheap, parts of
 * speech cost ten milliseconds a page), and keeps what was read; `annotations` hands all of it on as plain data, to
 * another thread or to a file.
 */
import { emoticons } from '../../text/emoticons.ts';
import { type TaggedText, tagWords } from '../../text/parts-of-speech.ts';
import { sentences } from '../../text/sentences.ts';
import { words } from '../../text/tokens.ts';

export interface Annotations {
  text: string;
  /** Lower-case, in order, stop words among them. */
  words: string[];
  sentences: number;
  questions: number;
  tagged: TaggedText;
  emoticons: number;
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
    const { text, words, sentences, questions, tagged, emoticons } = this;
    return { text, words, sentences, questions, tagged, emoticons };
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

  private readSentences(): Partial<Annotations> {
    const all = sentences(this.text);
    this.known.sentences = all.length;
    this.known.questions = all.filter((sentence) => /[?？]["'”’»)\]]*$/.test(sentence)).length;
    return this.known;
  }
}

/** A link with what stands about it: the words of its page, of itself, of its surroundings and of both addresses. */
export interface ReadLink {
  page: ReadText;
  title: string;
  label: string;
  around: string;
  sourceUrl: string;
  targetUrl: string;
  /** How often the page links to this address. */
  occurrences: number;
  /** 0 for the first link of the page, 1 for the last. */
  position: number;
  /** Elements with their ids and classes, as `div#menu/ul/li/a`. */
  tagPath: string;
}

/** Whatever is classified: features of texts look at the page of a link. */
export type Sample = ReadText | ReadLink;

export function textOf(sample: Sample): ReadText {
  return sample instanceof ReadText ? sample : sample.page;
}

/**
 * A corpus in vertical format, as the Sketch Engine, NoSketch Engine and the IMS Corpus Workbench read it: one token a
 * line, documents, paragraphs and sentences as XML elements, `<g/>` between tokens that were written without a space.
 */
import { sentences } from '../../text/sentences.ts';
import { eachWord } from '../../text/tokens.ts';
import type { CrawlDatabase } from '../database.ts';
import type { PageRecord } from '../records.ts';
import { type CorpusOptions, corpusTexts, paragraphsOf } from './corpus-texts.ts';
import { type ExportTarget, writeOut } from './output.ts';
import { xmlText } from './xml.ts';

/** Returns the number of pages written. */
export async function exportVertical(
  db: CrawlDatabase,
  target: ExportTarget,
  options: CorpusOptions = {},
): Promise<number> {
  let pages = 0;
  function* lines() {
    for (const { page, text } of corpusTexts(db, options)) {
      pages++;
      yield `<doc ${attributesOf(page)}>\n`;
      for (const paragraph of paragraphsOf(text ?? ''))
        yield `<p>\n${sentences(paragraph).map(sentenceLines).join('')}</p>\n`;
      yield '</doc>\n';
    }
  }
  await writeOut(target, lines());
  return pages;
}

function attributesOf({ id, url, title, host, language, score, fetchedAt }: PageRecord): string {
  const date = new Date(fetchedAt).toISOString().slice(0, 10);
  return Object.entries({ id, url, title, host, language, date, score })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${xmlText(String(value))}"`]))
    .join(' ');
}

const sentenceLines = (sentence: string): string =>
  `<s>\n${tokensOf(sentence)
    .map(({ text, glued }) => `${glued ? '<g/>\n' : ''}${xmlText(text)}\n`)
    .join('')}</s>\n`;

interface Token {
  text: string;
  /** There is no space before it. */
  glued: boolean;
}

/** Words, and every other sign by itself. */
export function tokensOf(sentence: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  const add = (text: string, start: number): void => {
    tokens.push({ text, glued: start === end && tokens.length > 0 });
    end = start + text.length;
  };
  const addSigns = (from: number, to: number): void => {
    let at = from;
    for (const sign of sentence.slice(from, to)) {
      if (sign.trim() !== '') add(sign, at);
      at += sign.length;
    }
  };
  let last = 0;
  eachWord(sentence, (start, stop) => {
    addSigns(last, start);
    add(sentence.slice(start, stop), start);
    last = stop;
  });
  addSigns(last, sentence.length);
  return tokens;
}

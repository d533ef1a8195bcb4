/**
 * How often words occur in the examples of each class: Table 6 of Chen (CINDI robot, Concordia, 2008), with RKF, a word's
 * occurrences, and RDF, the pages that have it. Words are counted as the layers of the CINDI recipes see them.
 */
import { pageText } from '../judge/page-text.ts';
import { bagReader, termsOf } from '../judge/training/bags.ts';
import type { Topic } from '../topic/topic.ts';
import type { ExamplePage } from './lesson.ts';

export interface WordFigures {
  word: string;
  relevant: { occurrences: number; pages: number };
  irrelevant: { occurrences: number; pages: number };
}

/** First the words whose shares of the pages differ most between the classes. */
export function wordFigures({ language }: Topic, examples: readonly ExamplePage[]): WordFigures[] {
  const read = bagReader(language);
  const known = new Map<string, WordFigures>();
  for (const { page, relevant } of examples) {
    const bag = read(pageText(page));
    for (const [i, word] of termsOf(bag).entries()) {
      const figures = known.get(word) ?? { word, relevant: none(), irrelevant: none() };
      known.set(word, figures);
      const ofClass = figures[relevant ? 'relevant' : 'irrelevant'];
      ofClass.occurrences += bag.counts[i]!;
      ofClass.pages += 1;
    }
  }
  const wanted = examples.filter(({ relevant }) => relevant).length;
  const others = examples.length - wanted;
  const contrast = ({ relevant, irrelevant }: WordFigures): number =>
    Math.abs(relevant.pages / wanted - irrelevant.pages / others);
  return [...known.values()].sort((a, b) => contrast(b) - contrast(a) || (a.word < b.word ? -1 : 1));
}

const none = () => ({ occurrences: 0, pages: 0 });

/** A topic made from a sentence, keywords, documents, example pages and an earlier crawl. */
import { readEarlierCrawl } from '../archive/earlier-crawl.ts';
import { search } from '../archive/search.ts';
import { storedTexts } from '../archive/stored-texts.ts';
import { ForageError } from '../errors.ts';
import { termsOfSentence } from '../text/expansion.ts';
import { installedVectors } from '../text/word-vectors.ts';
import { newTopic, topicText, type Wanted } from '../topic/new-topic.ts';
import type { Topic } from '../topic/topic.ts';
import { type Understood, understand } from '../topic/understood.ts';
import { exampleTexts } from './example-texts.ts';

export interface AskedTopic extends Omit<Wanted, 'keywords' | 'title'> {
  /** A sentence or keywords. */
  text?: string | undefined;
  /** Folders or files of documents; they are read here, and are examples for the crawl. */
  docs?: readonly string[];
  /** The folder of an earlier crawl. */
  crawl?: string | undefined;
  /** Word vectors propose terms, too, if they are installed: for a person who looks at them. */
  vectors?: boolean;
}

export interface UnderstoodTopic {
  topic: Topic;
  understood: Understood;
  /** As a topic file in which every keyword says where it came from. */
  text: string;
}

export async function understoodTopic(asked: AskedTopic): Promise<UnderstoodTopic> {
  const { text, docs = [], like = [], seeds = [], crawl, vectors: asksVectors, ...rest } = asked;
  const { language, unwanted } = rest;
  const documents = docs.length === 0 ? [] : (await exampleTexts(asExamples(docs), {})).relevant;
  if (docs.length > 0 && documents.length === 0)
    throw new ForageError('USAGE', `No document could be read in ${docs.join(', ')}.`);
  const crawled = crawl === undefined ? undefined : pagesLike(crawl, text ?? '', language);
  const vectors = asksVectors ? installedVectors() : undefined;
  const understood = understand({ text, unwanted, language, documents, crawled, vectors });
  if (!understood.terms.some(({ weight }) => weight > 0))
    throw new ForageError(
      'USAGE',
      'Nothing in it says what to look for. Name the subject: forage topic new "barn owls and what they eat"',
    );
  const keywords = understood.terms.map(({ term, weight }) => ({ term, weight }));
  const topic = newTopic({
    ...rest,
    // A paragraph is no title.
    ...(text === undefined ? {} : text.length <= LONGEST_TITLE ? { title: text } : { wanted: text }),
    keywords,
    // Pages like the wanted ones are a start, too.
    seeds: seeds.length > 0 ? seeds : like,
    like: [...like, ...docs],
  });
  const from = new Map(understood.terms.map((term) => [term.term, term.from]));
  return { topic, understood, text: topicText(topic, { from, groups: understood.groups }) };
}

const asExamples = (relevant: readonly string[]): Topic['examples'] => ({
  relevant: [...relevant],
  irrelevant: [],
});

const LONGEST_TITLE = 80;
const MOST_FOUND = 30;
const MOST_OTHERS = 150;

/** Pages of a crawl that have all the words, and others to compare them with. */
function pagesLike(folder: string, text: string, language: string | undefined) {
  return readEarlierCrawl(folder, (read, db) => {
    const query = termsOfSentence(text, language)
      .map(({ term }) => term)
      .join(' ');
    const { hits, isRelaxed } = search(db, query, { limit: MOST_FOUND });
    const found = isRelaxed ? [] : hits.map(({ page }) => read.textOf(page)?.text ?? '');
    const taken = new Set(found);
    const others: string[] = [];
    for (const stored of storedTexts(db)) {
      if (others.length === MOST_OTHERS) break;
      const other = stored.slice(stored.indexOf('\n') + 1);
      if (!taken.has(other)) others.push(other);
    }
    return { name: folder, found, others };
  });
}

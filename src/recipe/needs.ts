/**
 * What a topic must have for a recipe, and what to do if it is missing: the command that gets it needs no more than the
 * topic has.
 */
import type { Topic } from '../topic/topic.ts';

export type Need =
  | 'keywords'
  | 'examples'
  | 'counterexamples'
  | 'genre'
  | 'content'
  | 'terms or examples'
  | 'subject'
  | 'browsing log';

export const needs: Record<Need, { has(topic: Topic): boolean; lacks(topic: Topic): string }> = {
  keywords: {
    has: ({ keywords }) => keywords.some(({ weight }) => weight > 0),
    lacks: (topic) =>
      topic.keywords.length > 0
        ? 'needs keywords with a weight above 0: those of the topic all count against a page'
        : `needs keywords; add "keywords:" with a few words to the topic file, or pass --keywords "WORD, WORD"${
            hasExamples(topic) ? '. To make lists from the example pages: forage topic terms TOPIC' : ''
          }`,
  },
  examples: {
    has: (topic) => hasExamples(topic),
    lacks: (topic) => `needs examples; ${addExamples}. ${findExamples(topic)}`,
  },
  counterexamples: {
    has: ({ examples, browsingLog }) => examples.irrelevant.length > 0 || browsingLog !== undefined,
    lacks: ({ name }) =>
      `needs irrelevant examples; add "irrelevant:" (${sources}) under "examples:" in the topic file. Any pages will do: ${look(
        name,
        'breadth-first',
        'others',
      )} && forage export ${name}-others --format text --out ${name}-other-pages, then write irrelevant: [${name}-other-pages]`,
  },
  genre: {
    has: (topic) => topic.genre.length > 0,
    lacks: (topic) =>
      `needs genre terms; add "genre:" with words that this kind of page uses to the topic file. ${makeTerms(topic)}`,
  },
  content: {
    has: (topic) => topic.content.length > 0,
    lacks: (topic) =>
      `needs content terms; add "content:" with words of the subject to the topic file. ${makeTerms(topic)}`,
  },
  'terms or examples': {
    has: (topic) => topic.content.length > 0 || topic.keywords.length > 0 || hasExamples(topic),
    lacks: (topic) =>
      `needs terms, or examples to make them from; add "content:" with words of the subject and "genre:" with words of this kind of page to the topic file, or ${addExamples.replace('add ', '')}. ${findExamples(topic)}`,
  },
  subject: {
    has: (topic) =>
      needs.keywords.has(topic) ||
      topic.content.some(({ weight }) => weight > 0) ||
      hasExamples(topic) ||
      (topic.title !== topic.name && !/^[a-z]+:\/\//i.test(topic.title)),
    lacks: (topic) => needs.keywords.lacks(topic),
  },
  'browsing log': {
    has: (topic) => topic.browsingLog !== undefined,
    lacks: () =>
      'needs a browsing log; add "browsingLog:" with its file to the topic file. To make one: forage topic record TOPIC',
  },
};

const sources = 'URLs, files, folders, or a text file with one URL per line';
const addExamples = `add "examples:" with "relevant:" (${sources}) to the topic file`;

/** Pages labelled while browsing are examples, too. */
const hasExamples = ({ examples, browsingLog }: Topic): boolean =>
  examples.relevant.length > 0 || browsingLog !== undefined;

/** Into a folder of its own: the topic's name stays free for the crawl that was wanted. */
const look = (name: string, recipe: string, purpose: string): string =>
  `forage crawl TOPIC --recipe ${recipe} --pages 200 --out ${name}-${purpose}`;

const findExamples = (topic: Topic): string =>
  `To find pages to choose from: ${look(
    topic.name,
    needs.keywords.has(topic) ? 'best-first/page+anchor' : 'breadth-first',
    'look',
  )}`;

/** Terms are made from examples, so these come first. */
const makeTerms = (topic: Topic): string =>
  hasExamples(topic)
    ? 'To make them: forage topic terms TOPIC'
    : `They can be made from example pages: ${addExamples}. ${findExamples(topic)}`;

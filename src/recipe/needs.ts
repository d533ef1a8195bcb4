/** What a topic must have for a recipe, and what to do if it is missing, including the command that creates it. */
import type { Topic } from '../topic/topic.ts';

export type Need =
  | 'keywords'
  | 'examples'
  | 'counterexamples'
  | 'genre'
  | 'content'
  | 'terms or examples'
  | 'browsing log';

export const needs: Record<Need, { has(topic: Topic): boolean; lacks: string }> = {
  keywords: {
    has: (topic) => topic.keywords.length > 0,
    lacks:
      'needs keywords; add "keywords:" with a few words to the topic file. To make them from example pages: forage topic terms TOPIC',
  },
  examples: {
    has: (topic) => topic.examples.relevant.length > 0,
    lacks:
      'needs examples; add "examples:" with "relevant:" (URLs, files or folders) to the topic file. To find pages to choose from: forage crawl TOPIC --recipe best-first/page+anchor',
  },
  counterexamples: {
    has: (topic) => topic.examples.irrelevant.length > 0,
    lacks:
      'needs irrelevant examples; add "irrelevant:" (URLs, files or folders) under "examples:" in the topic file. Any pages of a breadth-first crawl work: forage crawl TOPIC --recipe breadth-first',
  },
  genre: {
    has: (topic) => topic.genre.length > 0,
    lacks:
      'needs genre terms; add "genre:" with words that this kind of page uses to the topic file. To make them: forage topic terms TOPIC',
  },
  content: {
    has: (topic) => topic.content.length > 0,
    lacks:
      'needs content terms; add "content:" with words of the subject to the topic file. To make them: forage topic terms TOPIC',
  },
  'terms or examples': {
    has: (topic) =>
      topic.content.length > 0 || topic.keywords.length > 0 || topic.examples.relevant.length > 0,
    lacks:
      'needs terms, or examples to make them from; add "content:" with words of the subject and "genre:" with words of this kind of page to the topic file, or "examples:" with "relevant:" (URLs, files or folders). To make lists to choose from: forage topic terms TOPIC',
  },
  'browsing log': {
    has: (topic) => topic.browsingLog !== undefined,
    lacks:
      'needs a browsing log; add "browsingLog:" with its file to the topic file. To make one: forage topic record TOPIC',
  },
};

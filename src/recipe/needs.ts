/** What a topic must have for a recipe to work; what to say, and which command makes it, where it lacks it. */
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
      'needs keywords; add "keywords:" with a few words to the topic file. From example pages they are made by: forage topic terms TOPIC',
  },
  examples: {
    has: (topic) => topic.examples.relevant.length > 0,
    lacks:
      'needs examples; add "examples:" with "relevant:" (addresses, files or folders) to the topic file. Pages to choose from are found by: forage crawl TOPIC --recipe best-first/page+anchor',
  },
  counterexamples: {
    has: (topic) => topic.examples.irrelevant.length > 0,
    lacks:
      'needs pages that are not wanted; add "irrelevant:" (addresses, files or folders) under "examples:" in the topic file. Any pages of a breadth-first crawl will do: forage crawl TOPIC --recipe breadth-first',
  },
  genre: {
    has: (topic) => topic.genre.length > 0,
    lacks:
      'needs genre terms; add "genre:" with words that this kind of page uses to the topic file. They are made by: forage topic terms TOPIC',
  },
  content: {
    has: (topic) => topic.content.length > 0,
    lacks:
      'needs content terms; add "content:" with words of the subject to the topic file. They are made by: forage topic terms TOPIC',
  },
  'terms or examples': {
    has: (topic) =>
      topic.content.length > 0 || topic.keywords.length > 0 || topic.examples.relevant.length > 0,
    lacks:
      'needs terms, or examples to make them from; add "content:" with words of the subject and "genre:" with words of this kind of page to the topic file, or "examples:" with "relevant:" (addresses, files or folders). Lists to choose from are made by: forage topic terms TOPIC',
  },
  'browsing log': {
    has: (topic) => topic.browsingLog !== undefined,
    lacks:
      'needs a browsing log; add "browsingLog:" with its file to the topic file. It is made by: forage topic record TOPIC',
  },
};

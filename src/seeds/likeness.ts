/**
 * How much a short text (a title, a snippet, the words of a URL) is like the topic: the cosine with its terms, which are
 * its keywords, or, without any, the frequent terms of its examples and the words of its title.
 */
import { keywordCosine } from '../judge/keyword-cosine.ts';
import { frequentTerms } from '../text/frequent-terms.ts';
import { rarity } from '../text/rarity.ts';
import type { Topic, WeightedTerm } from '../topic/topic.ts';

const FROM_EXAMPLES = 30;

/** Best first. `texts` are those of relevant and of other examples. */
export function topicTerms(
  topic: Topic,
  texts: { relevant: readonly string[]; irrelevant: readonly string[] },
): WeightedTerm[] {
  const given = [...topic.keywords, ...topic.content, ...topic.genre].filter(({ weight }) => weight > 0);
  const terms = new Map(given.map((term) => [term.term.toLowerCase(), term]));
  const { language } = topic;
  const by = texts.irrelevant.length > 0 ? 'contrast' : 'texts';
  for (const { term } of frequentTerms(texts.relevant, FROM_EXAMPLES, [], { language, by }, texts.irrelevant))
    if (!terms.has(term)) terms.set(term, { term, weight: given.length > 0 ? 0.5 : 1 });
  if (terms.size === 0) terms.set(topic.title.toLowerCase(), { term: topic.title, weight: 1 });
  return [...terms.values()].sort((a, b) => b.weight - a.weight);
}

export type Likeness = (text: string) => number;

export function likenessTo(terms: readonly WeightedTerm[], language = 'en'): Likeness {
  const stem = 'full';
  const idf = rarity({ language, stem });
  const judge = keywordCosine(terms, { threshold: 0, language, stem, tf: 'log', idf });
  return (text) => judge.scoreText(text);
}

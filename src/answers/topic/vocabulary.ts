/**
 * Keywords for a topic from a crawl of it, as García Dorado (Lund, 2008) made the vocabulary of the string match: from
 * the meta keywords of a test crawl's pages (section 4.3) and from its commonest anchors (9.4.1). Here a term counts by
 * how much commoner it is among relevant pages, or in links to them, than among the others (Dunning's G²), which leaves
 * out what is common everywhere. Weights from 1 to 5 follow G² on a logarithmic scale; the thesis weighed by hand.
 */
import { linksBetweenJudgedPages } from '../../archive/judged-links.ts';
import type { OpenCrawl } from '../../crawl/open.ts';
import { pageOf } from '../../crawl/readers/reading.ts';
import { urlRulesOf } from '../../crawl/settings.ts';
import { StoredPages } from '../../crawl/stored-pages.ts';
import { gSquared } from '../../text/g-squared.ts';
import { phraseForm } from '../../text/phrase-counter.ts';

export interface VocabularyTerm {
  /** In its most common spelling, lower case. */
  term: string;
  from: 'meta keywords' | 'anchors';
  /** Relevant pages with it, or with a link to them that has it. */
  relevant: number;
  others: number;
  gSquared: number;
  weight: number;
}

export interface VocabularyRule {
  /** Terms of fewer relevant pages are left out. */
  minCount: number;
  limit: number;
}

/** Terms of a page, or of the links to it, and whether it is what is wanted. */
interface Sighting {
  terms: readonly string[];
  relevant: boolean;
}

export async function vocabularyOf(crawl: OpenCrawl, rule: VocabularyRule): Promise<VocabularyTerm[]> {
  const { language } = crawl.folder.topic;
  const lists = [
    rated(await metaKeywords(crawl), 'meta keywords', language),
    rated(anchors(crawl), 'anchors', language),
  ];
  const best = new Map<string, VocabularyTerm>();
  for (const { form, ...one } of lists.flat()) {
    if (one.relevant < rule.minCount || one.gSquared < CERTAIN) continue;
    if (one.gSquared > (best.get(form)?.gSquared ?? 0)) best.set(form, one);
  }
  const chosen = [...best.values()].sort((a, b) => b.gSquared - a.gSquared).slice(0, rule.limit);
  const most = Math.log(chosen[0]?.gSquared ?? CERTAIN);
  return chosen.map((one) => ({
    ...one,
    weight: Math.max(1, Math.round((5 * Math.log(one.gSquared)) / most)),
  }));
}

/** By chance, one term in a hundred has more. */
const CERTAIN = 6.63;

async function metaKeywords({ folder, read }: OpenCrawl): Promise<Sighting[]> {
  const stored = new StoredPages(folder, read);
  const options = { urlRules: urlRulesOf(folder.settings), use: folder.settings.use };
  const seen: Sighting[] = [];
  try {
    for (const page of read.pagesToJudge()) {
      const found = await pageOf(await stored.answerOf(page), options);
      if ('refused' in found) continue;
      const terms = (found.meta.keywords ?? '').slice(0, MAX_LENGTH).split(/[,;]/);
      seen.push({ terms, relevant: page.relevant });
    }
  } finally {
    stored.close();
  }
  return seen;
}

/** By page, however many links lead to it: the menu of a site is on all of its pages. */
function anchors({ db }: OpenCrawl): Sighting[] {
  const pages = new Map<number, { terms: Set<string>; relevant: boolean }>();
  for (const { anchor, to, toRelevant } of linksBetweenJudgedPages(db)) {
    const page = pages.get(to) ?? { terms: new Set<string>(), relevant: toRelevant };
    for (const text of anchor.slice(0, MAX_LENGTH).split(' · ')) page.terms.add(text);
    pages.set(to, page);
  }
  return [...pages.values()].map(({ terms, relevant }) => ({ terms: [...terms], relevant }));
}

const MAX_LENGTH = 2000;

function rated(
  sightings: readonly Sighting[],
  from: VocabularyTerm['from'],
  language: string | undefined,
): (VocabularyTerm & { form: string })[] {
  const formOf = phraseForm({ language });
  const counts = new Map<string, { relevant: number; others: number; spellings: Map<string, number> }>();
  const all = { trials: sightings.length, successes: 0 };
  for (const { terms, relevant } of sightings) {
    if (relevant) all.successes += 1;
    for (const [form, spelling] of new Map(terms.map((term) => [formOf(term).join(' '), tidy(term)]))) {
      if (form === '' || form.split(' ').length > LONGEST) continue;
      const known = counts.get(form) ?? { relevant: 0, others: 0, spellings: new Map<string, number>() };
      known[relevant ? 'relevant' : 'others'] += 1;
      known.spellings.set(spelling, (known.spellings.get(spelling) ?? 0) + 1);
      counts.set(form, known);
    }
  }
  return [...counts].map(([form, { relevant, others, spellings }]) => {
    const one = { trials: relevant + others, successes: relevant };
    const isCommoner = one.successes * all.trials > all.successes * one.trials;
    const [term] = [...spellings].reduce((a, b) => (b[1] > a[1] ? b : a));
    return { form, term, from, relevant, others, gSquared: isCommoner ? gSquared(one, all) : 0, weight: 1 };
  });
}

const tidy = (term: string): string => term.trim().replace(/\s+/g, ' ').toLowerCase();

/** A keyword of more words is a sentence. */
const LONGEST = 4;

/** The kind `committee`: the judge of the recipe `adaptive`. */
import { z } from 'zod';
import {
  type CommitteeJudge,
  type CommitteeModel,
  checkedModel,
  committeeJudge,
} from '../../judge/committee.ts';
import { EvidenceReader, type PageEvidence } from '../../judge/page-evidence.ts';
import { fitCommittee } from '../../judge/training/committee.ts';
import { defineJudge } from '../../plugin/define.ts';
import { shareLastText } from '../../text/last-text.ts';
import { stopWords } from '../../text/stopwords.ts';
import { words } from '../../text/tokens.ts';
import type { Topic, WeightedTerm } from '../../topic/topic.ts';
import { needs } from '../needs.ts';
import { CommitteeLearner } from './committee-learner.ts';
import { committeeInWords } from './committee-words.ts';

export const committeeKind = defineJudge({
  name: 'committee',
  summary: 'the words of the examples and the keywords together, fitted again as the crawl goes on',
  settings: z.strictObject({
    threshold: z.number().min(0).max(1).default(0.5).describe('a page is relevant from this probability on'),
    relearn: z
      .boolean()
      .default(true)
      .describe('fit the judge again: to labels, and without irrelevant examples to the pages of the crawl'),
  }),
  needs: () => ['subject'],
  judges: (topic) => needs.subject.has(topic),
  learns: (_, topic) => topic === undefined || hasExamples(topic),
  train({ topic, examples, seed }): CommitteeModel {
    const { keywords, fromTitle, language } = subjectOf(topic);
    const reader = new EvidenceReader(keywords, language);
    return fitCommittee({
      keywords,
      fromTitle,
      language,
      examples: examples.map(({ page, relevant }) => ({
        url: page.url,
        evidence: reader.read(page),
        relevant,
      })),
      crawled: [],
      pages: 0,
      seed,
    });
  },
  untrained: ['threshold', 'relearn'],
  make({ topic, settings: { threshold }, model }) {
    shareLastText();
    return committeeJudge(startOf(topic, model), { threshold });
  },
  learner: ({ topic, model, settings }) =>
    settings.relearn ? new CommitteeLearner(startOf(topic, model), 1) : undefined,
  notes: ({ settings, judge }) =>
    settings.relearn ? (page): PageEvidence => (judge as CommitteeJudge).evidenceOf(page) : undefined,
  inWords: ({ topic, model }) => committeeInWords(startOf(topic, model)),
});

/** Without examples nothing is trained before the crawl: the keywords are all there is. */
function startOf(topic: Topic, model: CommitteeModel | undefined): CommitteeModel {
  if (model !== undefined) return checkedModel(model);
  return fitCommittee({ ...subjectOf(topic), examples: [], crawled: [], pages: 0, seed: 1 });
}

export const hasExamples = ({ examples, browsingLog }: Topic): boolean =>
  examples.relevant.length > 0 || examples.irrelevant.length > 0 || browsingLog !== undefined;

/** The topic's keywords; without any, its content terms, or the words of its title. */
export function subjectOf({ keywords, content, title, language = 'en' }: Topic): {
  keywords: WeightedTerm[];
  language: string;
  fromTitle?: boolean;
} {
  if (keywords.some(({ weight }) => weight > 0)) return { keywords, language };
  if (content.some(({ weight }) => weight > 0)) return { keywords: content, language };
  const stops = new Set(stopWords(language));
  const own = isUrl(title) ? [] : [...new Set(words(title))].filter((word) => !stops.has(word));
  return { keywords: own.map((term) => ({ term, weight: 1 })), language, fromTitle: true };
}

const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text);

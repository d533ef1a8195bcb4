/**
 * The topic file: what to look for. One YAML file (JSON is YAML too), parsed strictly: an unknown key, a missing seed
 * or an invalid weight is reported with its position, what was found and what is expected.
 */
import { z } from 'zod';
import { languageFault } from '../text/known-languages.ts';
import { documentsSchema, type TopicDocuments } from './documents.ts';
import { terms, type WeightedTerm } from './terms.ts';
import { sourceList, urlList } from './url-list.ts';
import { wordList } from './word-list.ts';

export type { WeightedTerm };

export interface Topic {
  name: string;
  title: string;
  /** From which side the topic is looked at: "as a fan sees it", "the hardware, not the shops". */
  viewpoint?: string;
  /** What makes a page relevant or not, one sentence each; shown to people who judge pages. */
  rules?: string[];
  /** What is wanted and what is not, a paragraph each: for people who judge pages and for recipes that read it. */
  wanted?: string;
  unwanted?: string;
  /** A page counts only if it has a term of each group. */
  required?: string[][];
  /** ISO 639-1; pages of other languages do not count. */
  language?: string;
  keywords: WeightedTerm[];
  /** What identifies the kind of page: "syllabus", "office hours". */
  genre: WeightedTerm[];
  /** What the subject is about, apart from the kind of page. */
  content: WeightedTerm[];
  /** Words expected in the URL. */
  urlTerms: WeightedTerm[];
  seeds: string[];
  /** A file of further seeds: a crawl draws from it when its frontier is empty. */
  pool?: string;
  /** URLs, files or folders. */
  examples: {
    relevant: string[];
    irrelevant: string[];
    /** Pages of the right kind about varied subjects: the source of genre terms. */
    genre?: string[];
  };
  /** A file with pages in the order a person viewed them. */
  browsingLog?: string;
  /** A file with concepts and their relations, in place of WordNet. */
  ontology?: string;
  /** Parts of host names that suggest a relevant site, such as "cs" in cs.example.edu. */
  departments?: string[];
  /** Names of directories without relevant pages. Default: the recipe's list. */
  stopDirectories?: string[];
  /** Paths of modules of the user's own that crawls for this topic need. */
  use?: string[];
  /** Anchors not to follow, and anchors that lead on from pages that are not wanted themselves. Absent: the recipe's own. */
  anchors?: { prune?: string[]; extract?: string[] };
  /** Collect documents, too. */
  documents?: TopicDocuments;
}

/** Terms of which one is enough; a single one may stand without brackets. */
const termGroup = z
  .union([z.string().trim().min(1), z.array(z.string().trim().min(1)).min(1)], {
    error: 'give a word, or a list of words of which one is enough, such as [diet, food, prey]',
  })
  .transform((group): string[] => (Array.isArray(group) ? group : [group]));

export const topicSchema = z
  .strictObject({
    name: z
      .string()
      .regex(/^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u, 'a name is one word of letters, digits, "-" and "_"'),
    title: z.string().optional(),
    viewpoint: z.string().min(1).optional(),
    rules: z.array(z.string().min(1)).optional(),
    wanted: z.string().min(1).optional(),
    unwanted: z.string().min(1).optional(),
    required: z.array(termGroup).optional(),
    language: z
      .string()
      .superRefine((code, context) => {
        const message = languageFault(code);
        if (message !== undefined) context.addIssue({ code: 'custom', message });
      })
      .optional(),
    keywords: terms,
    genre: terms,
    content: terms,
    urlTerms: terms,
    seeds: urlList.default([]),
    pool: z.string().min(1).optional(),
    examples: z
      .strictObject({
        relevant: sourceList.default([]),
        irrelevant: sourceList.default([]),
        genre: sourceList.optional(),
      })
      .default({ relevant: [], irrelevant: [] }),
    browsingLog: z.string().min(1).optional(),
    ontology: z.string().min(1).optional(),
    departments: wordList.optional(),
    stopDirectories: wordList.optional(),
    use: z.array(z.string().min(1)).optional(),
    anchors: z.strictObject({ prune: wordList.optional(), extract: wordList.optional() }).optional(),
    documents: documentsSchema.optional(),
  })
  .transform((given): Topic => ({ ...given, title: given.title ?? given.name }) as Topic);

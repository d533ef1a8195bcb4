/**
 * The documents that a topic wants besides pages: formats, types with what tells them apart, names that are not welcome,
 * and subject headings. `documents: true` takes every format and the built-in types.
 */
import { z } from 'zod';
import { wordList } from './word-list.ts';

/** Formats that can be collected, as opposed to read: an HTML page is a document if its type says so. */
export const documentFormats = [
  'pdf',
  'docx',
  'doc',
  'odt',
  'rtf',
  'pptx',
  'epub',
  'latex',
  'postscript',
  'text',
  'html',
] as const;
export type CollectedFormat = (typeof documentFormats)[number];

export interface TopicDocuments {
  formats?: CollectedFormat[] | undefined;
  /** Names of built-in types, or types of the user's own; documents of other types are rejected. */
  types?: (string | DocumentType)[] | undefined;
  /** Words in the name of a file that is not fetched. */
  unwelcome?: string[] | undefined;
  /** PDFs of fewer bytes are not fetched. */
  smallestPdf?: number | undefined;
  /** Subject headings with the terms that stand for them; the topic's keywords where absent. */
  subjects?: Record<string, string[]> | undefined;
}

/** What makes a document one of its type: all that is given must hold. */
export interface DocumentType {
  name: string;
  /** Headings, of which `atLeast` must be there (two by default, or all if there are fewer). */
  sections: string[];
  atLeast?: number | undefined;
  /** Headings of which one must be there. */
  required: string[];
  /** Words and phrases on the first page, of which `cuesAtLeast` must be there (one by default). */
  cues: string[];
  cuesAtLeast?: number | undefined;
  /** Words and phrases that must not be on the first page. */
  against: string[];
  words?: Range | undefined;
  pages?: Range | undefined;
  /** The share of sentences that are questions, from 0 to 1. */
  questions?: Range | undefined;
}

export interface Range {
  min?: number | undefined;
  max?: number | undefined;
}

const range = z
  .strictObject({ min: z.number().min(0).optional(), max: z.number().min(0).optional() })
  .refine(
    ({ min, max }) => min === undefined || max === undefined || min <= max,
    '"min" is larger than "max"',
  );
const count = z.number().int().min(0);

export const documentTypeSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/, 'a name is made of lower-case letters, digits and "-"'),
  sections: wordList.default([]),
  atLeast: count.optional(),
  required: wordList.default([]),
  cues: wordList.default([]),
  cuesAtLeast: count.optional(),
  against: wordList.default([]),
  words: range.optional(),
  pages: range.optional(),
  questions: range.optional(),
});

const subjects = z.union([
  z.record(z.string().min(1), wordList),
  wordList.transform((headings) => Object.fromEntries(headings.map((heading) => [heading, [heading]]))),
]);

export const documentsSchema = z
  .union(
    [
      z.boolean(),
      z.strictObject({
        formats: z.array(z.enum(documentFormats)).min(1).optional(),
        types: z
          .array(z.union([z.string().min(1), documentTypeSchema]))
          .min(1)
          .optional(),
        unwelcome: wordList.optional(),
        smallestPdf: count.optional(),
        subjects: subjects.optional(),
      }),
    ],
    { error: 'write true, or an object with formats, types, unwelcome, smallestPdf and subjects' },
  )
  .transform((given): TopicDocuments | undefined =>
    given === true ? {} : given === false ? undefined : given,
  );

/** What the interface takes and gives, in the parts that several routes share. */
import { z } from 'zod';
import { ForageError } from '../../errors.ts';

export const states = z.enum(['running', 'paused', 'stopped', 'crashed']);

export const limit = z.coerce.number().int().min(1).max(500).default(50).describe('At most this many.');
export const cursor = z.string().max(500).optional().describe('The "next" of the answer before.');

/** A place in a list that clients give back as they got it. */
export const cursorOf = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString('base64url');

export function placeOf<T>(text: string | undefined, isPlace: (value: unknown) => value is T): T | undefined {
  if (text === undefined) return undefined;
  try {
    const place: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (isPlace(place)) return place;
  } catch {
    // said below
  }
  throw new ForageError(
    'USAGE',
    'query.cursor: not a place in this list. Give the "next" of an earlier answer.',
  );
}

export const isPair = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every((one) => typeof one === 'number' && Number.isFinite(one));

/** The list, and the cursor of what follows. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next: z.string().optional() });

export const share = z.object({ share: z.number(), low: z.number(), high: z.number() });

export const answerSchema = z.object({
  question: z.string(),
  code: z.string(),
  sentence: z.string(),
  note: z.string().optional(),
  actions: z.array(z.object({ text: z.string(), to: z.string().optional(), do: z.string().optional() })),
});

export const crawlSchema = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum([...states.options, 'starting', 'failed', 'unreadable']),
  sentence: z.string().describe('How it stands.'),
  pages: z.number().int(),
  relevant: z.number().int(),
  curve: z.array(z.number()).describe('Relevant pages in twenty equal stretches of the crawl.'),
  startedAt: z.number().optional(),
});

export const pageSchema = z.object({
  id: z.number().int(),
  n: z.number().int(),
  url: z.string(),
  host: z.string(),
  title: z.string(),
  outcome: z.string(),
  kind: z.string().optional(),
  language: z.string().optional(),
  fetchedAt: z.number(),
  score: z.number().optional(),
  margin: z.number().optional(),
  relevant: z.boolean(),
  label: z.string().optional().describe('What was said of it last.'),
  snippet: z.string().optional().describe('Where the words of a search stand, between « and ».'),
});

export const siteSchema = z.object({
  host: z.string(),
  pages: z.number().int(),
  relevant: z.number().int(),
  waiting: z.number().int().optional(),
  now: z.string(),
  isHeld: z.boolean(),
});

export const done = z.object({ state: states.optional() }).loose();

/**
 * The browsing log: pages in the order in which a person looked at them, whether each was wanted, and from which
 * other it was reached. A small YAML file (JSON is YAML too) that can be read and mended by hand; it holds addresses
 * only, the pages are fetched when something is to be learnt from it. `forage topic record` makes one.
 */
import { stringify } from 'yaml';
import { z } from 'zod';
import { parseYaml, readText } from './load.ts';

export interface BrowsingLogFile {
  visits: LoggedAddress[];
}

export interface LoggedAddress {
  url: string;
  relevant: boolean;
  /** Place in `visits` of the page that led here, always an earlier one; absent for a first page. */
  from?: number | undefined;
  /** When it was looked at, ISO 8601. */
  at?: string | undefined;
}

export function loadBrowsingLog(path: string): BrowsingLogFile {
  return parseBrowsingLog(readText(path), path);
}

export function parseBrowsingLog(text: string, name = 'browsing log'): BrowsingLogFile {
  return parseYaml(text, name, logSchema, 'INPUT_INVALID');
}

export function formatBrowsingLog(visits: readonly LoggedAddress[], topic: string): string {
  const head = `# Pages looked at for the topic ${topic}, in this order. "from" counts from 0.\n`;
  return head + stringify({ visits }, { lineWidth: 0 });
}

/** A person looks at a few hundred; what is far beyond that is no log of browsing, and slow to read as YAML. */
export const maxVisits = 10_000;

const visit = z.strictObject({
  url: z.string().regex(/^https?:\/\/./i, 'an address begins with http:// or https://'),
  relevant: z.boolean(),
  from: z.number().int().nonnegative().optional(),
  at: z.string().optional(),
});

const logSchema = z.strictObject({
  visits: z
    .array(visit)
    .min(1, 'a log has one visit at least')
    .max(maxVisits, `a log has ${maxVisits} visits at most`)
    .superRefine((visits, context) => {
      visits.forEach(({ from }, place) => {
        if (from === undefined || from < place) return;
        context.addIssue({
          code: 'custom',
          path: [place, 'from'],
          message: `visit ${place} was reached from an earlier one, 0 to ${place - 1}`,
        });
      });
    }),
});

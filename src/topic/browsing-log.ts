/**
 * The browsing log: pages in the order a person viewed them, whether each was relevant, and from which other page it
 * was reached. A small YAML file (JSON is YAML too) that can be edited by hand. It contains URLs only; the pages are
 * fetched when training needs them. `forage topic record` creates one.
 */
import { stringify } from 'yaml';
import { z } from 'zod';
import { parseYaml } from './load.ts';
import { readText } from './text-file.ts';

export interface BrowsingLogFile {
  visits: LoggedAddress[];
}

export interface LoggedAddress {
  url: string;
  /** Absent if the person did not say. */
  relevant?: boolean | undefined;
  /** Index in `visits` of the page that led here, always an earlier one; absent for a first page. */
  from?: number | undefined;
  /** When it was viewed, ISO 8601. */
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

/** A person views a few hundred pages; far more is not a browsing log, and slow to parse as YAML. */
export const maxVisits = 10_000;

const visit = z.strictObject({
  url: z.string().regex(/^https?:\/\/./i, 'a URL starts with http:// or https://'),
  relevant: z.boolean().optional(),
  from: z.number().int().nonnegative().optional(),
  at: z.string().optional(),
});

const logSchema = z.strictObject({
  visits: z
    .array(visit)
    .min(1, 'a log has at least one visit')
    .max(maxVisits, `a log has at most ${maxVisits} visits`)
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

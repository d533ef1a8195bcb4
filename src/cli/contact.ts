/** Who is responsible for a live crawl. */
import { Option } from 'commander';
import type { SettingsInput } from '../crawl/settings.ts';
import { ForageError } from '../errors.ts';
import { isInteractive, openQuestions } from './questions.ts';

export const contactOption = new Option(
  '--contact <address>',
  'e-mail address or URL where webmasters can reach you (or set FORAGE_CONTACT)',
);

/** A live crawl identifies its operator: by flag, settings file or environment variable, or by asking once. */
export async function contactOf(settings: SettingsInput): Promise<string> {
  const given = settings.http?.contact ?? process.env.FORAGE_CONTACT;
  if (given) return given;
  if (isInteractive()) {
    const questions = openQuestions();
    const answer = await questions.ask(
      'Webmasters need to know who crawls. Your e-mail address or a URL where they can reach you:',
      (text) => text,
    );
    questions.close();
    if (answer !== '') return answer;
  }
  throw new ForageError(
    'CONTACT_MISSING',
    'A live crawl needs a contact: pass --contact you@example.org or set FORAGE_CONTACT.',
  );
}

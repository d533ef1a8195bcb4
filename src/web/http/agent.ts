/**
 * Identification: the product token for robots.txt rules, and the User-Agent header with a contact for the person
 * behind the crawl.
 */
import { ForageError } from '../../errors.ts';

/** The product token matched against robots.txt groups. */
export const AGENT = 'Forage';

/** `Forage/0.1 (+contact)`; the contact is an e-mail address or URL of the person who runs the crawl. */
export function userAgent(contact: string): string {
  const shown = contact.trim();
  if (!/^[\x21-\x27\x2a-\x7e]+$/.test(shown) || !/[@.:]/.test(shown))
    throw new ForageError(
      'CONTACT_MISSING',
      `'${contact}' is not a valid contact: use an e-mail address or URL, without spaces or brackets, where webmasters can reach you.`,
    );
  return `${AGENT}/0.1 (+${shown})`;
}

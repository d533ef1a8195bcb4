/** Names of people in the lines below a title. */

/** Words that are in affiliations and addresses, not in names. */
const NOT_A_NAME =
  /\b(?:universit\w*|institut\w*|department|dept|faculty|school|college|laborator\w*|lab|centre|center|inc|ltd|gmbh|corp\w*|company|research|street|road|avenue|box|email|e-mail|abstract|thesis|dissertation|submitted|degree|report|technical|proceedings|conference|journal|volume|supervis\w*|advis\w*|master|doctor|bachelor|science|sciences|engineering|studies|requirements|fulfil\w*|presented|approved|copyright|the|for|with|from|january|february|march|april|june|july|august|september|october|november|december|canada|germany|usa|france|museum|library|society|association|group|division|academy|chapter|version|draft|no|number|tr)\b/i;

/** A word of a name: Anna, J.-P., van, O'Neil, McGregor. */
const PART =
  /^(?:\p{Lu}[\p{L}'’.-]*|\p{Lu}\.|van|von|de|der|den|da|di|del|della|la|le|el|bin|ibn|ter|ten|dos|du|zu|y)$/u;

const MOST_LINES = 8;
const MOST_NAMES = 50;

/** The names of the first lines that consist of names alone. */
export function namesIn(lines: readonly string[]): string[] {
  const found: string[] = [];
  let misses = 0;
  for (const line of lines) {
    const names = namesOf(line);
    // Affiliations and addresses stand between names; a long gap means that the names are over.
    if (names.length === 0 && ++misses > MOST_LINES) break;
    if (names.length === 0 && found.length > 0 && misses > 2) break;
    for (const name of names) if (!found.includes(name)) found.push(name);
    if (found.length >= MOST_NAMES) break;
  }
  return found;
}

function namesOf(line: string): string[] {
  const text = line
    .replace(/^(?:by|author(?:s|\(s\))?|von|par|written by|submitted by)\b:?\s+/i, '')
    .replace(/[\d*†‡§¶∗⋆¹²³⁴⁵⁶⁷⁸⁹]+/g, ' ')
    .replace(/\([^)]*\)|\S+@\S+/g, ' ');
  if (NOT_A_NAME.test(text)) return [];
  const parts = text
    .split(/\s*(?:,|;|·|•|\||&|\band\b|\bund\b|\bet\b)\s*/i)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '');
  return parts.length > 0 && parts.every(isName) ? parts : [];
}

function isName(text: string): boolean {
  const words = text.split(' ');
  const full = words.filter((word) => /^\p{Lu}\p{L}/u.test(word.replace(/^[\p{Lu}]\.-?/u, '')));
  return (
    words.length >= 2 &&
    words.length <= 5 &&
    full.length >= 1 &&
    words.every((word) => PART.test(word)) &&
    // A line in capitals is a heading, unless it is short.
    (text !== text.toUpperCase() || words.length <= 3)
  );
}

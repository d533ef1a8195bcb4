/** Answers about pages from a file: URL, tab, and yes, no or unsure on each line; "#" begins a comment. */
import { ForageError } from '../errors.ts';
import type { Answer } from '../strategy/strategy.ts';
import { readText } from '../topic/text-file.ts';
import { canonicalUrl, type UrlRules } from '../url/url.ts';

/** By canonical URL; the last answer about a URL counts. */
export function readAnswers(path: string, rules: UrlRules): Map<string, Answer> {
  const answers = new Map<string, Answer>();
  for (const [i, line] of readText(path).split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [url = '', word = ''] = line.split('\t');
    const answer = word.trim() === '' ? 'unsure' : answerOf(word);
    const canonical = canonicalUrl(url.trim(), undefined, rules);
    if (answer === undefined || !canonical.ok)
      throw new ForageError(
        'INPUT_INVALID',
        `${path}, line ${i + 1}: write a URL, a tab, and yes, no or unsure (found "${line.slice(0, 100)}").`,
      );
    answers.set(canonical.url, answer);
  }
  return answers;
}

export function answerOf(word: string): Answer | undefined {
  const answer = word.trim().toLowerCase();
  return answer === 'yes' || answer === 'no' || answer === 'unsure' ? answer : undefined;
}

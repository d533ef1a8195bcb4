/** Asks in the terminal about pages, one line each: yes, no, or nothing. */
import type { AskAboutPages } from '../grow/stage.ts';
import { oneLine } from './format.ts';
import { print } from './print.ts';
import { openQuestions } from './questions.ts';

const EXCERPT = 400;

export const askYesOrNo: AskAboutPages = async (pages) => {
  const said = new Map<string, boolean>();
  const questions = openQuestions();
  try {
    for (const [i, { url, title, text }] of pages.entries()) {
      print(`\n${i + 1} of ${pages.length}  ${oneLine(title, 100)}\n${oneLine(url, 200)}`);
      print(oneLine(text, EXCERPT));
      const answer = await questions.ask('About the topic? y, n, Enter if unsure, q to end:', (typed) =>
        typed.toLowerCase(),
      );
      if (answer.startsWith('q')) break;
      if (answer.startsWith('y') || answer.startsWith('n')) said.set(url, answer.startsWith('y'));
    }
  } finally {
    questions.close();
  }
  return said;
};

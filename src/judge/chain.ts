/**
 * A chain: judges are asked in turn until one is certain. Each judge but the last has one score from which it answers
 * yes and another below which it answers no; scores in between go to the next judge. The last one always decides. Score
 * and reasons come from the judge that decided. Best-first compares scores of different judges as they are, so choose
 * judges with comparable scores, and put the cheap one first. Short texts are scored by the last judge that supports
 * it: earlier ones only save it work.
 */
import type { Page } from '../page/page.ts';
import type { Findings, Judge, Opinion } from './judge.ts';

export interface ChainLink {
  name: string;
  judge: Judge;
  /** Yes from this score on; if absent, never. */
  yes?: number | undefined;
  /** No below this score; if absent, never. */
  no?: number | undefined;
}

export function chain(links: readonly ChainLink[]): Judge {
  const ofText = links.findLast(({ judge }) => judge.scoreText !== undefined)?.judge;

  return {
    judge(page: Page): Opinion {
      const unsure: string[] = [];
      let findings: Findings | undefined;
      for (const [i, link] of links.entries()) {
        const said = link.judge.judge(page);
        if (said.findings) findings = { ...findings, ...said.findings };
        const decided = decision(link, said) ?? (i === links.length - 1 ? said.relevant : undefined);
        if (decided === undefined) {
          unsure.push(`${link.name} ${said.score.toFixed(2)} undecided`);
          continue;
        }
        const why = [`${link.name} decides`, ...said.why, ...unsure];
        return { score: said.score, relevant: decided, why, ...(findings && { findings }) };
      }
      return { score: 0, relevant: false, why: [] };
    },
    ...(ofText && { scoreText: (text: string) => ofText.scoreText!(text) }),
  };
}

function decision({ yes, no }: ChainLink, { score }: Opinion): boolean | undefined {
  if (yes !== undefined && score >= yes) return true;
  return no !== undefined && score < no ? false : undefined;
}

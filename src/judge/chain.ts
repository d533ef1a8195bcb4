/**
 * A chain: judges are asked in turn until one is sure. Each but the last says yes from one score on and no below
 * another, and leaves what lies between to the next; the last decides by itself. Score and reasons are those of the
 * judge that decided; scores of different judges are compared by best-first as they are, so choose judges whose
 * scores are of one kind, and put the cheap one first.
 * A few words are weighed by the last judge that can: those before it are there to save it work.
 */
import type { Page } from '../page/page.ts';
import type { Findings, Judge, Opinion } from './judge.ts';

export interface ChainLink {
  name: string;
  judge: Judge;
  /** From this score on: yes. Absent: never. */
  yes?: number | undefined;
  /** Below this score: no. Absent: never. */
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

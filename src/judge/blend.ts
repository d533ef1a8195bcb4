/**
 * A blend: the weighted mean of several judges. García Dorado (Lund, 2008) found the even blend of SVM and string match
 * to be the best judge. Weights need not sum to 1. Short texts are scored by those judges that support it. Findings of
 * all judges are merged; for equal names the later judge wins.
 */
import type { Page } from '../page/page.ts';
import type { Findings, Judge, Opinion } from './judge.ts';
import { signed } from './reasons.ts';

export interface BlendPart {
  name: string;
  judge: Judge;
  weight: number;
}

export function blend(parts: readonly BlendPart[], { threshold }: { threshold: number }): Judge {
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0);
  const ofText = parts.filter(({ judge }) => judge.scoreText !== undefined);
  const wholeOfText = ofText.reduce((sum, { weight }) => sum + weight, 0);

  return {
    judge(page: Page): Opinion {
      let score = 0;
      let findings: Findings | undefined;
      const why: string[] = [];
      for (const { name, judge, weight } of parts) {
        const said = judge.judge(page);
        score += (weight / whole) * said.score;
        if (said.findings) findings = { ...findings, ...said.findings };
        const reasons = said.why.length === 0 ? '' : ` (${said.why.join(', ')})`;
        why.push(`${signed((weight / whole) * said.score)} ${name} ${said.score.toFixed(3)}${reasons}`);
      }
      return { score, relevant: score >= threshold, border: threshold, why, ...(findings && { findings }) };
    },
    ...(ofText.length > 0 && {
      scoreText(text: string): number {
        let score = 0;
        for (const { judge, weight } of ofText) score += (weight / wholeOfText) * judge.scoreText!(text);
        return score;
      },
    }),
  };
}

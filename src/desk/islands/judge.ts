/** The threshold follows the hand; what it would change is asked of the desk and said in a sentence. */
import { hydrate, render } from 'preact';
import type { ThresholdEffect } from '../../answers/threshold-effect.ts';
import {
  type Density,
  densityChart,
  effectView,
  sidesView,
  type Tried,
  triedView,
} from '../views/density.ts';
import { ask, dataOf, say } from './page.ts';

const slider = document.getElementById('threshold') as HTMLInputElement | null;
const [chart, effect, sides] = ['density', 'effect', 'sides'].map((id) => document.getElementById(id));

if (slider && chart && effect && sides) {
  const density = dataOf<Density>();
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  hydrate(densityChart(density, density.threshold), chart);
  slider.addEventListener('input', () => {
    const threshold = Number(slider.value);
    render(densityChart(density, threshold), chart);
    clearTimeout(timer);
    timer = setTimeout(() => void look(threshold), 120);
  });

  async function look(threshold: number): Promise<void> {
    const number = ++asked;
    try {
      const found = await ask<{ effect: ThresholdEffect }>(`scores?threshold=${threshold}`);
      if (number !== asked) return;
      render(effectView(density, found.effect), effect!);
      render(sidesView(density.crawl, found.effect), sides!);
      slider!.setAttribute('aria-valuetext', found.effect.sentence);
    } catch (error) {
      say((error as Error).message);
    }
  }
}

document.getElementById('try')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const text = (document.getElementById('try-text') as HTMLTextAreaElement).value;
  ask<Tried>('classify', { text }).then(
    (tried) => render(triedView(tried), document.getElementById('tried')!),
    (error: Error) => say(error.message),
  );
});

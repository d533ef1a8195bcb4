/**
 * The table that a study prints as its runs end: a heading for each web and topic as it comes up, a line a run. The
 * figures are those of the report, without its intervals: what one run found is no result yet.
 */
import { join } from 'node:path';
import { readLabels, relevanceBy } from '../lab/labels.ts';
import { foundAt, foundSoFar, recallArea } from '../lab/measures/found.ts';
import { readReach } from '../lab/reach-file.ts';
import type { RunJob, Schedule } from '../lab/schedule.ts';
import { readRun } from '../lab/study.ts';
import { readVisits } from '../lab/visits-file.ts';
import { count, percent } from './format.ts';

export class RunTable {
  readonly #schedule: Schedule;
  readonly #topics = new Map<string, Labelled>();
  readonly #width: number;
  #wasHeaded = '';

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
    this.#width = Math.max(7, ...schedule.runs.map(({ key }) => key.variant.length));
  }

  linesFor(job: RunJob): string[] {
    const { web, topic, variant, repeat } = job.key;
    const heading = `${web}/${topic}`;
    const labelled = this.#labelled(job);
    const run = readRun(this.#schedule.folder, job.id);
    const visits = readVisits(join(job.folder, 'visits.tsv'));
    const isFind = ({ url, measured, judged }: (typeof visits)[number]): boolean =>
      labelled?.isRelevant(url) ?? measured?.relevant ?? judged;
    const found = foundSoFar(visits.map(isFind));
    const finds = foundAt(found, visits.length);
    const cells = [
      (this.#schedule.plan.repeats.times > 1 ? `${variant} #${repeat}` : variant).padEnd(this.#width + 4),
      count(visits.length).padStart(8),
      count(finds).padStart(9),
      percent(finds / Math.max(1, visits.length)).padStart(9),
      (labelled && labelled.relevant > 0
        ? recallArea(found, labelled.relevant, labelled.steps).toFixed(3)
        : '–'
      ).padStart(7),
      `${count(visits.length / Math.max(0.001, run?.cost.seconds ?? 0))}`.padStart(8),
    ];
    const line = `  ${cells.join(' ')}`;
    if (heading === this.#wasHeaded) return [line];
    this.#wasHeaded = heading;
    const titles = ['pages'.padStart(8), 'relevant'.padStart(9), 'harvest'.padStart(9), 'area'.padStart(7)];
    return ['', `${heading.padEnd(this.#width + 6)} ${titles.join(' ')} ${'pages/s'.padStart(8)}`, line];
  }

  #labelled({ web, whole, key, label, reach }: RunJob): Labelled | undefined {
    if (label === undefined || reach === undefined) return undefined;
    const name = `${web}/${key.topic}`;
    const known = this.#topics.get(name);
    if (known !== undefined) return known;
    const { plan, folder } = this.#schedule;
    const labels = readLabels(join(folder, 'labels', `${web}.tsv`));
    const isRelevant = relevanceBy(labels, label, whole.examples.relevant);
    const reached = readReach(join(folder, 'reach', reach))?.visits ?? [];
    const labelled = {
      isRelevant,
      steps: Math.min(reached.length, plan.pages ?? reached.length),
      relevant: reached.filter(({ url }) => isRelevant(url)).length,
    };
    // What can be reached may yet be under way.
    if (reached.length > 0) this.#topics.set(name, labelled);
    return labelled;
  }
}

interface Labelled {
  isRelevant(url: string): boolean;
  steps: number;
  relevant: number;
}

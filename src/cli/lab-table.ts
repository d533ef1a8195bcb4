/**
 * The table that a study prints as its runs end, one line per run. The figures are those of the report without
 * intervals: a single run is not a result yet.
 */
import { join } from 'node:path';
import { isGivenBy } from '../lab/given-pages.ts';
import { readLabels, relevanceBy } from '../lab/labels.ts';
import { type Mark, markBy } from '../lab/marks.ts';
import { foundAt, foundSoFar, recallArea } from '../lab/measures/found.ts';
import { counts } from '../lab/measures/run-figures.ts';
import { readReach } from '../lab/reach-file.ts';
import type { RunJob, Schedule } from '../lab/schedule.ts';
import { readRun } from '../lab/study.ts';
import { readVisits } from '../lab/visits-file.ts';
import { count, percent } from './format.ts';

export class RunTable {
  readonly #schedule: Schedule;
  readonly #topics = new Map<string, Labelled>();
  readonly #widths: { topic: number; variant: number };
  #isHeaded = false;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
    const widest = (name: (job: RunJob) => string): number =>
      Math.max(6, ...schedule.runs.map((job) => name(job).length));
    this.#widths = { topic: widest(topicOf), variant: widest((job) => this.#variantOf(job)) };
  }

  linesFor(job: RunJob): string[] {
    const labelled = this.#labelled(job);
    const run = readRun(this.#schedule.folder, job.id);
    const mark = labelled?.mark ?? markBy(isGivenBy(job.given));
    const visits = readVisits(join(job.folder, 'visits.tsv')).map(mark);
    const found = foundSoFar(visits.map((visit) => counts(visit) ?? (!visit.example && visit.judged)));
    const finds = foundAt(found, visits.length);
    const area =
      labelled && labelled.relevant > 0
        ? recallArea(found, labelled.relevant, labelled.steps).toFixed(3)
        : '–';
    const line = this.#line(topicOf(job), this.#variantOf(job), [
      count(visits.length),
      count(finds),
      percent(finds / Math.max(1, visits.length)),
      area,
      count(visits.length / Math.max(0.001, run?.cost.seconds ?? 0)),
    ]);
    if (this.#isHeaded) return [line];
    this.#isHeaded = true;
    return [this.#line('topic', 'recipe', ['pages', 'relevant', 'harvest', 'area', 'pages/s']), line];
  }

  #line(topic: string, variant: string, cells: string[]): string {
    const names = [topic.padEnd(this.#widths.topic), variant.padEnd(this.#widths.variant)];
    return [...names, ...cells.map((cell) => cell.padStart(8))].join('  ');
  }

  #variantOf({ key: { variant, repeat } }: RunJob): string {
    return this.#schedule.plan.repeats.times > 1 ? `${variant} #${repeat}` : variant;
  }

  #labelled({ web, given, key, label, reach }: RunJob): Labelled | undefined {
    if (label === undefined || reach === undefined) return undefined;
    const name = `${web}/${key.topic}`;
    const known = this.#topics.get(name);
    if (known !== undefined) return known;
    const { plan, folder } = this.#schedule;
    const labels = readLabels(join(folder, 'labels', `${web}.tsv`));
    const mark = markBy(isGivenBy(given), relevanceBy(labels, label));
    const reached = readReach(join(folder, 'reach', reach))?.visits ?? [];
    const labelled = {
      mark,
      steps: Math.min(reached.length, plan.pages ?? reached.length),
      relevant: reached.map(mark).filter(({ relevant }) => relevant).length,
    };
    // Reachability may still be in progress.
    if (reached.length > 0) this.#topics.set(name, labelled);
    return labelled;
  }
}

const topicOf = ({ key: { web, topic } }: RunJob): string => `${web}/${topic}`;

interface Labelled {
  mark: Mark;
  steps: number;
  relevant: number;
}

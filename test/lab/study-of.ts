/** Studies made by hand: what each variant found, and a web of a few pages to read it from. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planSchema } from '../../src/lab/plan.ts';
import type { RunVisits, StudyData, TopicData, Visited } from '../../src/lab/study.ts';
import { handMade, page } from '../warc/sample.ts';

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export function visited(name: string, over: Partial<Visited> = {}): Visited {
  return {
    url: `http://w.test/${name}`,
    digest: digestOf(htmlOf(name)),
    score: 0.5,
    judged: false,
    bytes: 100,
    ...over,
  };
}

export function runOf(variant: string, visits: Visited[], over: Partial<RunVisits['run']> = {}): RunVisits {
  return {
    run: {
      ...{ id: `${variant}-1`, web: 'w', topic: 'comets', variant, recipe: variant, set: {}, repeat: 1 },
      stop: 'frontier-empty',
      cost: { seconds: 1, cpuMsPerPage: 1, peakMemoryMb: 1 },
      judge: 'keyword-cosine',
      ...over,
    },
    visits,
  };
}

export function studyOf(runs: RunVisits[], topic: Partial<TopicData> = {}): StudyData {
  const plan = planSchema.parse({
    name: 'hand-made',
    webs: [{ name: 'w', files: 'web.warc.gz' }],
    topics: [{ web: 'w', file: 'comets.yaml' }],
    recipes: ['breadth-first'],
  });
  const comets = { web: 'w', topic: 'comets', title: 'Comets', labelled: false, seeds: [] };
  const topics = [{ ...comets, examples: { relevant: [], irrelevant: [] }, ...topic }];
  return { plan, runs, topics, failures: [], warnings: [], differences: [] };
}

export const htmlOf = (name: string): string =>
  `<!doctype html><title>About ${name}</title><p>A page that tells of ${name} at some length.</p>`;

/** A WARC file with a page under each name; its path. */
export function writeWeb(folder: string, names: string[], over: Record<string, string> = {}): string {
  const path = join(folder, 'web.warc.gz');
  const records = names.map((name, i) =>
    handMade(`http://w.test/${name}`, page(over[name] ?? htmlOf(name)), {
      fields: [`WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-${String(i).padStart(12, '0')}>`],
    }),
  );
  writeFileSync(path, Buffer.concat(records));
  return path;
}

/** The study as the lab leaves it on disk, with a web that has all its pages. */
export function writeStudy(folder: string, { plan, runs, topics, warnings }: StudyData): void {
  const names = new Set(
    runs.flatMap(({ visits }) => visits.map(({ url }) => url.slice('http://w.test/'.length))),
  );
  const web = writeWeb(folder, [...names]);
  const webs = plan.webs.map((one) => ({ ...one, files: [web] }));
  writeFileSync(join(folder, 'plan.yaml'), JSON.stringify({ ...plan, webs }));
  const keys = runs.map(({ run: { stop: _, cost: __, judge: ___, ...key } }) => key);
  const records = topics.map(({ labelled: _, ...topic }) => topic);
  writeFileSync(join(folder, 'study.json'), JSON.stringify({ topics: records, runs: keys, warnings }));
  for (const { run, visits } of runs) {
    const place = join(folder, 'runs', run.id);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'run.json'), JSON.stringify(run));
    const lines = visits.map(({ url, digest, score, judged, bytes }) =>
      [url, digest, score, judged ? 1 : 0, bytes].join('\t'),
    );
    writeFileSync(join(place, 'visits.tsv'), ['url\tdigest\tscore\tjudged\tbytes', ...lines, ''].join('\n'));
  }
}

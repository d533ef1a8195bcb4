/** A job's lines as they come. */
import { hydrate, render } from 'preact';
import type { Job } from '../jobs.ts';
import { type JobSeen, jobView } from '../views/job.ts';
import { dataOf } from './page.ts';

const root = document.getElementById('job')!;
let seen = dataOf<JobSeen>();
hydrate(jobView(seen), root);
if (seen.job.endedAt === undefined) {
  const events = new EventSource(`/api/v1/jobs/${seen.job.id}/events`);
  let isFirst = true;
  events.addEventListener('line', (event) => {
    const line = JSON.parse((event as MessageEvent<string>).data) as string;
    // The stream begins with what the page already shows.
    show({ lines: [...(isFirst ? [] : seen.lines), line].slice(-1000) });
    isFirst = false;
  });
  events.addEventListener('end', (event) => {
    events.close();
    show({ job: JSON.parse((event as MessageEvent<string>).data) as Job });
  });
}

function show(change: Partial<JobSeen>): void {
  seen = { ...seen, ...change };
  render(jobView(seen), root);
}

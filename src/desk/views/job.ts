/** One job: its state, what it said line by line, and its result. */
import type { Job } from '../jobs.ts';
import { el, type VNode } from './el.ts';
import { at } from './words.ts';

export interface JobSeen {
  job: Job;
  lines: readonly string[];
  mayChange: boolean;
  /** The crawl it works on, if it works on one. */
  crawl: string | undefined;
}

const SENTENCES: Record<Job['state'], string> = {
  running: 'It is being worked on.',
  done: 'Done.',
  failed: 'It failed.',
  stopped: 'It was stopped; what it had written is kept.',
};

export function jobView({ job, lines, mayChange, crawl }: JobSeen): VNode {
  const page = lines.map(ownAddress).find((one) => one !== undefined);
  return el.div(
    { class: 'stack' },
    el.h1({ dir: 'auto' }, `${job.kind}: ${job.of}`),
    el.p({ class: 'lead', id: 'job-state', role: 'status' }, `${SENTENCES[job.state]} ${job.message ?? ''}`),
    crawl === undefined
      ? null
      : el.p(
          null,
          job.kind === 'train'
            ? el.a({ href: at(crawl, 'judge') }, 'The judge of this crawl')
            : el.a({ href: at(crawl) }, 'This crawl'),
        ),
    job.state === 'running' && page !== undefined
      ? el.p(
          null,
          el.a({ class: 'button main', href: page, target: '_blank', rel: 'noreferrer' }, 'Open its page'),
        )
      : null,
    job.state === 'running' && mayChange
      ? el.form({ method: 'post', action: `/jobs/${job.id}/stop` }, el.button(null, 'Stop'))
      : null,
    el.pre({ class: 'panel small said-lines', tabIndex: 0, 'aria-label': 'What it says' }, lines.join('\n')),
    job.result === undefined
      ? null
      : el.details(
          { open: true },
          el.summary(null, 'Result'),
          el.pre(
            { class: 'panel small said-lines', tabIndex: 0, 'aria-label': 'Result' },
            JSON.stringify(job.result, undefined, 2),
          ),
        ),
  );
}

/** The page of a server that the job runs on this machine. */
const ownAddress = (line: string): string | undefined =>
  /^\s*(http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]+\/)\s*$/.exec(line)?.[1];

/** What is being worked on: training, evolution, evaluation, studies, recording, each with what it says. */
import { mayDo } from '../access.ts';
import type { Job } from '../jobs.ts';
import { route } from '../route.ts';
import { el, type VNode } from '../views/el.ts';
import { jobView } from '../views/job.ts';
import { clock, count } from '../views/words.ts';
import { htmlReply } from './document.ts';

export const jobPages = [
  route({
    method: 'GET',
    path: '/jobs',
    role: 'read',
    summary: 'All jobs.',
    work({ desk, user }) {
      const jobs = desk.jobs.all();
      const running = jobs.filter(({ state }) => state === 'running').length;
      const now = Date.now();
      return htmlReply({
        title: 'Jobs',
        desk: 'jobs',
        main: el.div(
          { class: 'stack' },
          el.h1(null, 'Jobs'),
          el.p(
            { class: 'lead' },
            jobs.length === 0
              ? 'Nothing has been worked on since this desk started: training, evolution, evaluation and studies appear here.'
              : `${count(jobs.length)} since this desk started, ${count(running)} of them running.`,
          ),
          el.ul({ class: 'crawls' }, ...jobs.map((job) => row(job, now))),
        ),
        now,
        mayChange: mayDo(user.role, 'all'),
      });
    },
  }),
  route({
    method: 'GET',
    path: '/jobs/{job}',
    role: 'read',
    summary: 'One job.',
    work({ desk, parts, user }) {
      const job = desk.jobs.find(parts.job!);
      const mayChange = mayDo(user.role, 'all');
      const crawl = desk.crawls.has(job.of) ? job.of : undefined;
      const data = { job, lines: desk.jobs.linesOf(job.id), mayChange, crawl };
      return htmlReply({
        title: `${job.kind} ${job.of}`,
        desk: 'jobs',
        main: el.div({ id: 'job', class: 'stack' }, jobView(data)),
        islands: ['job'],
        data,
        now: Date.now(),
        mayChange,
      });
    },
  }),
  route({
    method: 'POST',
    path: '/jobs/{job}/stop',
    role: 'all',
    summary: 'Ends a job.',
    work({ desk, parts }) {
      const { id } = desk.jobs.stop(parts.job!);
      return { status: 303, headers: { location: `/jobs/${id}` } };
    },
  }),
];

const row = ({ id, kind, of, state, progress, startedAt }: Job, now: number): VNode =>
  el.li(
    { class: 'panel' },
    el.h2({ dir: 'auto' }, el.a({ href: `/jobs/${id}` }, `${kind}: ${of}`)),
    el.p({ class: 'note' }, `${state}, begun ${clock(startedAt, now)}. ${progress}`),
  );

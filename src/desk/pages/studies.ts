/** Which recipe is better? Plans to run, studies with their progress and reports, and people who judge their pages. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { mayDo } from '../access.ts';
import { judgingOrder, planOrder, reportOrder, standingOf } from '../api/studies.ts';
import { Refused, type Reply, route } from '../route.ts';
import { el, type VNode } from '../views/el.ts';
import { count, plural } from '../views/words.ts';
import { htmlReply } from './document.ts';

export const studyPages = [
  route({
    method: 'GET',
    path: '/studies',
    role: 'read',
    summary: 'Plans and studies.',
    work({ desk, user }) {
      const mayChange = mayDo(user.role, 'all');
      const studies = desk.files.studies();
      const plans = desk.files.plans();
      return htmlReply({
        title: 'Studies',
        desk: 'studies',
        main: el.div(
          { class: 'stack' },
          el.h1(null, 'Studies'),
          el.p(
            { class: 'lead' },
            studies.length + plans.length === 0
              ? 'No study and no plan lies in this folder. A plan says which recipes are compared on which webs; docs/lab.md shows one.'
              : `${plural(studies.length, 'study').replace('studys', 'studies')}, ${plural(plans.length, 'plan')}.`,
          ),
          el.ul(
            { class: 'crawls' },
            ...studies.map(({ id, path }) => studyRow(id, path, mayChange, desk.isLocal)),
            ...plans.map(({ id }) => planRow(id, mayChange)),
          ),
        ),
        now: Date.now(),
        mayChange,
      });
    },
  }),
  route({
    method: 'GET',
    path: '/studies/report',
    role: 'read',
    summary: 'The report of a study.',
    query: z.strictObject({ study: z.string().min(1).max(500) }),
    work: ({ desk, query }) => report(desk.files.find('studies', query.study)),
  }),
  route({
    method: 'POST',
    path: '/studies/do',
    role: 'all',
    summary: 'Runs a plan, writes a report, or lets people judge pages.',
    body: z.strictObject({
      do: z.enum(['run', 'report', 'judge']),
      plan: z.string().max(500).default(''),
      study: z.string().max(500).default(''),
      size: z.coerce.number().int().min(1).max(10_000).default(30),
    }),
    work({ desk, body }) {
      const order =
        body.do === 'run'
          ? planOrder(desk, body.plan)
          : body.do === 'report'
            ? reportOrder(desk, body.study)
            : judgingOrder(desk, body.study, body.size);
      const job = desk.jobs.begin(order);
      return { status: 303, headers: { location: `/jobs/${job.id}` } };
    },
  }),
];

function studyRow(id: string, path: string, mayChange: boolean, isLocal: boolean): VNode {
  const { runs, done, failed, hasReport, judgements, judges } = standingOf(path);
  const order = (what: string, text: string): VNode =>
    el.form(
      { method: 'post', action: '/studies/do' },
      el.input({ type: 'hidden', name: 'study', value: id }),
      el.button({ name: 'do', value: what }, text),
    );
  return el.li(
    { class: 'panel' },
    el.h2(null, id),
    el.p(
      null,
      `${count(done)} of ${plural(runs, 'run')} done${failed === 0 ? '' : `, ${count(failed)} failed`}.`,
      judgements === 0
        ? ''
        : ` ${plural(judgements, 'judgement')} by ${judges === 1 ? 'one person' : `${count(judges)} people`}.`,
    ),
    el.div(
      { class: 'do row' },
      hasReport
        ? el.a({ class: 'button', href: `/studies/report?study=${encodeURIComponent(id)}` }, 'Report')
        : null,
      mayChange && done > 0 ? order('report', hasReport ? 'Write the report again' : 'Write a report') : null,
      mayChange && isLocal && done > 0 ? order('judge', 'Judge its pages') : null,
    ),
  );
}

const planRow = (id: string, mayChange: boolean): VNode =>
  el.li(
    { class: 'panel' },
    el.h2(null, id),
    el.p({ class: 'note' }, 'A plan. Running it continues what is there.'),
    mayChange
      ? el.form(
          { method: 'post', action: '/studies/do' },
          el.input({ type: 'hidden', name: 'plan', value: id }),
          el.button({ name: 'do', value: 'run' }, 'Run it'),
        )
      : null,
  );

const LARGEST_REPORT = 100_000_000;

/** In a sandbox without an origin: its scripts draw, and reach nothing of the desk. */
function report(path: string): Reply {
  const file = join(path, 'report.html');
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined || size > LARGEST_REPORT)
    throw new Refused(404, 'NOT_FOUND', 'This study has no report yet. Write one on the page Studies.');
  return {
    text: readFileSync(file),
    type: 'text/html; charset=utf-8',
    headers: {
      'content-security-policy':
        "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    },
  };
}

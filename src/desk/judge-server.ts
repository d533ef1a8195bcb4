/**
 * A local web page for judging, for several judges by name. A page is shown as escaped plain text, under a
 * Content-Security-Policy that allows only our own short script for keyboard shortcuts and loads nothing; so nothing in
 * a page can run, load, or imitate a button.
 */
import { randomBytes } from 'node:crypto';
import {
  type HumanJudgement,
  type JudgementsFile,
  judgeName,
  type Label,
  labels,
} from '../lab/judgements.ts';
import { Judging } from '../lab/judging.ts';
import type { PageTexts } from '../lab/page-texts.ts';
import type { SampledPage, Wanted } from '../lab/sampling.ts';
import { allJudgedPage, failurePage, goodbyePage, judgingPage, startPage } from './judge-views.ts';
import { type Asked, type LocalServer, Refused, type Reply, startLocalServer } from './local-server.ts';

export interface JudgeServerParts {
  pages: readonly SampledPage[];
  texts: Pick<PageTexts, 'read'>;
  wantedBy: (page: SampledPage) => Wanted;
  file: JudgementsFile;
  /** The current contents of the file. */
  readBefore: () => readonly HumanJudgement[];
  /** 0 for any free port. */
  port: number;
}

export function startJudgeServer(parts: JudgeServerParts): Promise<LocalServer> {
  const { pages, texts, wantedBy, file, readBefore, port } = parts;
  const judges = new Map<string, Judging>();
  return startLocalServer({ port, failurePage, answer });

  async function answer({ method, path: [what], query, root, form }: Asked): Promise<Reply> {
    if (method === 'GET' && what === '') return { html: startPage(pages.length, soFar()) };
    if (method === 'GET' && what === 'page') return shown(query);
    if (method === 'POST' && what === 'say') return said(await form(), root);
    if (method === 'POST' && what === 'done') return { html: goodbyePage(soFar()), isLast: true };
    throw new Refused(404, 'There is no such page.');
  }

  async function shown(query: URLSearchParams): Promise<Reply> {
    const judging = judgingOf(query.get('judge') ?? '');
    const place = query.has('at') ? placeNamed(query.get('at')) : judging.nextOpen();
    if (place === undefined) return { html: allJudgedPage(judging) };
    const sampled = pages[place]!;
    const nonce = randomBytes(16).toString('base64');
    const page = await texts.read(sampled);
    const html = judgingPage({ judging, place, page, sampled, wanted: wantedBy(sampled), nonce });
    return { html, policy: policyWith(nonce) };
  }

  function said(form: URLSearchParams, root: string): Reply {
    const judging = judgingOf(form.get('judge') ?? '');
    const place = placeNamed(form.get('at'));
    const label = labels.find((one) => one === form.get('label'));
    if (label === undefined) throw new Refused(400, `A label is one of ${labels.join(', ')}.`);
    judging.say(place, label satisfies Label);
    const next = judging.nextOpen(place);
    const query = new URLSearchParams({
      judge: judging.judge,
      ...(next === undefined ? {} : { at: `${next}` }),
    });
    return { status: 303, location: `${root}/page?${query}` };
  }

  function judgingOf(name: string): Judging {
    const judge = judgeName(name);
    const known = judges.get(judge);
    if (known !== undefined) return known;
    if (judges.size >= maxJudges) throw new Refused(400, `There are ${maxJudges} judges already.`);
    const judging = new Judging(judge, pages, readBefore(), file);
    judges.set(judge, judging);
    return judging;
  }

  function placeNamed(text: string | null): number {
    const place = text !== null && /^\d{1,9}$/.test(text) ? Number(text) : pages.length;
    if (place >= pages.length) throw new Refused(404, `The sample has no page ${text?.slice(0, 20)}.`);
    return place;
  }

  /** Judges with the number of pages each has judged. */
  function soFar(): Map<string, number> {
    const before = readBefore();
    const names = new Set([...before.map(({ judge }) => judge), ...judges.keys()]);
    return new Map([...names].map((name) => [name, new Judging(name, pages, before, file).done]));
  }
}

const maxJudges = 200;

/** The only script allowed to run is the one with this nonce: the keyboard shortcuts. */
const policyWith = (nonce: string): string =>
  `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

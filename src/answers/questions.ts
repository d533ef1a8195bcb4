/**
 * The questions of a person who watches a crawl, each answered in a sentence before any figure, with what can be done
 * about it: is it finding what is wanted, why is it slow, what next?
 */
import type { ControlStatus } from '../crawl/control.ts';
import { count, duration } from './numbers.ts';
import type { Explanation } from './poor/explanation.ts';

export interface Answer {
  question: string;
  /** A stable word for programs. */
  code: string;
  sentence: string;
  /** What it rests on, or what else to know. */
  note?: string;
  actions: Action[];
}

/** `to`: a part of the crawl's pages, such as `label?queue=random`; `do`: what its control is asked for. */
export interface Action {
  text: string;
  to?: string;
  do?: 'go' | 'resume' | 'pause';
}

export interface Watched {
  state: ControlStatus['state'];
  /** Why it stopped, in words. */
  stop: string | undefined;
  pages: number;
  judged: number;
  relevant: number;
  /** Shares of relevant pages in the first and in the latest stretch of equal length; absent while it is short. */
  stretches: { pages: number; first: number; latest: number } | undefined;
  waiting: number;
  waitingByHost: readonly { host: string; links: number }[];
  pagesPerSecond: number | undefined;
  /** Between two requests to the host with the most waiting links. */
  delayMs: number | undefined;
  awaited: { names: number; hosts: number };
  near: number;
  labels: number;
  /** How many of the pages called relevant are. */
  trusted: string;
  isTrustKnown: boolean;
  poor: readonly Explanation[];
  /** Why a running crawl reads nothing, and until when. */
  stalled: string | undefined;
  /** How many relevant pages can be reached, in a sentence. */
  reachable: string | undefined;
  /** Whether all pages have been looked at. */
  isSurveyed: boolean;
}

export const answersOf = (watched: Watched): Answer[] => [finding(watched), pace(watched), next(watched)];

/** Below this share of its beginning a crawl is running out. */
const RUNNING_OUT = 0.4;

function finding(of: Watched): Answer {
  const question = 'Is it finding what you want?';
  const { pages, judged, relevant, stretches, trusted } = of;
  const answer = (code: string, sentence: string, note = relevant > 0 ? trusted : ''): Answer => ({
    question,
    code,
    sentence,
    ...(note === '' ? {} : { note }),
    actions: [],
  });
  if (pages === 0) return answer('nothing-read', 'Not yet: no page has been read.');
  if (judged === 0)
    return answer(
      'not-judged',
      'It collects pages and judges none: the topic has no keywords and no examples.',
    );
  if (relevant === 0)
    return answer('nothing-found', `No. None of ${count(judged)} pages was called relevant.`);
  const share = `${count(relevant)} of ${count(judged)} pages were called relevant`;
  if (stretches === undefined) return answer('finding', `Yes. ${share}.`);
  const were = stretches.latest === 1 ? 'was' : 'were';
  const latest = `${count(stretches.latest)} of the last ${count(stretches.pages)} pages ${were} called relevant`;
  if (stretches.latest === 0)
    return answer(
      'dried-up',
      `No more. None of the last ${count(stretches.pages)} pages was called relevant; ${share}.`,
    );
  if (stretches.latest < RUNNING_OUT * stretches.first)
    return answer(
      'running-out',
      `Yes, but it is running out. ${latest}; it began with ${count(stretches.first)} of ${count(stretches.pages)}.`,
    );
  return answer('finding', `Yes. ${latest}.`);
}

/** The share of all waiting links from which one host holds up a crawl. */
const ONE_HOST = 0.4;

function pace(of: Watched): Answer {
  const question = 'Why is it slow?';
  const { state, stop, waiting, waitingByHost, pagesPerSecond = 0, delayMs, awaited } = of;
  const answer = (code: string, sentence: string, ...actions: Action[]): Answer => ({
    question,
    code,
    sentence,
    actions,
  });
  if (state === 'paused') return answer('paused', 'It is paused.', { text: 'Go on', do: 'go' });
  if (state === 'crashed') return answer('crashed', 'It does not run: its process ended unexpectedly.');
  if (state === 'stopped')
    return answer('stopped', `It does not run. It stopped: ${stop ?? 'before its first page'}.`);
  if (of.stalled !== undefined) return answer('stalled', of.stalled, { text: 'Sites', to: 'sites' });
  const [top] = waitingByHost;
  const rate = `${pagesPerSecond.toFixed(pagesPerSecond < 10 ? 1 : 0)} pages a second`;
  if (top === undefined || waiting === 0)
    return answer('nothing-waits', `Nothing waits: the last links are being read (${rate}).`);
  if (top.links >= ONE_HOST * waiting && waitingByHost.length > 1 && waiting > FEW_LINKS) {
    const asked = delayMs === undefined ? '' : `, which is asked every ${duration(delayMs)}`;
    return answer(
      'one-host',
      `One site. ${Math.round((100 * top.links) / waiting)} % of what waits is on ${top.host}${asked}. ${rate}.`,
      { text: 'Its ledger', to: `sites/${encodeURIComponent(top.host)}` },
    );
  }
  if (awaited.hosts + awaited.names > 0)
    return answer(
      'silent-hosts',
      `${count(awaited.hosts + awaited.names)} ${awaited.hosts + awaited.names === 1 ? 'site does' : 'sites do'} not answer. ${rate}.`,
    );
  return answer('not-slow', `It is not: ${rate}, and links wait on ${count(waitingByHost.length)} sites.`);
}

const FEW_LINKS = 50;

function next(of: Watched): Answer {
  const question = 'What next?';
  const { state, poor, relevant, near, isTrustKnown, labels } = of;
  const resume: Action = { text: 'Go on', do: 'resume' };
  const label: Action = { text: 'Label at random', to: 'label?queue=random' };
  const answer = (code: string, sentence: string, ...actions: Action[]): Answer => ({
    question,
    code,
    sentence,
    actions,
  });
  if (state === 'crashed')
    return answer('resume', 'Go on: everything up to the last commit is kept.', resume);
  if (!of.isSurveyed)
    return answer('looking', 'All pages are being looked at; the answer comes in a moment.');
  const [reason] = poor;
  if (reason !== undefined)
    return answer('poor', `${reason.what} Try: ${reason.next}`, ...(state === 'stopped' ? [resume] : []));
  if (relevant > 0 && !isTrustKnown)
    return answer(
      'check',
      `Label twenty at random: then you know how many of the ${count(relevant)} are right.`,
      label,
    );
  if (near >= 10 && labels < 50)
    return answer(
      'label-border',
      `${count(near)} pages are near the threshold: ten labels there teach it most.`,
      { text: 'Label ten', to: 'label?queue=border' },
    );
  if (state === 'stopped')
    return answer(
      'export',
      of.reachable ?? 'Look through what it found, or go on with a higher budget.',
      { text: 'Pages', to: 'pages?is=relevant' },
      resume,
    );
  return answer('wait', `Nothing needs you: let it run. ${of.reachable ?? ''}`.trim(), {
    text: 'Pages',
    to: 'pages?is=relevant',
  });
}

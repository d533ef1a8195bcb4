/** Writes the page's row, its text and the counts to the catalogue, and passes the page to the user's sinks. */
import type { NewPage } from '../../archive/records.ts';
import type { Task } from '../../frontier/frontier.ts';
import { countWords } from '../../text/tokens.ts';
import { type Answered, type Failed, header } from '../../web/web.ts';
import type { Equipment } from '../equipment.ts';
import { isRefused, type Landed } from './landed.ts';

type Parts = Pick<
  Equipment,
  'catalogue' | 'statistics' | 'traps' | 'settings' | 'clock' | 'sinks' | 'tell' | 'gate'
>;

export function catalogue(landed: Landed, on: Parts): void {
  const { task, answer, page, text, judgement, outcome, relevant, original, near } = landed;
  const { statistics, settings } = on;
  const saved = on.catalogue.savePage({
    ...entryOf(task, answer),
    outcome,
    ...(isRefused(landed) ? {} : rowOf(landed)),
    ...optOutsOf(landed, on),
  });
  landed.id = saved.id;
  landed.sequence = saved.seq;
  if (isRefused(landed)) {
    statistics.counts.refused += 1;
    return;
  }
  const newContent = original === undefined && near === undefined;
  // Where nothing is judged, everything new is what is wanted.
  on.traps.observe(task.url, { newContent, relevant: isJudged(landed) ? relevant : newContent });
  if (original) statistics.counts.duplicates += 1;
  else {
    const words = relevant ? countWords(text) : 0;
    statistics.page({ relevant, judged: isJudged(landed), words }, on.clock());
    if (settings.archive.fullText) on.catalogue.saveText(landed.id, page.title, text);
  }
  on.sinks.accept(landed);
  on.tell({
    type: 'page',
    n: statistics.counts.pages,
    url: task.url,
    title: page.title,
    score: judgement?.score ?? 0,
    judged: isJudged(landed),
    relevant,
    depth: task.depth,
    why: reasonsOf(landed),
    ...(original ? { duplicateOf: original.url } : {}),
  });
}

/** The fields common to all rows, whatever the outcome. */
export function entryOf(task: Task, fetched: Answered | Failed): Omit<NewPage, 'outcome'> {
  return {
    link: task.id,
    url: task.url,
    host: task.host,
    fetchedAt: fetched.startedAt,
    durationMs: Math.round(fetched.durationMs),
    depth: task.depth,
    via: task.from ?? undefined,
    ...(fetched.ok
      ? {
          status: fetched.status,
          wireBytes: fetched.wire.length,
          contentType: header(fetched.headers, 'content-type'),
        }
      : {}),
  };
}

/** False if the judge failed, or has nothing to judge by. */
const isJudged = ({ judgement }: Landed): boolean => judgement !== undefined && !judgement.unjudged;

function reasonsOf({ judgement, near }: Landed): string[] {
  if (judgement === undefined) return ['the judge failed on this page'];
  if (judgement.unjudged) return ['not judged: the topic gives nothing to judge by'];
  return near === undefined || !judgement.relevant ? judgement.why : [NEAR, ...judgement.why];
}

const NEAR = 'does not count: nearly the same text as an earlier page';

/** What the page and its site reserve; kept also if the page is not. */
function optOutsOf({ page, task }: Landed, { gate }: Pick<Equipment, 'gate'>): Pick<NewPage, 'optOuts'> {
  const optOuts = [...(page.meta.optOuts ?? []), ...gate.optOuts(task.url)];
  return optOuts.length === 0 ? {} : { optOuts };
}

function rowOf(landed: Landed): Partial<NewPage> {
  const { answer, page, judgement, model, relevant, original, near, warc } = landed;
  return {
    bytes: answer.body.length,
    kind: page.kind,
    title: page.title,
    language: page.language,
    digest: page.digest,
    fingerprint: page.fingerprint,
    score: isJudged(landed) ? judgement!.score : undefined,
    margin: isJudged(landed) ? judgement!.margin : undefined,
    findings: judgement?.findings,
    relevant,
    why: reasonsOf(landed),
    model,
    duplicateOf: original?.id,
    nearDuplicateOf: near,
    truncated: page.truncated,
    warc,
  };
}

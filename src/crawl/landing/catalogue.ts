/** Writes the page's row, its text and the counts to the catalogue, and passes the page to the user's sinks. */
import type { AboutPage, Arrival, NewPage } from '../../archive/records.ts';
import type { Task } from '../../frontier/frontier.ts';
import type { Judgement } from '../../judge/judge.ts';
import type { PageMeta } from '../../page/page.ts';
import { countWords } from '../../text/tokens.ts';
import { parseHttpDate } from '../../web/http/http-date.ts';
import { type Answered, asSent, type Failed, header } from '../../web/web.ts';
import type { Equipment } from '../equipment.ts';
import { returned } from '../recrawl/returned.ts';
import { isRefused, type Landed } from './landed.ts';

type Parts = Pick<
  Equipment,
  | 'catalogue'
  | 'statistics'
  | 'traps'
  | 'copies'
  | 'settings'
  | 'clock'
  | 'sinks'
  | 'tell'
  | 'gate'
  | 'round'
  | 'frontier'
  | 'sites'
>;

export function catalogue(landed: Landed, on: Parts): void {
  const { task, answer, page, text, judgement, outcome, relevant, original, former } = landed;
  const { statistics, settings } = on;
  const row: NewPage = {
    ...entryOf(task, answer),
    outcome,
    ...(isRefused(landed) ? {} : rowOf(landed)),
    ...optOutsOf(landed, on),
  };
  const change = changeOf(landed, on);
  const saved = on.catalogue.savePage(row, { ...arrivalOf(answer, landed.record), change });
  landed.id = saved.id;
  landed.sequence = saved.seq;
  if (isRefused(landed)) {
    statistics.counts.refused += 1;
    on.traps.wasted(task.url);
    if (former !== undefined) returned(former, { change: 'gone' }, on);
    return;
  }
  on.sites?.landed(task.host);
  if (!original && settings.archive.fullText) on.catalogue.saveText(landed.id, page.title, text);
  if (former === undefined) countNew(landed, on);
  else {
    returned(former, { change: change as 'changed' | 'unchanged', title: page.title, relevant }, on);
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

function countNew(landed: Landed, on: Parts): void {
  const { task, relevant, original, near } = landed;
  const newContent = original === undefined && near === undefined;
  // Where nothing is judged, everything new is what is wanted.
  const brought = {
    newContent,
    relevant: isJudged(landed) ? relevant : newContent,
    isList: landed.page.isList === true,
  };
  const foundOn = brought.relevant && task.from !== null ? on.catalogue.urlOf(task.from) : undefined;
  on.traps.observe(task.url, brought, foundOn);
  const text = near ?? original?.nearDuplicateOf ?? original?.id ?? landed.id;
  on.copies.observe({ id: landed.id, url: task.url, text, fingerprint: landed.page.fingerprint });
  if (original) on.statistics.counts.duplicates += 1;
  else {
    const words = relevant ? countWords(landed.text) : 0;
    on.statistics.page({ relevant, judged: isJudged(landed), words }, on.clock());
  }
  if (on.round === undefined) return;
  on.round.count('new', relevant);
  if (newContent && relevant && task.from !== null) on.catalogue.saveFind(task.from);
}

/**
 * A page has changed if its title or its main text has, or if it has a link that is new to the crawl; other bytes of it
 * change with every banner and clock.
 */
function changeOf({ former, page, outcome }: Landed, { frontier }: Parts): Arrival['change'] {
  if (isRefused({ outcome })) return former === undefined ? undefined : 'gone';
  if (former === undefined) return 'new';
  const isSame = former.title === page.title && former.fingerprint === page.fingerprint;
  const isNews = ({ url }: { url: string }): boolean => frontier.find(url) === undefined;
  return isSame && !page.links.some(isNews) ? 'unchanged' : 'changed';
}

/** Longer ones, or with odd characters, would be refused as headers of a request. */
const VALIDATOR = /^[\x20-\x7e]{1,256}$/;

/** What a conditional request for the page needs later. */
export function arrivalOf(answer: Answered, record?: { wireDigest?: string } | undefined): Arrival {
  const { wireDigest } = record ?? {};
  const valid = (name: string): string | undefined => {
    const value = header(answer.headers, name);
    return value !== undefined && VALIDATOR.test(value) ? value : undefined;
  };
  const lastModified = valid('last-modified');
  const modifiedAt = lastModified === undefined ? undefined : parseHttpDate(lastModified);
  return { etag: valid('etag'), lastModified, modifiedAt, wireDigest };
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
          wireBytes: asSent(fetched).wire.length,
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
  return withNear(judgement, near !== undefined);
}

/** A page that would count, if an earlier one did not have nearly the same text, says so. */
export const withNear = (
  { relevant, why }: Pick<Judgement, 'relevant' | 'why'>,
  isNear: boolean,
): string[] => (isNear && relevant ? [NEAR, ...why] : why);

const NEAR = 'does not count: nearly the same text as an earlier page';

/** What the page and its site reserve; kept also if the page is not. */
function optOutsOf({ page, task }: Landed, { gate }: Pick<Equipment, 'gate'>): Pick<NewPage, 'optOuts'> {
  const optOuts = [...(page.meta.optOuts ?? []), ...gate.optOuts(task.url)];
  return optOuts.length === 0 ? {} : { optOuts };
}

const MAX_DESCRIPTION = 500;

/** Undefined if the page says nothing of itself. */
function aboutOf(meta: PageMeta, url: string): AboutPage | undefined {
  const { authors, published, modified, siteName, type, image, description, canonical } = meta;
  const about = {
    authors,
    published,
    modified,
    siteName,
    type,
    image,
    description: description?.slice(0, MAX_DESCRIPTION),
    canonical: canonical === url ? undefined : canonical,
  };
  const said = Object.entries(about).filter(([, value]) => value !== undefined);
  return said.length === 0 ? undefined : Object.fromEntries(said);
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
    about: aboutOf(page.meta, page.url),
    warc,
  };
}

/**
 * A crawl's archive and catalogue of known contents: pages in several WARC files with their requests, a robots.txt, a
 * redirect, a copy, and a second visit that found one page unchanged and another one changed.
 */
import { SqliteCatalogue } from '../../../src/archive/sqlite-catalogue.ts';
import {
  encodeRequest,
  encodeResponse,
  encodeRevisit,
  newRecordId,
  payloadDigest,
} from '../../../src/warc/encode.ts';
import { WarcFiles, type WarcPlace } from '../../../src/warc/files.ts';
import { aPage, openIn, temporaryFolder } from '../crawl-folder.ts';

export const FIRST_VISIT = Date.UTC(2026, 0, 2, 3, 4, 5);
export const SECOND_VISIT = Date.UTC(2026, 1, 2, 3, 4, 5);
export const siteUrl = (n: number): string => `http://example.org/page/${n}?b=2&A=1`;
export const textOf = (n: number): string => `Page ${n} tells of the barn owl.`;
export const bodyOf = (n: number, visit = 1): string =>
  `<!doctype html><title>Page ${n}</title><p>${textOf(n)}</p><p>visit ${visit}</p>${'<p>hoot</p>'.repeat(20)}`;

export interface ArchivedSite {
  catalogue: SqliteCatalogue;
  /** The folder of the WARC files. */
  archive: string;
  files: string[];
}

/** Even pages are relevant; those with a higher number have higher scores. */
export function archivedSite({ pages = 6 } = {}): ArchivedSite {
  const folder = temporaryFolder();
  const archive = temporaryFolder();
  const catalogue = new SqliteCatalogue(openIn(folder));
  const files = new WarcFiles(archive, { name: 'owls', maxBytes: 3000 });
  const used = new Set<string>();
  const kept = (place: WarcPlace): WarcPlace => {
    used.add(place.file);
    return place;
  };
  const answer = (
    url: string,
    startedAt: number,
    body: string,
    status = 200,
    more: [string, string][] = [],
  ) => ({
    url,
    startedAt,
    status,
    statusText: '',
    headers: [['Content-Type', 'text/html; charset=utf-8'], ...more] as [string, string][],
    wire: Buffer.from(body),
  });
  const store = (given: ReturnType<typeof answer>): { warc: WarcPlace; recordId: string } => {
    const recordId = newRecordId();
    const request = encodeRequest({ answer: { ...given, requestHeaders: [] }, concurrentTo: recordId });
    kept(files.append(request));
    return { warc: kept(files.append(encodeResponse({ answer: given, recordId }))), recordId };
  };

  store(answer('http://example.org/robots.txt', FIRST_VISIT, 'User-agent: *'));
  const ids: string[] = [];
  for (let n = 0; n < pages; n++) {
    const startedAt = FIRST_VISIT + n * 1000;
    const { warc, recordId } = store(answer(siteUrl(n), startedAt, bodyOf(n)));
    ids.push(recordId);
    const { id } = catalogue.savePage(
      aPage({
        link: n + 1,
        url: siteUrl(n),
        title: `Page ${n}`,
        warc,
        fetchedAt: startedAt,
        relevant: n % 2 === 0,
        score: n / pages,
        why: ['barn owl ×1'],
      }),
    );
    catalogue.saveText(id, `Page ${n}`, textOf(n));
  }
  const moved = 'http://example.org/old';
  const redirect = answer(moved, FIRST_VISIT, '', 301, [['Location', siteUrl(2)]]);
  const { warc } = store(redirect);
  catalogue.savePage(
    aPage({
      link: 100,
      url: moved,
      outcome: 'redirect',
      target: siteUrl(2),
      status: 301,
      warc,
      kind: undefined,
    }),
  );

  const again = answer(siteUrl(0), SECOND_VISIT, bodyOf(0));
  const revisit = encodeRevisit({
    answer: again,
    payloadDigest: payloadDigest(again.wire),
    refersTo: { recordId: ids[0]!, url: siteUrl(0), startedAt: FIRST_VISIT },
  });
  const unchanged = kept(files.append(revisit));
  const { page: former } = { page: catalogue.read.pageById(1)! };
  catalogue.saveVisit(former, {
    fetchedAt: SECOND_VISIT,
    outcome: 'page',
    status: 200,
    change: 'unchanged',
    warc: unchanged,
  });
  store(answer(siteUrl(1), SECOND_VISIT, bodyOf(1, 2)));

  // A copy under another address, kept as a reference to the first: the page that it refers to is not relevant.
  const copyUrl = 'http://www.example.org/copy';
  const copy = answer(copyUrl, FIRST_VISIT, bodyOf(3));
  const copied = kept(
    files.append(
      encodeRevisit({
        answer: copy,
        payloadDigest: payloadDigest(copy.wire),
        refersTo: { recordId: ids[3]!, url: siteUrl(3), startedAt: FIRST_VISIT + 3000 },
      }),
    ),
  );
  catalogue.savePage(
    aPage({ link: 101, url: copyUrl, host: 'www.example.org', warc: copied, relevant: true, score: 0.1 }),
  );
  files.close();
  catalogue.db.commit();
  return { catalogue, archive, files: [...used].sort() };
}

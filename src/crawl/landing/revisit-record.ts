/** WARC records of what is in the archive already: a revisit refers to the earlier record and has no payload. */
import type { CatalogueLookups } from '../../archive/catalogue.ts';
import type { PageRecord } from '../../archive/records.ts';
import { encodeRevisit, newRecordId } from '../../warc/encode.ts';
import type { Answered } from '../../web/web.ts';
import { type ResponseRecord, recordIdOf } from '../readers/reading.ts';

/** The server said that the page is as it was (304). */
export function notModifiedRecord(
  answer: Answered,
  former: PageRecord,
  read: CatalogueLookups,
): ResponseRecord {
  const id = recordIdOf(answer.url, answer.startedAt);
  const requestId = newRecordId();
  const bytes = encodeRevisit({
    answer,
    recordId: id,
    concurrentTo: requestId,
    ...payloadOf(former, read),
    refersTo: recordOf(former, read),
    notModified: true,
  });
  return { id, requestId, bytes };
}

/** The same bytes came again; the whole record if they were compressed in another way. */
export function sameBytesRecord(
  record: ResponseRecord | undefined,
  answer: Answered,
  former: PageRecord,
  read: CatalogueLookups,
): ResponseRecord | undefined {
  const { payloadDigest } = payloadOf(former, read);
  const now = answer.wire === answer.body ? former.digest : record?.wireDigest;
  if (record === undefined || payloadDigest !== `sha256:${now}`) return record;
  const { id, requestId } = record;
  const refersTo = recordOf(former, read);
  const bytes = encodeRevisit({ answer, recordId: id, concurrentTo: requestId, payloadDigest, refersTo });
  return { ...record, bytes };
}

const isPacked = ({ bytes, wireBytes }: PageRecord): boolean => bytes !== wireBytes;

/** Absent if the page came compressed, and the digest of that is not known. */
function payloadOf(former: PageRecord, read: CatalogueLookups): { payloadDigest?: string } {
  const digest = isPacked(former) ? read.checkOf(former.id)?.wireDigest : former.digest;
  return digest === undefined ? {} : { payloadDigest: `sha256:${digest}` };
}

/** Of a duplicate, the record with its payload. */
function recordOf(former: PageRecord, read: CatalogueLookups) {
  const original = former.duplicateOf === undefined ? undefined : read.pageById(former.duplicateOf);
  const { url, fetchedAt } = original?.digest === former.digest ? original! : former;
  return { recordId: recordIdOf(url, fetchedAt), url, startedAt: fetchedAt };
}

/** Writes to the WARC archive: the request and the response, or a short record that refers to an earlier one. */
import type { PageRecord } from '../../archive/records.ts';
import { encodeRevisit, payloadDigest } from '../../warc/encode.ts';
import type { Answered } from '../../web/web.ts';
import type { Equipment } from '../equipment.ts';
import type { Reading } from '../readers/packing.ts';
import { recordIdOf } from '../readers/reading.ts';
import { isRefused, type Landed } from './landed.ts';

export function keep(landed: Landed, { archive }: Pick<Equipment, 'archive'>): void {
  const { answer, record, original } = landed;
  if (isRefused(landed)) return;
  landed.warc = archive.keep(answer, original ? asRevisit(record, answer, original) : record);
}

/**
 * A duplicate is written without its payload if both were sent uncompressed and are therefore identical on the wire.
 */
function asRevisit(record: Reading['record'], answer: Answered, original: PageRecord): Reading['record'] {
  const isPacked = answer.wire !== answer.body || original.bytes !== original.wireBytes;
  if (record === undefined || isPacked || answer.rendered !== undefined) return record;
  return {
    ...record,
    bytes: encodeRevisit({
      answer,
      recordId: record.id,
      payloadDigest: payloadDigest(answer.wire),
      refersTo: {
        recordId: recordIdOf(original.url, original.fetchedAt),
        url: original.url,
        startedAt: original.fetchedAt,
      },
    }),
  };
}

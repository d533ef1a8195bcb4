/** One answer out of a WARC record whose place is known: as it was recorded, and as an answer of a web. */
import { type ArchivedHttp, parseHttp } from '../warc/http.ts';
import type { SingleRecords } from '../warc/single.ts';
import { type Unpacked, unpack } from '../web/http/unpack.ts';
import { type Answered, header, type Truncated } from '../web/web.ts';

export interface Recorded extends ArchivedHttp {
  /** Why it is only the beginning. */
  truncated: Truncated | undefined;
  remoteAddress: string | undefined;
  /** As the record has it: `sha256:…`; absent if it has none. */
  payloadDigest: string | undefined;
  /** A page as a browser showed it. */
  isRendered: boolean;
}

/** Room for the head of an answer beside its body. */
const HEAD_ROOM = 262_144;

/** Undefined where the record holds no HTTP answer. */
export async function readRecorded(
  records: SingleRecords,
  path: string,
  place: { offset: number; length: number },
  maxBytes: number,
): Promise<Recorded | undefined> {
  const record = await records.read(path, place, maxBytes + HEAD_ROOM);
  const http = parseHttp(record.block);
  if (http === undefined) return undefined;
  const named = (name: string): string | undefined => header(record.headers, name);
  const isCut = record.block.length < record.blockLength;
  return {
    ...http,
    truncated: isCut ? 'length' : truncation(named('WARC-Truncated')),
    remoteAddress: named('WARC-IP-Address'),
    payloadDigest: named('WARC-Payload-Digest'),
    isRendered: record.type === 'conversion',
  };
}

/** Other tools have other words for it. */
function truncation(said: string | undefined): Truncated | undefined {
  if (said === undefined) return undefined;
  return said === 'time' || said === 'disconnect' ? said : 'length';
}

export async function answerOf(
  url: string,
  recorded: Recorded,
  { maxBytes, maxUnpackedBytes }: { maxBytes: number; maxUnpackedBytes: number },
): Promise<Answered | Extract<Unpacked, { ok: false }>> {
  const startedAt = Date.now();
  // A copy of its own: not part of a record or of a shared pool, so that it may be handed to a worker.
  const wire = new Uint8Array(recorded.body.subarray(0, maxBytes));
  const truncated = wire.length < recorded.body.length ? 'length' : recorded.truncated;
  const unpacked = await unpack(wire, header(recorded.headers, 'Content-Encoding') ?? '', maxUnpackedBytes);
  if (!unpacked.ok) return unpacked;
  const { status, statusText, headers, remoteAddress } = recorded;
  return {
    ok: true,
    url,
    startedAt,
    durationMs: 0,
    status,
    statusText,
    headers,
    requestHeaders: [],
    wire,
    body: unpacked.body,
    ...(truncated === undefined ? {} : { truncated }),
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
    ...(recorded.isRendered ? { rendered: {} } : {}),
  };
}

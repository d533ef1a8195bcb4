/** Makes the streams of a new fleet, and takes those of one away. */
import { DiscardPolicy, RetentionPolicy, StorageType, type StreamConfig } from '@nats-io/jetstream';
import { FIRST_COMMIT } from '../archive/parts/split.ts';
import { SCHEMA_VERSION } from '../archive/schema.ts';
import type { Crawl } from '../crawl/crawl.ts';
import type { SettingsInput } from '../crawl/settings.ts';
import { checkCrawl } from '../crawl/start.ts';
import { learnWithoutCrawl } from '../crawl/training/without-crawl.ts';
import { ForageError } from '../errors.ts';
import type { Topic } from '../topic/topic.ts';
import { firstBase } from './base.ts';
import { putBlob } from './blobs.ts';
import { isPassing, type Nats } from './connect.ts';
import { type FleetState, fleetNames, send, whoOrders } from './control.ts';
import { putFit, storeLearnt } from './learning.ts';
import { Lease } from './lease.ts';
import { PartitionLog } from './log.ts';
import { type FleetNames, isFleetName, namesOf } from './names.ts';
import { type TakenIn, takeIn } from './take-in.ts';

export interface FleetOptions {
  name: string;
  topic: Topic;
  settings: SettingsInput;
  partitions: number;
  /** How many servers keep each message. */
  replicas: number;
  /** How long a worker may be silent before another takes its partitions. */
  ttlMs: number;
  /** How much all streams together may hold; what is beyond it is refused, and the workers wait. */
  maxBytes: number;
  archive?: FleetState['archive'];
  /** The folder of a crawl that the fleet continues; topic and settings are its own. */
  from?: string | undefined;
}

export async function createFleet(
  nats: Nats,
  { name, topic, settings, partitions, replicas, ttlMs, maxBytes, archive = 'local', from }: FleetOptions,
  listen?: (run: Crawl) => Promise<void>,
): Promise<void> {
  if (!isFleetName(name))
    throw new ForageError(
      'USAGE',
      `'${name}' cannot be the name of a fleet: use letters, digits and dashes.`,
    );
  const asked = checkCrawl({ topic, out: `${name}.fleet`, settings });
  checkForFleet(asked.settings);
  if ((await fleetNames(nats)).includes(name))
    throw new ForageError(
      'FLEET',
      `There is a fleet "${name}" already. Choose another name with --fleet, or delete it: forage fleet delete --fleet ${name}`,
    );
  const taken = from === undefined ? undefined : await takeIn(from, partitions);
  const learnt =
    taken === undefined ? await learnWithoutCrawl({ topic: asked.topic, settings }, listen) : taken.models;
  const names = namesOf(name);
  const stream = (
    config: Pick<StreamConfig, 'name' | 'subjects'>,
    share: number,
    more: Partial<StreamConfig> = {},
  ) =>
    patiently(() =>
      nats.jsm.streams.add({
        ...config,
        storage: StorageType.File,
        retention: RetentionPolicy.Limits,
        // What does not fit is refused: dropping the oldest would lose links and pages without a word.
        discard: DiscardPolicy.New,
        max_bytes: Math.floor(maxBytes * share * (archive === 'local' ? 1 : 1 - ARCHIVE_SHARE)),
        num_replicas: replicas,
        ...more,
      }),
    );
  try {
    await stream({ name: names.inbox, subjects: [names.inboxSubject('*')] }, 0.27);
    await stream({ name: names.lessons, subjects: [names.lessonSubject, names.learntSubject] }, 0.02, {
      // Old lessons may go.
      discard: DiscardPolicy.Old,
    });
    await stream({ name: names.blobs, subjects: [names.blobSubject('>')] }, 0.3);
    if (archive === 'shared')
      await stream({ name: names.archive, subjects: [names.archiveSubject('*')] }, 1, {
        max_bytes: Math.floor(maxBytes * ARCHIVE_SHARE),
      });
    for (let p = 0; p < partitions; p++) {
      await stream(
        { name: names.log(p), subjects: [names.logSubject(p), names.baseSubject(p)] },
        0.4 / partitions,
      );
      await beginLog(nats, names, p, taken);
    }
    if (taken?.learnt !== undefined) await storeLearnt(nats, names, taken.learnt, 0);
    await stream({ name: names.control, subjects: [names.controlSubject] }, 0.01);
    const models = learnt === undefined ? undefined : await putBlob(nats, names, 'models', learnt);
    await send(nats, name, {
      order: 'create',
      ...asked,
      partitions,
      ttlMs,
      replicas,
      archive,
      ...(models === undefined ? {} : { models }),
      schema: SCHEMA_VERSION,
      at: Date.now(),
      by: whoOrders(),
    });
    const { judge, version = 1 } = taken?.judge ?? {};
    if (judge !== undefined && version > 1) {
      const copy = await putFit(nats, names, version, { judge, guides: [] });
      await send(nats, name, { order: 'model', version, copy, by: whoOrders() });
    }
  } catch (error) {
    await deleteFleet(nats, name).catch(() => {});
    if (error instanceof ForageError) throw error;
    throw new ForageError('FLEET', `The fleet could not be created: ${(error as Error).message}.`);
  } finally {
    taken?.close();
  }
}

/** A cluster may take long to agree on a new stream. To add one that is there already changes nothing. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = CREATE_TRIES; ; left--)
    try {
      return await work();
    } catch (error) {
      if (left <= 1 || !isPassing(error)) throw error;
    }
}

/** Of what a fleet may hold, the part of the WARC files if they are shared. */
const ARCHIVE_SHARE = 0.6;

/** Each waits as long as an answer may take. */
const CREATE_TRIES = 12;

/** The first entries of a log: the database that the partition begins with, if there is one, and that it may be claimed. */
async function beginLog(nats: Nats, names: FleetNames, p: number, taken: TakenIn | undefined): Promise<void> {
  const log = new PartitionLog(nats, names, p, 0);
  const state = taken === undefined ? { epoch: 0, n: 0 } : FIRST_COMMIT;
  const entry = { epoch: state.epoch, owner: whoOrders(), state };
  const append = async (kind: 'base' | 'made', body?: Uint8Array): Promise<void> => {
    const whole = { ...entry, kind, ...(body === undefined ? {} : { body }) };
    if (!(await log.append(whole, new Lease(0), AbortSignal.timeout(60_000))))
      throw new ForageError('FLEET', `The log of partition ${p} is not empty.`);
  };
  if (taken !== undefined) {
    const base = await firstBase(nats, names, p, taken.database(p));
    await append('base', new TextEncoder().encode(JSON.stringify(base)));
  }
  await append('made');
}

/** Takes all streams of a fleet away, with everything that is in them. Returns how many there were. */
export async function deleteFleet(nats: Nats, name: string): Promise<number> {
  const found: string[] = [];
  for await (const stream of nats.jsm.streams.names())
    if (stream.startsWith(`FORAGE_${name}_`)) found.push(stream);
  for (const stream of found) await nats.jsm.streams.delete(stream);
  return found.length;
}

/** What a single crawl can do and a fleet cannot. */
function checkForFleet({ documents, seeds, favour }: ReturnType<typeof checkCrawl>['settings']): void {
  const lacking =
    documents !== undefined && documents !== false
      ? 'collect documents'
      : seeds.pool !== undefined
        ? 'draw seeds from a pool'
        : favour === 'sites'
          ? 'favour sites'
          : undefined;
  if (lacking !== undefined)
    throw new ForageError(
      'FLEET',
      `A fleet cannot ${lacking} yet. Leave that setting out, or crawl on one machine: forage crawl`,
    );
}

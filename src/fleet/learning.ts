/**
 * What a fleet learns, it learns together. All partitions of a worker share one learner of the judge and one knowledge of
 * links. What these learn from goes to a stream, from which every other worker takes it in, so each knows nearly as
 * much as one machine would. The coordinator fits the judge, and an order gives all workers the new model.
 *
 * Nothing here needs to be exact: a lesson that is lost, late or taken twice costs a little quality. The coordinator
 * stores what was learnt from time to time, so that a new worker reads that and the lessons since.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { StoredMsg } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import { z } from 'zod';
import type { SharedLearning } from '../crawl/shared-learning.ts';
import { ForageError } from '../errors.ts';
import { type Blob, blobSchema, getBlob, putBlob } from './blobs.ts';
import { errorCode, type Nats, NO_MESSAGE, NO_STREAM } from './connect.ts';
import type { FleetModel } from './control.ts';
import type { FleetNames } from './names.ts';
import { FROM } from './outbox.ts';
import { publish, SubjectReader } from './subject-reader.ts';

/** How often lessons are sent. */
const SEND_MS = 100;
/** How long a worker that ends waits for what it sends last. */
const LAST_MS = 3000;
/** So that a message stays well below what servers take. */
const MOST_BYTES = 300_000;
const MOST_UNPACKED = 8_000_000;
/** Messages that a new worker reads at most, about. */
const STORE_EVERY = 2000;

export interface FleetLearningParts {
  nats: Nats;
  names: FleetNames;
  owner: string;
  shared: SharedLearning;
  /** Whether this worker fits the judge and stores what was learnt. */
  coordinates(): boolean;
  /** The version of the judge that is in force. */
  version(): number;
  /** A new model is there for all workers to take. */
  fitted(model: FleetModel): Promise<void>;
  tell(message: string): void;
}

const storedSchema = z.strictObject({ copy: blobSchema, upTo: z.number().int() });

export class FleetLearning {
  readonly #on: FleetLearningParts;
  #reader: SubjectReader | undefined;
  #sending: NodeJS.Timeout | undefined;
  #underWay: Promise<void> | undefined;
  #isClosing = false;
  #isFitting = false;
  /** A model of the judge that not all workers have yet. */
  #fitted: unknown;
  /** The last message that was taken, and those since something was stored. */
  #last = 0;
  #fresh = 0;

  constructor(parts: FleetLearningParts) {
    this.#on = parts;
    this.#lessons();
  }

  /** Takes up what the fleet has learnt so far; then lessons come and go. */
  async open(): Promise<void> {
    const { nats, names, shared } = this.#on;
    if (shared.knowledge === undefined && shared.learner === undefined) return;
    this.#last = await takeUpStored(nats, names, shared);
    const from = { stream: names.lessons, subject: names.lessonSubject, after: this.#last };
    this.#reader = new SubjectReader(nats, names, from, (message) => this.#take(message));
    this.#sending = setInterval(() => void this.#send(), SEND_MS);
  }

  /** What was learnt last is sent, unless that takes long. */
  async close(): Promise<void> {
    clearInterval(this.#sending);
    this.#isClosing = true;
    if (this.#reader === undefined) return;
    const sent = this.#send().then(() => this.#send());
    await Promise.race([sent, sleep(LAST_MS, undefined, { ref: false })]);
    await this.#reader.close();
  }

  #lessons(): Lesson[] {
    const { knowledge, learner } = this.#on.shared;
    return [
      ...(knowledge?.lessons().map((lesson): Lesson => ['links', lesson]) ?? []),
      ...(learner?.lessons().map((lesson): Lesson => ['judge', lesson]) ?? []),
    ];
  }

  /** One batch at a time: the one under way, or a new one. */
  #send(): Promise<void> {
    this.#underWay ??= this.#sendBatch().finally(() => {
      this.#underWay = undefined;
    });
    return this.#underWay;
  }

  /** The lessons of one that fails are lost to the others. */
  async #sendBatch(): Promise<void> {
    if (this.#on.nats.nc.isClosed()) return;
    const { nats, names, owner, tell } = this.#on;
    try {
      const header = headers();
      header.set(FROM, owner);
      for (const body of packed(this.#lessons())) {
        await publish(nats, names, names.lessonSubject, body, { headers: header });
        this.#fresh += 1;
      }
      if (!this.#isClosing && this.#on.coordinates()) {
        this.#fit();
        if (this.#fresh >= STORE_EVERY) await this.#store();
      }
    } catch (error) {
      tell(`What was learnt could not be exchanged: ${(error as Error).message}`);
    }
  }

  #take(message: StoredMsg): void {
    this.#last = message.seq;
    if (message.header.get(FROM) === this.#on.owner) return;
    this.#fresh += 1;
    takeLessons(message.data, this.#on.shared);
  }

  /** One that could not be stored is stored later. */
  #fit(): void {
    const { learner } = this.#on.shared;
    if (learner === undefined || this.#isFitting) return;
    const learnt = this.#fitted ?? learner.learn();
    if (learnt === undefined) return;
    const { nats, names, version, fitted, tell } = this.#on;
    this.#isFitting = true;
    const publishing = async (): Promise<void> => {
      const judge = await learnt;
      this.#fitted = judge;
      const made: JudgeFit = { judge, guides: [...(learner.rejudged?.() ?? [])] };
      const number = version() + 1;
      const copy = await putFit(nats, names, number, made);
      await fitted({ version: number, copy });
      this.#fitted = undefined;
    };
    void publishing()
      .catch((error: Error) => tell(`A new judge could not be stored: ${error.message}`))
      .finally(() => {
        this.#isFitting = false;
      });
  }

  async #store(): Promise<void> {
    const { nats, names, shared } = this.#on;
    const upTo = this.#last;
    const saved: Saved = { links: shared.knowledge?.save(), judge: shared.learner?.save?.() };
    await storeLearnt(nats, names, saved, upTo);
    this.#fresh = 0;
  }
}

/** Makes this what new workers begin with; lessons up to a number are in it. */
export async function storeLearnt(nats: Nats, names: FleetNames, saved: Saved, upTo: number): Promise<void> {
  const copy = await putBlob(nats, names, 'learnt', serialize(saved));
  await nats.js.publish(names.learntSubject, JSON.stringify({ copy, upTo }));
  await nats.dropBefore(names.lessons, names.lessonSubject, upTo + 1);
  await nats.dropBefore(names.blobs, names.blobSubject('learnt'), copy.first);
}

/** Takes up everything that a fleet has learnt so far, without taking part. */
export async function takeUpLearnt(nats: Nats, names: FleetNames, shared: SharedLearning): Promise<void> {
  if (shared.knowledge === undefined && shared.learner === undefined) return;
  for (let last = await takeUpStored(nats, names, shared); ; ) {
    const message = await nats.read(names.lessons, last + 1, names.lessonSubject);
    if (message === undefined) return;
    last = message.seq;
    takeLessons(message.data, shared);
  }
}

/** Returns the number of the last lesson that is in it. */
async function takeUpStored(nats: Nats, names: FleetNames, shared: SharedLearning): Promise<number> {
  const stored = await storedIn(nats, names);
  if (stored === undefined) return 0;
  const saved = deserialize(await getBlob(nats, names, stored.copy)) as Saved;
  if (saved.links !== undefined) shared.knowledge?.restore(saved.links);
  if (saved.judge !== undefined) shared.learner?.restore?.(saved.judge);
  return stored.upTo;
}

function takeLessons(body: Uint8Array, { knowledge, learner }: SharedLearning): void {
  for (const [of, lesson] of unpacked(body)) {
    if (of === 'links') knowledge?.learnFrom(lesson);
    else learner?.learnFrom(lesson);
  }
}

async function storedIn(nats: Nats, names: FleetNames): Promise<{ copy: Blob; upTo: number } | undefined> {
  try {
    const last = { last_by_subj: names.learntSubject };
    const message = await nats.jsm.streams.getMessage(names.lessons, last);
    return message === null ? undefined : storedSchema.parse(JSON.parse(message.string()));
  } catch (error) {
    if (errorCode(error) === NO_MESSAGE) return undefined;
    if (errorCode(error) === NO_STREAM)
      throw new ForageError('FLEET', 'The fleet was created by an older Forage. Create a new one.');
    throw error;
  }
}

type Lesson = [of: 'links' | 'judge', lesson: unknown];

/** What the link strategy and the judge have learnt. */
export interface Saved {
  links: unknown;
  judge: unknown;
}

/** A model of the judge, and how good guides pages seen before are by it. */
export interface JudgeFit {
  judge: unknown;
  guides: [url: string, guide: number][];
}

const fitSchema = z.object({ judge: z.unknown(), guides: z.array(z.tuple([z.string(), z.number()])) });

export const putFit = (nats: Nats, names: FleetNames, version: number, made: JudgeFit): Promise<Blob> =>
  putBlob(nats, names, `judge.${version}`, Buffer.from(JSON.stringify(made)));

export async function readFit(nats: Nats, names: FleetNames, { copy }: FleetModel): Promise<JudgeFit> {
  return fitSchema.parse(JSON.parse(new TextDecoder().decode(await getBlob(nats, names, copy))));
}

function* packed(lessons: readonly Lesson[]): Generator<Uint8Array> {
  let lines: string[] = [];
  let bytes = 0;
  for (const lesson of lessons) {
    const line = JSON.stringify(lesson);
    if (lines.length > 0 && bytes + line.length > MOST_BYTES) {
      yield zstdCompressSync(lines.join('\n'));
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += line.length;
  }
  if (lines.length > 0) yield zstdCompressSync(lines.join('\n'));
}

/** What cannot be read is passed over. */
function* unpacked(body: Uint8Array): Generator<Lesson> {
  try {
    const text = zstdDecompressSync(body, { maxOutputLength: MOST_UNPACKED }).toString();
    for (const line of text.split('\n')) {
      const [of, lesson] = JSON.parse(line) as Lesson;
      if (of === 'links' || of === 'judge') yield [of, lesson];
    }
  } catch {
    // Not one of ours.
  }
}

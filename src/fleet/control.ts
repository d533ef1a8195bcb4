/**
 * The orders of a fleet: an append-only stream that every worker reads from its beginning, so all of them do the same in
 * the same order. What a fleet is and how it stands now is the sum of its orders.
 */
import { hostname, userInfo } from 'node:os';
import { z } from 'zod';
import { changedSettings } from '../crawl/changes.ts';
import { type Settings, settingsSchema } from '../crawl/settings.ts';
import { ForageError } from '../errors.ts';
import { type Topic, topicSchema } from '../topic/topic.ts';
import { blobSchema } from './blobs.ts';
import { errorCode, type Nats, NO_STREAM } from './connect.ts';
import { type FleetNames, fleetsIn, namesOf } from './names.ts';
import { publish } from './subject-reader.ts';

const labelSchema = z.strictObject({ url: z.string(), label: z.enum(['yes', 'no', 'unsure']) });

/** Whether the WARC files are on the disks of the workers alone, or in a stream, too. */
export const archives = ['local', 'shared'] as const;

const modelShape = { version: z.number().int().min(2), copy: blobSchema };

export type FleetModel = z.output<z.ZodObject<typeof modelShape>>;

const orderSchema = z.discriminatedUnion('order', [
  z.strictObject({
    order: z.literal('create'),
    topic: topicSchema,
    settings: settingsSchema,
    partitions: z.number().int().positive().max(4096),
    ttlMs: z.number().positive(),
    replicas: z.number().int().positive(),
    archive: z.enum(archives).default('local'),
    /** What the recipe learnt before the crawl, once for all partitions. */
    models: blobSchema.optional(),
    schema: z.number().int(),
    at: z.number(),
    by: z.string(),
  }),
  z.strictObject({ order: z.literal('pause'), by: z.string() }),
  z.strictObject({ order: z.literal('resume'), by: z.string() }),
  z.strictObject({ order: z.literal('set'), changes: z.record(z.string(), z.unknown()), by: z.string() }),
  z.strictObject({ order: z.literal('seeds'), urls: z.array(z.string()), by: z.string() }),
  z.strictObject({ order: z.literal('label'), labels: z.array(labelSchema), by: z.string() }),
  /** A judge that the coordinator fitted, for all later pages. Of two with one version the first counts. */
  z.strictObject({ order: z.literal('model'), ...modelShape, by: z.string() }),
  /** The end, by a person or by the coordinator; `fleet resume` takes it back. */
  z.strictObject({ order: z.literal('stop'), reason: z.string(), detail: z.string(), by: z.string() }),
]);

export type Order = z.output<typeof orderSchema>;
export type Created = Extract<Order, { order: 'create' }>;

/** With the number of its order. */
export interface FleetLabel extends z.output<typeof labelSchema> {
  by: string;
  order: number;
}

export interface FleetState extends Omit<Created, 'order' | 'by'> {
  name: string;
  /** The number of the last order. */
  last: number;
  stands: 'running' | 'paused' | 'stopped';
  stop: { reason: string; detail: string } | undefined;
  labels: readonly FleetLabel[];
  /** The judge in force, if one was fitted during the crawl. */
  model: FleetModel | undefined;
}

export const whoOrders = (): string => `${userInfo().username}@${hostname()}`;

/** Undefined for a message that is not an order: it is passed over. */
export function orderOf(body: Uint8Array): Order | undefined {
  try {
    return orderSchema.parse(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    return undefined;
  }
}

/** How the fleet stands after one more order. */
export function after(state: FleetState, order: Order, last: number): FleetState {
  const next = { ...state, last };
  switch (order.order) {
    case 'create':
      return next;
    case 'label': {
      const { by } = order;
      return {
        ...next,
        labels: [...state.labels, ...order.labels.map((label) => ({ ...label, by, order: last }))],
      };
    }
    case 'model': {
      const { version, copy } = order;
      return version === versionOf(state) + 1 ? { ...next, model: { version, copy } } : next;
    }
    case 'pause':
      return { ...next, stands: 'paused' };
    case 'resume':
      return { ...next, stands: 'running', stop: undefined };
    case 'stop':
      return { ...next, stands: 'stopped', stop: { reason: order.reason, detail: order.detail } };
    case 'seeds':
      return { ...next, topic: withSeeds(state.topic, order.urls) };
    case 'set':
      return { ...next, settings: withChanges(state, order.changes) };
  }
}

/** Of the judge: 1 is that of before the crawl. */
export const versionOf = ({ model }: Pick<FleetState, 'model'>): number => model?.version ?? 1;

export async function send(nats: Nats, name: string, order: Order): Promise<number> {
  const names = namesOf(name);
  return publish(nats, names, names.controlSubject, JSON.stringify(order));
}

/** Reads all orders so far. Without a name, of the only fleet there is. */
export async function readFleet(nats: Nats, wanted: string | undefined): Promise<FleetState> {
  const name = wanted ?? (await onlyFleet(nats));
  const names = namesOf(name);
  let state: FleetState | undefined;
  let last = 0;
  for (;;) {
    const message = await nextOrder(nats, names, last, name);
    if (message === undefined) break;
    last = message.seq;
    const order = orderOf(message.data);
    if (order === undefined) continue;
    if (order.order === 'create' && state === undefined) {
      const { order: _, by: __, ...created } = order;
      state = { ...created, name, last, stands: 'running', stop: undefined, labels: [], model: undefined };
    } else if (state !== undefined) state = after(state, order, last);
  }
  if (state === undefined)
    throw new ForageError(
      'FLEET',
      `The fleet "${name}" was not created to its end. Delete it: forage fleet delete --fleet ${name}`,
    );
  return state;
}

async function nextOrder(nats: Nats, names: FleetNames, last: number, name: string) {
  try {
    return await nats.read(names.control, last + 1, names.controlSubject);
  } catch (error) {
    if (errorCode(error) !== NO_STREAM) throw error;
    const known = await fleetNames(nats);
    throw new ForageError(
      'FLEET',
      known.length === 0
        ? 'There is no fleet on this server. Create one: forage fleet create topic.yaml --nats nats://…'
        : `There is no fleet "${name}" on this server; there is ${known.join(', ')}.`,
    );
  }
}

async function onlyFleet(nats: Nats): Promise<string> {
  const [only, ...others] = await fleetNames(nats);
  if (only === undefined)
    throw new ForageError(
      'FLEET',
      'There is no fleet on this server. Create one: forage fleet create topic.yaml --nats nats://…',
    );
  if (others.length > 0)
    throw new ForageError(
      'FLEET',
      `There are several fleets on this server: name one with --fleet ${only}, ${others.join(', ')}`,
    );
  return only;
}

export async function fleetNames(nats: Nats): Promise<string[]> {
  const found: string[] = [];
  for await (const stream of nats.jsm.streams.names()) found.push(stream);
  return fleetsIn(found);
}

const withSeeds = (topic: Topic, urls: readonly string[]): Topic => ({
  ...topic,
  seeds: [...new Set([...topic.seeds, ...urls])],
});

/** An order that this Forage cannot carry out changes nothing. */
function withChanges(
  { topic, settings }: Pick<FleetState, 'topic' | 'settings'>,
  changes: Record<string, unknown>,
): Settings {
  try {
    return changedSettings({ topic, settings }, changes).settings;
  } catch {
    return settings;
  }
}

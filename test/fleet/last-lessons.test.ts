/** What a worker learnt in its last moment is there for the others, and for the crawl that is made of the fleet. */
import { expect, it } from 'vitest';
import { settingsSchema } from '../../src/crawl/settings.ts';
import { createFleet } from '../../src/fleet/create.ts';
import { FleetLearning, takeUpLearnt } from '../../src/fleet/learning.ts';
import { namesOf } from '../../src/fleet/names.ts';
import { topicSchema } from '../../src/topic/topic.ts';
import { hasNats, needsNats, startNats } from './nats-server.ts';

/** Knows what it was told. */
function notebook() {
  let unsent: unknown[] = [];
  const taken: unknown[] = [];
  const knowledge = {
    lessons: () => unsent.splice(0),
    learnFrom: (lesson: unknown) => void taken.push(lesson),
    learn: (...lessons: unknown[]) => {
      unsent = [...unsent, ...lessons];
    },
  };
  return { taken, knowledge, shared: { knowledge, learner: undefined } as never };
}

it.skipIf(!hasNats)(`lessons of a worker that ends are sent${needsNats}`, async () => {
  const server = await startNats();
  const nats = await server.connect();
  const topic = topicSchema.parse({ name: 'owls', keywords: ['owl'], seeds: ['http://a.test/'] });
  const settings = settingsSchema.parse({ http: { contact: 'mailto:test@example.org' } });
  await createFleet(nats, {
    name: 'f',
    topic,
    settings,
    partitions: 2,
    replicas: 1,
    ttlMs: 8000,
    maxBytes: 1e8,
  });
  const names = namesOf('f');
  const one = notebook();
  const learning = new FleetLearning({
    nats,
    names,
    owner: 'one',
    shared: one.shared,
    coordinates: () => true,
    version: () => 0,
    fitted: async () => {},
    tell: (message) => expect.unreachable(message),
  });
  await learning.open();
  one.knowledge.learn('a', 'b');
  const closing = learning.close();
  one.knowledge.learn('c');
  await closing;
  const other = notebook();
  await takeUpLearnt(nats, names, other.shared);
  expect(other.taken).toEqual(['a', 'b', 'c']);
  await server.close();
});

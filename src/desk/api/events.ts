/**
 * What happens in a crawl, as server-sent events: every committed visit once, with its sequence number as the id, so
 * that a client that was cut off goes on where it was (`Last-Event-ID`); and how the crawl stands, at most twice a second.
 */
import { z } from 'zod';
import { type Asked, route } from '../route.ts';

const query = z.strictObject({
  since: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('The last sequence number that was read.'),
  only: z.enum(['visit', 'status']).optional().describe('Default: both.'),
  relevant: z.enum(['true', 'false']).default('false').describe('Only visits of pages called relevant.'),
});

export const eventRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/events',
    role: 'read',
    summary: 'Visits and the state of a crawl as server-sent events; Last-Event-ID continues.',
    query,
    answerType: 'text/event-stream',
    async work(asked) {
      const { desk, parts, gone } = asked;
      const id = parts.crawl!;
      // One that was just told to begin may have no folder yet.
      while (desk.starts.of(id)?.state === 'starting' && !desk.crawls.has(id) && !gone.aborted)
        await desk.live.tick(id);
      desk.crawls.pathOf(id);
      return { text: eventsOf(asked), type: 'text/event-stream', headers: { 'x-accel-buffering': 'no' } };
    },
  }),
];

const QUIET_TICKS = 30;

async function* eventsOf({
  desk,
  parts,
  query: asked,
  headers,
  gone,
}: Asked<z.output<typeof query>>): AsyncGenerator<string> {
  const id = parts.crawl!;
  let since = lastEventId(headers['last-event-id']) ?? asked.since ?? 0;
  let told = '';
  let quiet = 0;
  yield 'retry: 2000\n\n';
  while (!gone.aborted) {
    let isQuiet = true;
    // A crawl that is about to begin does not run yet, and has not stopped.
    const isStarting = () => desk.starts.of(id)?.state === 'starting';
    const wasStarting = isStarting();
    const live = await desk.live.live(id);
    if (asked.only !== 'status') {
      // Read after the state: a client that learns of the end already has all visits.
      const { text, count, last } = desk.live.visits(id, since, {
        relevant: asked.relevant === 'true',
        isOn: live.state === 'running',
      });
      since = last ?? since;
      if (count > 0) yield text;
      // A client that is behind reads on at once, without the others' pace.
      if (count >= FULL_BATCH) continue;
      isQuiet = count === 0;
    }
    if (asked.only !== 'visit' && !wasStarting && !isStarting()) {
      const status = desk.live.textOf(live);
      if (status !== told) {
        isQuiet = false;
        told = status;
        yield `event: status\ndata: ${status}\n\n`;
      }
    }
    quiet = isQuiet ? quiet + 1 : 0;
    // Without a sign now and then, proxies close the connection.
    if (quiet >= QUIET_TICKS) {
      quiet = 0;
      yield ': still here\n\n';
    }
    await desk.live.tick(id);
  }
}

const FULL_BATCH = 200;

const lastEventId = (header: string | string[] | undefined): number | undefined =>
  typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined;

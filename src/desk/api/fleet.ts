/** A crawl on several machines, steered through its NATS servers: what `forage fleet` does, as jobs. */
import { join } from 'node:path';
import { z } from 'zod';
import { ForageError } from '../../errors.ts';
import { isAddress } from '../../topic/url-list.ts';
import { type Desk, route } from '../route.ts';
import { begun, flags, jobSchema } from './jobs.ts';

const reach = z.strictObject({
  nats: z
    .string()
    .max(1000)
    .regex(/^(nats|tls|wss?):\/\/[^\s"']+$/)
    .optional()
    .describe('NATS servers; default: FORAGE_NATS of the desk.'),
  fleet: z
    .string()
    .regex(/^\w[\w-]{0,99}$/)
    .optional()
    .describe('Its name, if there are several.'),
});
type Reach = z.output<typeof reach>;

const positive = z.number().int().positive().max(1_000_000_000).optional();
const simple = (name: string, summary: string) => order(name, summary, reach, () => []);
/** Where workers on this machine keep their partitions. */
const workFolder = ({ crawls }: Desk): string => `--folder=${join(crawls.folder, 'forage-fleet')}`;

export const fleetRoutes = [
  order(
    'create',
    'A job: creates a fleet for a topic file, or to continue a crawl.',
    reach.extend({
      topic: z.string().min(1).max(500).optional().describe('A file that GET topics lists.'),
      from: z.string().min(1).max(300).optional().describe('Or a stopped crawl.'),
      partitions: positive,
      recipe: z.string().min(1).max(200).optional(),
      pages: positive,
      relevant: positive,
      contact: z.string().min(1).max(300).optional(),
    }),
    ({ crawls, files }, { topic, from, nats: _, fleet: __, ...more }) => [
      ...(topic === undefined ? [] : [files.find('topics', topic)]),
      ...flags({ from: from === undefined ? from : crawls.pathOf(from), ...more }),
    ],
  ),
  order(
    'work',
    'A job: a worker of a fleet on the machine of the desk, until the job is stopped.',
    reach.extend({ concurrency: positive, threads: positive }),
    (desk, { concurrency, threads }) => [workFolder(desk), ...flags({ concurrency, threads })],
  ),
  simple('status', 'A job: how a fleet stands: workers, partitions, pages, links on their way.'),
  simple('pause', 'A job: a fleet sends no new requests until it is resumed.'),
  simple('resume', 'A job: ends a pause of a fleet, or takes back a stop.'),
  simple('stop', 'A job: ends the crawl of a fleet on all machines.'),
  simple('delete', 'A job: deletes the streams of a fleet; the folders of its workers stay.'),
  order(
    'set',
    'A job: changes settings of a fleet.',
    reach.extend({
      settings: z.record(
        z.string().regex(/^[a-z][\w.+-]{0,99}$/i),
        z.union([z.string().max(1000), z.number(), z.boolean()]),
      ),
    }),
    (_, { settings }) => Object.entries(settings).map(([key, value]) => `${key}=${value}`),
  ),
  order(
    'add',
    'A job: adds seeds to a fleet.',
    reach.extend({ urls: z.array(z.string().max(4000)).min(1).max(1000) }),
    (_, { urls }) => urls.map((url) => address('urls', url)),
  ),
  order(
    'label',
    'A job: tells a fleet whether a page is relevant.',
    reach.extend({
      url: z.string().max(4000),
      answer: z.enum(['yes', 'no', 'unsure']),
      by: z.string().min(1).max(100).optional().describe('Who says so.'),
    }),
    (_, { url, answer, by }) => [address('url', url), answer, ...flags({ by })],
  ),
  order(
    'collect',
    'A job: makes one ordinary crawl of a fleet in the folder of the desk, or brings it up to date.',
    reach.extend({ crawl: z.string().regex(/^\w[\w.-]{0,99}$/) }),
    (desk, { crawl }) => [join(desk.crawls.folder, crawl), workFolder(desk)],
  ),
];

function order<Body extends Reach>(
  name: string,
  summary: string,
  body: z.ZodType<Body>,
  argsOf: (desk: Desk, given: Body) => string[],
) {
  return route({
    method: 'POST',
    path: `/api/v1/fleet/${name}`,
    role: 'all',
    summary,
    body,
    answer: jobSchema,
    work({ desk, body }) {
      if (!desk.isLocal)
        throw new ForageError('USAGE', 'Only a desk on loopback may say which NATS servers are asked.');
      const { nats, fleet } = body as Reach;
      const args = [
        'fleet',
        name,
        ...argsOf(desk, body as Body),
        ...flags({ nats, fleet, json: name === 'status' }),
      ];
      const result = (output: string): unknown =>
        name === 'status' ? JSON.parse(output) : { said: output.trim() };
      return begun(desk.jobs.begin({ kind: 'fleet', of: fleet ?? `${name} a fleet`, args, result }));
    },
  });
}

function address(key: string, url: string): string {
  if (isAddress(url)) return url;
  throw new ForageError('USAGE', `body.${key}: "${url.slice(0, 100)}" is not a URL.`);
}

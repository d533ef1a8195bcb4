/**
 * Destinations by what a user writes after `--to`: a URL, or a file of settings in YAML. A destination's name is that of
 * its cursor: the same place has the same name, whatever the password.
 */
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { checked } from '../check.ts';
import { onDisk } from '../disk.ts';
import { ForageError } from '../errors.ts';
import { parseYaml } from '../topic/load.ts';
import { isBadPort } from '../web/ip/ports.ts';
import type { Destination } from './destination.ts';

const common = {
  /** Of the cursor; by default made of the address. */
  name: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'give letters, digits, ".", "_" and "-"')
    .optional(),
  /** How long a destination that fails is waited for; then the command ends, and continues there when it is started again. */
  patienceSeconds: z.number().min(0).default(3600),
};
/** Nothing would ever be sent to a port that `fetch` refuses. */
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'give a URL with http: or https:' })
  .refine((url) => !isBadPort(Number(URL.parse(url)?.port || 80)), {
    error: 'its port belongs to another service; give another port',
  });
const batch = (pages: number) => z.number().int().min(1).max(10_000).default(pages);

export const destinationSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('opensearch'),
    ...common,
    /** Of the server, without the index. */
    url: httpUrl,
    index: z.string().min(1),
    username: z.string().optional(),
    password: z.string().optional(),
    apiKey: z.string().optional(),
    batch: batch(200),
  }),
  z.strictObject({
    kind: z.literal('s3'),
    ...common,
    bucket: z.string().min(1),
    prefix: z.string().default(''),
    /** Of a server other than Amazon's: https://s3.example.org. */
    endpoint: httpUrl.optional(),
    region: z.string().min(1).default('us-east-1'),
    accessKeyId: z.string().min(1),
    secretAccessKey: z.string().min(1),
    sessionToken: z.string().optional(),
    batch: batch(1000),
  }),
  z.strictObject({
    kind: z.literal('webhook'),
    ...common,
    url: httpUrl,
    headers: z.record(z.string(), z.string()).default({}),
    /** Signs every body, so that the receiver knows it is yours. */
    secret: z.string().min(1).optional(),
    batch: batch(50),
  }),
  z.strictObject({
    kind: z.literal('nats'),
    ...common,
    /** `host:port`, or several. */
    servers: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
    /** The crawl's name is put behind it: `forage.pages` becomes `forage.pages.owls`. */
    subject: z.string().regex(/^[^\s.*>]+(\.[^\s.*>]+)*$/, 'give words joined by ".", without "*" and ">"'),
    username: z.string().optional(),
    password: z.string().optional(),
    token: z.string().optional(),
    batch: batch(200),
  }),
]);

export type DestinationSettings = z.output<typeof destinationSchema>;
export type SettingsOf<Kind extends DestinationSettings['kind']> = Extract<
  DestinationSettings,
  { kind: Kind }
>;

export async function openDestination(settings: DestinationSettings): Promise<Destination> {
  switch (settings.kind) {
    case 'opensearch':
      return (await import('./destinations/opensearch.ts')).openSearch(settings);
    case 's3':
      return (await import('./destinations/s3.ts')).s3(settings);
    case 'webhook':
      return (await import('./destinations/webhook.ts')).webhook(settings);
    case 'nats':
      return (await import('./destinations/nats.ts')).nats(settings);
  }
}

/** What stands after `--to`. */
export function destinationOf(text: string, env: NodeJS.ProcessEnv = process.env): DestinationSettings {
  if (/^[a-z][a-z0-9+]*:\/\//i.test(text))
    return checked(destinationSchema, ofUrl(text, env), 'USAGE', '--to');
  if (!existsSync(text))
    throw new ForageError(
      'USAGE',
      `--to ${text}: there is no such file. Give a file of settings, or a URL: https://…, opensearch+https://HOST/INDEX, s3://BUCKET/PREFIX, nats://HOST/SUBJECT`,
    );
  const file = onDisk(text, () => readFileSync(text, 'utf8'));
  return parseYaml(file, text, destinationSchema, 'INPUT_INVALID');
}

function ofUrl(text: string, env: NodeJS.ProcessEnv): Record<string, unknown> {
  if (!URL.canParse(text)) throw new ForageError('USAGE', `--to ${text} is not a URL.`);
  const url = new URL(text);
  const path = decodeURIComponent(url.pathname.slice(1));
  const username = decodeURIComponent(url.username) || undefined;
  const password = decodeURIComponent(url.password) || undefined;
  const scheme = url.protocol.slice(0, -1);
  const [, search, inner] = /^(opensearch|elasticsearch)\+(https?)$/.exec(scheme) ?? [];
  if (search !== undefined)
    return { kind: 'opensearch', url: `${inner}://${url.host}`, index: path, username, password };
  switch (scheme) {
    case 'http':
    case 'https':
      return { kind: 'webhook', url: text };
    case 's3':
      return {
        kind: 's3',
        bucket: url.hostname,
        prefix: path,
        endpoint: env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL,
        region: env.AWS_REGION ?? env.AWS_DEFAULT_REGION,
        accessKeyId: inEnvironment(env, 'AWS_ACCESS_KEY_ID'),
        secretAccessKey: inEnvironment(env, 'AWS_SECRET_ACCESS_KEY'),
        sessionToken: env.AWS_SESSION_TOKEN,
      };
    case 'nats':
      return { kind: 'nats', servers: url.host, subject: path.replaceAll('/', '.'), username, password };
    default:
      throw new ForageError(
        'USAGE',
        `--to ${text}: nothing is sent to "${scheme}:". Give https://…, opensearch+https://HOST/INDEX, s3://BUCKET/PREFIX, nats://HOST/SUBJECT, or a file of settings.`,
      );
  }
}

function inEnvironment(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (value) return value;
  throw new ForageError(
    'USAGE',
    `--to s3://… needs ${name} in the environment, or a file of settings with the keys.`,
  );
}

export function nameOf(settings: DestinationSettings): string {
  if (settings.name !== undefined) return settings.name;
  const place = placeOf(settings).replace(/^https?:\/\//, '');
  return `${settings.kind}-${place}`
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/-$/, '')
    .slice(0, 100);
}

function placeOf(settings: DestinationSettings): string {
  switch (settings.kind) {
    case 'opensearch':
      return `${settings.url}/${settings.index}`;
    case 's3':
      return `${settings.endpoint ?? 'aws'}/${settings.bucket}/${settings.prefix}`;
    case 'webhook': {
      const { host, pathname } = new URL(settings.url);
      return `${host}${pathname}`;
    }
    case 'nats':
      return `${[settings.servers].flat().join('-')}/${settings.subject}`;
  }
}

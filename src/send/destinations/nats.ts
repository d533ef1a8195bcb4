/**
 * NATS JetStream: one message a page, on the subject of the crawl, in order. The server knows a message that comes again
 * within the stream's window by its `Nats-Msg-Id`; beyond it we ask for the last message of the subject, and continue
 * after the visit that it names. So the next message is published only when the last one was acknowledged.
 */
import { type JetStreamClient, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { type Destination, type Message, Undelivered } from '../destination.ts';
import type { SettingsOf } from '../destinations.ts';

interface Open {
  connection: NatsConnection;
  stream: JetStreamClient;
  /** The last visit that the stream has. */
  last: number;
}

const SOURCE = 'Forage-Crawl';
const SEQUENCE = 'Forage-Sequence';
const NO_MESSAGE = 10_037;

export function nats(settings: SettingsOf<'nats'>): Destination {
  const name = `NATS at ${[settings.servers].flat().join(', ')}`;
  let open: Open | undefined;
  const close = async (): Promise<void> => {
    const { connection } = open ?? {};
    open = undefined;
    await connection?.close();
  };
  return {
    async deliver({ source, crawl, messages }) {
      const subject = `${settings.subject}.${crawl.replace(/[\s.*>]+/g, '-')}`;
      try {
        open ??= await opened(settings, subject, source);
        for (const message of messages) await publish(open, subject, source, message);
        return [];
      } catch (error) {
        await close().catch(() => {});
        throw asUndelivered(error, name, subject);
      }
    },
    close,
  };
}

async function opened(settings: SettingsOf<'nats'>, subject: string, source: string): Promise<Open> {
  const { servers, username, password, token } = settings;
  const connection = await connect({
    servers,
    // A lost connection is opened again by the next try, which asks what has arrived.
    reconnect: false,
    ...(username === undefined ? {} : { user: username, pass: password ?? '' }),
    ...(token === undefined ? {} : { token }),
  });
  try {
    const manager = await jetstreamManager(connection);
    const name = await manager.streams.find(subject);
    const last = await manager.streams.getMessage(name, { last_by_subj: subject }).catch((error) => {
      if ((error as { code?: number }).code === NO_MESSAGE) return null;
      throw error;
    });
    const isOurs = last?.header.get(SOURCE) === source;
    return {
      connection,
      stream: jetstream(connection),
      last: isOurs ? Number(last.header.get(SEQUENCE)) : 0,
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function publish(open: Open, subject: string, source: string, message: Message): Promise<void> {
  const { sequence } = message;
  if (sequence <= open.last) return;
  const about = headers();
  about.set(SOURCE, source);
  about.set(SEQUENCE, String(sequence));
  const payload = payloadOf(message, open.connection.info?.max_payload ?? Number.POSITIVE_INFINITY);
  await open.stream.publish(subject, payload, { msgID: `${source}:${sequence}`, headers: about });
  open.last = sequence;
}

/** Room for subject and headers. */
const HEAD_BYTES = 4096;

/** A page that is larger than the server takes is sent without its text and links. */
function payloadOf({ action, page }: Message, maxBytes: number): Uint8Array {
  const whole = Buffer.from(JSON.stringify({ action, ...page }));
  if (whole.length + HEAD_BYTES <= maxBytes) return whole;
  const { text: _, links: __, ...rest } = page;
  return Buffer.from(JSON.stringify({ action, ...rest, tooLarge: true }));
}

const FOR_GOOD: Readonly<Record<string, string>> = {
  AuthorizationError: 'Check user, password and token.',
  PermissionViolationError: 'Its user may not publish there.',
  JetStreamNotEnabled: 'Start the server with JetStream: nats-server -js',
};

function asUndelivered(error: unknown, name: string, subject: string): Undelivered {
  const { name: kind, message } = error as Error;
  if (message.includes('no stream matches subject'))
    return new Undelivered(
      `${name} keeps no stream for "${subject}". Create one: nats stream add --subjects "${subject}".`,
      {
        cause: error,
      },
    );
  const hint = FOR_GOOD[kind];
  if (hint !== undefined) return new Undelivered(`${name} refuses: ${message}. ${hint}`, { cause: error });
  return new Undelivered(`${name} does not take pages: ${message}.`, { mayPass: true, cause: error });
}

/**
 * Loaded into a worker's process before anything else, so that the web server can tell workers apart, and so that links
 * between partitions go astray.
 *
 * WORKER_ADDRESS: its connections come from this address of loopback. WORKER_DISORDER=1: of the messages with links a
 * fifth is sent twice, and a sixth only after the next one to the same partition, or a second later.
 */
import { Socket } from 'node:net';
import { JetStreamClientImpl } from '@nats-io/jetstream/internal';

const { WORKER_ADDRESS: address, WORKER_DISORDER: disorder } = process.env;

if (address !== undefined) {
  const connect = Socket.prototype.connect as (...args: unknown[]) => Socket;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    // Node hands over its own arguments as a list in a list.
    const [first] = args;
    const options = Array.isArray(first) ? first[0] : first;
    if (typeof options === 'object' && options !== null && 'port' in options && !('path' in options))
      Object.assign(options, { localAddress: address });
    return connect.apply(this, args);
  } as typeof Socket.prototype.connect;
}

if (disorder === '1') {
  type Publish = InstanceType<typeof JetStreamClientImpl>['publish'];
  const publish: Publish = JetStreamClientImpl.prototype.publish;
  const late = new Map<string, () => void>();
  JetStreamClientImpl.prototype.publish = async function (subject, body, options = {}) {
    const isLinks = /^forage\.[^.]+\.in\./.test(subject);
    if (!isLinks) return publish.call(this, subject, body, options);
    const { msgID: _, ...rest } = options;
    const send = () => publish.call(this, subject, body, rest);
    if (Math.random() < 1 / 6 && !late.has(subject)) {
      const sendLate = (): void => {
        if (late.get(subject) !== sendLate) return;
        late.delete(subject);
        void again(send);
      };
      late.set(subject, sendLate);
      setTimeout(sendLate, 1000);
      return { stream: '', domain: '', seq: 0, duplicate: false };
    }
    const answer = await send();
    if (Math.random() < 1 / 5) void again(send);
    late.get(subject)?.();
    return answer;
  };
}

/** Until it is there: nothing is lost here. */
async function again(send: () => Promise<unknown>): Promise<void> {
  while (!(await send().catch(() => undefined))) await new Promise((resolve) => setTimeout(resolve, 200));
}

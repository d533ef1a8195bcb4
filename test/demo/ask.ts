/** One real HTTP request to the demonstration server, for any host name. */
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:http';

export interface Told {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export function ask(port: number, url: string, headers: Record<string, string> = {}): Promise<Told> {
  const { host, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path: pathname + search, headers: { ...headers, host }, agent: false },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(parts) }),
        );
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

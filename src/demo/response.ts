/** Answers of the demonstration web, and shorthands for them. */
export type DemoAnswer = DemoResponse | { kind: 'close'; delayMs: number } | { kind: 'hang' };

export interface DemoResponse {
  kind: 'response';
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
  delayMs: number;
}

export function respond(
  status: number,
  type: string,
  body: string | Buffer,
  headers: [string, string][] = [],
): DemoResponse {
  return {
    kind: 'response',
    status,
    headers: [['content-type', type], ...headers],
    body: typeof body === 'string' ? Buffer.from(body) : body,
    delayMs: 0,
  };
}

export function html(body: string, status = 200): DemoResponse {
  return respond(status, 'text/html; charset=utf-8', body);
}

export function text(body: string, status = 200): DemoResponse {
  return respond(status, 'text/plain; charset=utf-8', body);
}

export function redirect(status: number, to: string): DemoResponse {
  return respond(status, 'text/html; charset=utf-8', `<a href="${to}">Moved</a>\n`, [['location', to]]);
}

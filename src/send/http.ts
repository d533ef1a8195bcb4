/** One request to a destination over HTTP. What may pass (no answer, 408, 429, 5xx) is an `Undelivered` that says so. */
import { parseHttpDate } from '../web/http/http-date.ts';
import { parseRetryAfter } from '../web/http/retry-after.ts';
import { Undelivered } from './destination.ts';

export interface Reply {
  status: number;
  body: string;
}

const TIMEOUT_MS = 120_000;

/** Any other answer of the server is returned; a redirect is not followed. */
export async function request(
  url: string,
  { name, ...init }: { name: string; method: string; headers: Record<string, string>; body: Uint8Array },
): Promise<Reply> {
  let answer: Response;
  let body: string;
  try {
    answer = await fetch(url, {
      ...init,
      body: init.body as Uint8Array<ArrayBuffer>,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    body = await answer.text();
  } catch (error) {
    throw new Undelivered(`${name} does not answer: ${reasonOf(error)}.`, { mayPass: true, cause: error });
  }
  const { status } = answer;
  if (status === 408 || status === 429 || status >= 500) {
    const now = parseHttpDate(answer.headers.get('date') ?? '') ?? Date.now();
    const retryAfterMs = parseRetryAfter(answer.headers.get('retry-after') ?? '', now) ?? 0;
    throw new Undelivered(`${name} answers ${status}${beginning(body)}.`, { mayPass: true, retryAfterMs });
  }
  return { status, body };
}

/** For a status that will not pass. */
export const refusal = (name: string, { status, body }: Reply, hint: string): Undelivered =>
  new Undelivered(`${name} refuses with ${status}${beginning(body)}. ${hint}`);

/** The first words of an answer, for people. */
function beginning(body: string): string {
  const text = body.replace(/\s+/g, ' ').trim();
  return text === '' ? '' : `: ${text.slice(0, 200)}`;
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}

/**
 * The headers of an HTTP message as archived: the original lines, in order and case, with two exceptions. The transfer
 * coding has been removed, so its header is renamed; a Content-Length that disagrees with the payload is renamed too,
 * and the correct one added. Both new names use prefixes that other archiving tools use, so that readers know them.
 */
import type { Answered } from '../web/web.ts';

const NO_BODY_STATUS = new Set([204, 304]);

export function responseHead(
  answer: Pick<Answered, 'status' | 'statusText' | 'headers'>,
  payloadLength: number,
): Buffer {
  let lines = `HTTP/1.1 ${answer.status} ${line(answer.statusText)}\r\n`;
  const trueLength = String(payloadLength);
  let lengthWritten = false;
  for (const [name, value] of answer.headers) {
    const lowerName = name.toLowerCase();
    if (lowerName === 'transfer-encoding') {
      lines += `X-Crawler-Transfer-Encoding: ${line(value)}\r\n`;
    } else if (lowerName === 'content-length' && !NO_BODY_STATUS.has(answer.status)) {
      if (value.trim() !== trueLength) lines += `X-Crawler-Content-Length: ${line(value)}\r\n`;
      if (!lengthWritten) lines += `${headerName(name)}: ${trueLength}\r\n`;
      lengthWritten = true;
    } else {
      lines += `${headerName(name)}: ${line(value)}\r\n`;
    }
  }
  // Some readers treat headers without any field as unterminated.
  if (answer.headers.length === 0) lines += `Content-Length: ${trueLength}\r\n`;
  return Buffer.from(`${lines}\r\n`, 'latin1');
}

export function requestHead(url: string, headers: [name: string, value: string][]): Buffer {
  // URLs are canonical: no user, and with a path. A fragment is the route of a script, which no server sees.
  const authority = url.indexOf('//') + 2;
  const path = url.indexOf('/', authority);
  let lines = `GET ${url.slice(path).replace(/#.*/, '')} HTTP/1.1\r\n`;
  if (!headers.some(([name]) => name.toLowerCase() === 'host'))
    lines += `Host: ${url.slice(authority, path)}\r\n`;
  for (const [name, value] of headers) lines += `${headerName(name)}: ${line(value)}\r\n`;
  return Buffer.from(`${lines}\r\n`, 'latin1');
}

const CONTROLS = /[\u0000-\u001f\u007f]+/g;
const BEYOND_LATIN1 = /[^\u0000-\u00ff]/;

/**
 * One line of text as bytes. Text up to U+00FF was read byte by byte and is written the same way; anything above was
 * read as UTF-8 and is written as UTF-8.
 */
function line(value: string): string {
  const clean = value.replace(CONTROLS, ' ');
  return BEYOND_LATIN1.test(clean) ? Buffer.from(clean).toString('latin1') : clean;
}

const NOT_TOKEN = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/g;

function headerName(name: string): string {
  return name.replace(NOT_TOKEN, '-') || 'X-Crawler-Nameless';
}

/**
 * A small hostile Web on loopback, in a process of its own: a name server that never answers for `*.silent.test`, a
 * port that accepts connections and never answers, hosts of HTML pages without end, and hosts of PDFs that take long
 * to read. Prints its ports as JSON, and ends when its standard input is closed.
 */
import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';

const web = createServer((request, response) => {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
  if (url.pathname === '/robots.txt') {
    response.writeHead(404).end();
  } else if (url.pathname.endsWith('.pdf')) {
    response.setHeader('content-type', 'application/pdf');
    response.end(slowPdf(url.href));
  } else {
    response.setHeader('content-type', 'text/html');
    response.end(url.pathname === '/start' ? startPage(url) : pageOf(url));
  }
});
const silent = createTcpServer((socket) => socket.on('error', () => {}));
const names = createSocket('udp4', (query, from) => {
  const name = nameIn(query);
  if (!name.endsWith('.silent.test')) names.send(addressFor(query, name), from.port, from.address);
});
await Promise.all([
  new Promise<void>((done) => web.listen(0, '127.0.0.1', done)),
  new Promise<void>((done) => silent.listen(0, '127.0.0.1', 4096, done)),
  new Promise<void>((done) => names.bind(0, '127.0.0.1', done)),
]);
const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;
console.log(JSON.stringify({ port: portOf(web), dnsPort: portOf(names) }));
process.stdin.on('end', () => process.exit()).resume();

/** Links to hosts by kind; those that never answer come first and have the better anchors. */
function startPage({ searchParams, port }: URL): string {
  const links: string[] = [];
  const add = (count: string | null, anchor: string, urlOf: (i: number) => string): void => {
    for (let i = 0; i < Number(count); i++) links.push(`<a href="${urlOf(i)}">${anchor}</a>`);
  };
  add(searchParams.get('silent'), 'planet galaxy comet', (i) => `http://n${i}.silent.test/`);
  add(searchParams.get('hanging'), 'planet galaxy comet', (i) => `http://h${i}.test:${portOf(silent)}/`);
  add(searchParams.get('pdf'), 'planet galaxy comet', (i) => `http://p${i}.test:${port}/0.pdf`);
  add(searchParams.get('html'), 'planet', (i) => `http://g${i}.test:${port}/0`);
  return `<title>Start</title><p>planet</p>${links.join('\n')}`;
}

function pageOf({ pathname, hostname }: URL): string {
  const n = Number(pathname.slice(1));
  const words = Array.from({ length: 200 }, (_, i) => `word${(n * 7919 + i * i) % 5000}`);
  const links = [n * 2 + 1, n * 2 + 2].map((next) => `<a href="/${next}">planet</a>`);
  return `<title>${hostname} ${n}</title><p>planet ${words.join(' ')}</p>${links.join('\n')}`;
}

const PDF_PAGES = 200;
const LINES_A_PAGE = 600;
const lines = Array.from(
  { length: LINES_A_PAGE },
  (_, i) => `1 0 0 1 20 ${i % 800} Tm (planet line ${i}) Tj`,
);
const content = `BT /F1 8 Tf ${lines.join('\n')} ET`;

/** A valid PDF of 200 pages that all show the same text, small to send and slow to read; each with its own link. */
function slowPdf(url: string): string {
  const next = url.replace(/\d+(?=\.pdf$)/, (n) => String(Number(n) + 1));
  const pages = Array.from({ length: PDF_PAGES }, (_, i) => `${i + 6} 0 R`);
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 3 0 R /Resources << /Font << /F1 4 0 R >> >> /Annots [5 0 R] >>';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${PDF_PAGES} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (${next}) >> >>`,
    ...pages.map(() => page),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, i) => {
    const place = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}

/** The name in the question of a DNS message (RFC 1035, 4.1.2). */
function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; query[at]! > 0; at += query[at]! + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
  return labels.join('.').toLowerCase();
}

/** 127.0.0.1 for an A question, an empty answer for any other (RFC 1035, 4.1.3). */
function addressFor(query: Buffer, name: string): Buffer {
  const questionEnd = 12 + name.length + 2 + 4;
  const isA = query.readUInt16BE(questionEnd - 4) === 1;
  const head = Buffer.from(query.subarray(0, questionEnd));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(isA ? 1 : 0, 6);
  head.fill(0, 8, 12);
  const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]);
  return isA ? Buffer.concat([head, answer]) : head;
}

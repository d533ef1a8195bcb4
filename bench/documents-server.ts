/**
 * Serves PDFs of 1 to 50 MB and small pages, made on the fly, from a separate process: hosts with an even number have
 * documents, the others a chain of pages, and every front page links to all others. A document is a page of text and a picture of random bytes that
 * makes up its size. Prints its port, exits with its parent.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

const documents = Number(process.argv[2] ?? 1000);
const pages = Number(process.argv[3] ?? 2000);
const hosts = Number(process.argv[4] ?? 40);
const MEGABYTE = 1_000_000;
const noise = randomBytes(MEGABYTE);

/** Evenly spread on a logarithmic scale. */
const sizeOf = (n: number): number => Math.round(MEGABYTE * 50 ** ((n * 0.618034) % 1));

const text = (n: number): string =>
  Array.from({ length: 300 }, (_, i) => `heron${(i * n) % 97} of the marsh ${i}`).join(' ');

function pdfOf(n: number): { head: Buffer; filler: number; tail: Buffer } {
  const lines = text(n)
    .match(/.{1,80}/g)!
    .map((line) => `(${line}) Tj 0 -12 Td`)
    .join('\n');
  const content = `BT /F1 10 Tf 50 750 Td\n${lines}\nET`;
  const filler = sizeOf(n);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /I 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
  ];
  let head = '%PDF-1.4\n';
  const places = objects.map((object, i) => {
    const place = head.length;
    head += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  places.push(head.length);
  head += `6 0 obj\n<< /Type /XObject /Subtype /Image /Width 1000 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length ${filler} >>\nstream\n`;
  const end = '\nendstream\nendobj\n';
  const start = head.length + filler + end.length;
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const tail = `${end}xref\n0 7\n0000000000 65535 f \n${table}trailer << /Size 7 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return { head: Buffer.from(head, 'latin1'), filler, tail: Buffer.from(tail, 'latin1') };
}

/** Those of a host, of which every second one has any. */
const own = (host: number): number[] =>
  Array.from({ length: documents }, (_, n) => n).filter((n) => (2 * n) % hosts === host);
const link = (path: string): string => `<a href="${path}">${path}</a>`;

const server = createServer(async (request, response) => {
  const { url = '/', headers } = request;
  const host = Number(/\d+/.exec(headers.host ?? '')?.[0] ?? 0);
  const [, kind, digits] = /^\/(d|p)(\d+)/.exec(url) ?? [];
  const n = Number(digits);
  if (url === '/robots.txt') return void response.writeHead(404).end();
  if (kind === 'd') {
    const { head, filler, tail } = pdfOf(n);
    response.writeHead(200, {
      'content-type': 'application/pdf',
      'content-length': head.length + filler + tail.length,
    });
    response.write(head);
    for (let left = filler; left > 0 && !response.destroyed; left -= MEGABYTE)
      if (!response.write(noise.subarray(0, Math.min(left, MEGABYTE))))
        await once(response, 'drain').catch(() => undefined);
    return void response.end(tail);
  }
  const links =
    kind === 'p'
      ? [`/p${n + hosts / 2}.html`].filter(() => n + hosts / 2 < pages)
      : [
          ...(host % 2 === 1 ? [`/p${(host - 1) / 2}.html`] : own(host).map((one) => `/d${one}.pdf`)),
          ...Array.from({ length: hosts }, (_, other) => `http://h${other}.bench.test/`),
        ];
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(
    `<!doctype html><html lang="en"><title>${url}</title><p>${text(n || 1)}</p>${links.map(link).join(' ')}`,
  );
});

server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: (server.address() as { port: number }).port }));
});
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));

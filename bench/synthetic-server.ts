/**
 * A synthetic web for benchmarks, served from a separate process: any number of pages of about 15 KB with 52 links
 * each, over any number of hosts. It uses as little of the shared machine as possible, since a live crawl has its
 * servers elsewhere. Prints its port, exits with its parent.
 */
import { createServer } from 'node:net';

const pages = Number(process.argv[2] ?? 4000);
const hosts = Number(process.argv[3] ?? 200);
/** With ".test" every host is a domain of its own. */
const suffix = process.argv[4] ?? '.bench.test';
/** Share of the links that stay on their host; the others lead anywhere. */
const local = Number(process.argv[5] ?? 0);
/** All links before the text, instead of one before each paragraph. */
const areLinksApart = process.argv[6] === 'apart';
const LINKS = 52;
const CONTENT = '</ul></div><div id="content" class="main">';
const BYTES = 15_000;

let state = 0;
const random = (): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};

const syllables =
  'ba be bi bo ca ce co da de di do fa fi fo ga go la le li lo ma me mi mo na ne no pa pe po ra re ri ro sa se si so ta te ti to va ve vi'.split(
    ' ',
  );
state = 7;
const lexicon = Array.from({ length: 20_000 }, () => {
  let word = '';
  for (let n = 1 + Math.floor(random() * 4); n >= 0; n--)
    word += syllables[Math.floor(random() * syllables.length)];
  return word;
});
const topicWords = ['planet', 'galaxy', 'telescope', 'orbit', 'comet', 'star', 'moon', 'astronomy'];
const functionWords = 'the of and to a in that it is was for on with as by at this from which'.split(' ');
/** As in natural text: 40 % function words; of the others rank r occurs about 1/r as often. */
const word = (): string =>
  random() < 0.4
    ? functionWords[Math.floor(random() * functionWords.length)]!
    : (lexicon[Math.floor(lexicon.length ** random()) - 1] ?? 'page');

const addressOf = (page: number): string =>
  `http://h${page % hosts}${suffix}/section-${page % 7}/page-${page}.html`;

const anyPage = (): number => Math.floor(random() * pages);
const sameHost = (page: number): number => {
  const target = anyPage();
  return Math.min(target - (target % hosts) + (page % hosts), pages - 1);
};

function render(page: number): Buffer {
  state = page * 2654435761;
  const onTopic = page % 5 === 0;
  let html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${page} ${word()} ${word()}</title>`;
  html += `<meta name="description" content="${word()} ${word()} ${word()}"></head><body><div id="menu"><ul>`;
  const words = (): string => {
    let text = '<p>';
    for (let n = 0; n < 20; n++) text += `${onTopic && random() < 0.08 ? topicWords[n % 8] : word()} `;
    return `${text}</p>\n`;
  };
  let paragraphs = '';
  for (let link = 0; link < LINKS; link++) {
    if (link === 12 && !areLinksApart) html += CONTENT;
    const stays = local > 0 && random() < local;
    const target = stays ? sameHost(page) : link < 10 ? (page * 10 + link + 1) % pages : anyPage();
    const anchor = random() < 0.1 ? topicWords[link % topicWords.length] : `${word()} ${word()}`;
    html += `<li><a href="${addressOf(target)}">${anchor}</a>\n`;
    if (link < 12) continue;
    if (areLinksApart) paragraphs += words();
    else html += words();
  }
  if (areLinksApart) html += `${CONTENT}${paragraphs}`;
  while (html.length < BYTES - 100)
    html += `<p>${word()} ${word()} ${word()} ${word()} ${word()} ${word()}.</p>\n`;
  return Buffer.from(`${html}</div></body></html>`);
}

const answer = (body: Buffer, type: string, status = '200 OK'): Buffer =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`),
    body,
  ]);
const robots = answer(Buffer.from('User-agent: *\nDisallow: /private/\n'), 'text/plain');
const missing = answer(Buffer.alloc(0), 'text/plain', '404 Not Found');
const kept = new Map<number, Buffer>();

function answerTo(path: string): Buffer {
  if (path === '/robots.txt') return robots;
  const page = Number(/page-(\d+)\.html$/.exec(path)?.[1]);
  if (!(page < pages)) return missing;
  const known = kept.get(page);
  if (known !== undefined) return known;
  const made = answer(render(page), 'text/html; charset=utf-8');
  if (kept.size < 5000) kept.set(page, made);
  return made;
}

/** One request at a time per connection, as both clients send them; only as much HTTP as they need. */
const server = createServer({ noDelay: true }, (socket) => {
  let request = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => {
    request += chunk;
    if (!request.endsWith('\r\n\r\n')) return;
    socket.write(answerTo(request.slice(request.indexOf(' ') + 1, request.indexOf(' HTTP/'))));
    request = '';
  });
  socket.on('error', () => socket.destroy());
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  if (pages <= 5000) for (let page = 0; page < pages; page++) answerTo(`/page-${page}.html`);
  console.log(JSON.stringify({ port }));
});
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));

/**
 * How fast pages are read: pages of 15 KB with 52 links each, the whole `readDocument` compared with (a) the bare
 * htmlparser2 parser collecting hrefs through `new URL` and (b) `JSON.parse` of as many bytes; and with Markdown, too.
 *
 *   node bench/page.ts [seconds per measurement]
 */
import { Parser } from 'htmlparser2';
import { readDocument } from '../src/page/read.ts';

const PAGES = 40;
const LINKS = 52;
const BYTES = 15_000;
const seconds = Number(process.argv[2] ?? 2);

const url = 'http://example.org/health/lungs/index.html';
const headers: [string, string][] = [['Content-Type', 'text/html; charset=utf-8']];
const words = vocabulary(2000);
const pages = Array.from({ length: PAGES }, (_, at) => makePage(at));
const sources = pages.map((page) => page.toString());
const json = pages.map((page) => JSON.stringify(jsonOfSize(page.length)));
const meanBytes = pages.reduce((sum, page) => sum + page.length, 0) / PAGES;

const first = await readDocument({ url, headers, body: pages[0]! });
if ('refused' in first) throw new Error(first.detail);
console.log(
  `${PAGES} pages of ${Math.round(meanBytes)} bytes, ${first.links.length} links, ` +
    `${first.text.length} characters of text, ${first.mainText.length} of main text`,
);

const measures = {
  readDocument: (at: number) => readDocument({ url, headers, body: pages[at]! }),
  markdown: (at: number) => readDocument({ url, headers, body: pages[at]! }, { markdown: true }),
  parser: (at: number) => bareParser(sources[at]!),
  jsonParse: (at: number) => JSON.parse(json[at]!) as unknown,
};
// Interleaved, so that a slow moment of the machine affects all of them.
const counts: Record<string, { rounds: number; ms: number }> = {};
for (let turn = 0; turn < 10; turn++) {
  for (const [name, measure] of Object.entries(measures)) {
    if (turn === 0) for (let i = 0; i < 2000; i++) await measure(i % PAGES);
    const count = await run(measure, (seconds * 1000) / 10);
    counts[name] ??= { rounds: 0, ms: 0 };
    counts[name].rounds += count.rounds;
    counts[name].ms += count.ms;
  }
}

const perSecond = Object.fromEntries(
  Object.entries(counts).map(([name, { rounds, ms }]) => [name, Math.round((rounds / ms) * 1000)]),
) as Record<keyof typeof measures, number>;
for (const [name, rate] of Object.entries(perSecond)) {
  console.log(
    `${name.padEnd(12)} ${String(rate).padStart(7)} pages/s ${(1e6 / rate).toFixed(0).padStart(6)} µs`,
  );
}
console.log(
  JSON.stringify({
    bench: 'page',
    pageBytes: Math.round(meanBytes),
    links: first.links.length,
    ...perSecond,
    ofParser: Number((perSecond.readDocument / perSecond.parser).toFixed(3)),
    ofJsonParse: Number((perSecond.readDocument / perSecond.jsonParse).toFixed(3)),
  }),
);

async function run(measure: (at: number) => unknown, ms: number): Promise<{ rounds: number; ms: number }> {
  const start = performance.now();
  let rounds = 0;
  while (performance.now() - start < ms) {
    for (let at = 0; at < PAGES; at++) await measure(at);
    rounds += PAGES;
  }
  return { rounds, ms: performance.now() - start };
}

function bareParser(source: string): string[] {
  const hrefs: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'a' && attributes.href !== undefined) hrefs.push(new URL(attributes.href, url).href);
    },
  });
  parser.end(source);
  return hrefs;
}

/** A menu, an article in paragraphs with some links and a few entities, a list of related pages, a footer. */
function makePage(seed: number): Buffer {
  const next = random(seed + 1);
  const word = () => words[Math.floor(next() ** 2 * words.length)]!;
  const some = (count: number) => Array.from({ length: count }, word).join(' ');
  const anchor = (at: number) =>
    `<a class="link" href="${at % 3 === 0 ? `http://www.site${at % 7}.example` : ''}/${word()}/${word()}-${seed}-${at}.html${at % 5 === 0 ? `?id=${at}&amp;view=full` : ''}" title="${some(2)}">${some(3)}</a>`;
  let at = 0;
  let html = `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${some(6)}</title>
<meta name="description" content="${some(15)}">\n<link rel="stylesheet" href="/style.css">
<script>window.settings = {"a": 1, "page": "${word()}"};</script>\n</head>\n<body class="page">
<header id="top"><nav class="menu"><ul>\n`;
  for (; at < 16; at++) html += `  <li class="menu-item">${anchor(at)}</li>\n`;
  html += '</ul></nav></header>\n<main id="content"><article>\n';
  html += `<h1>${some(7)}</h1>\n`;
  let tail = '</article></main>\n<aside class="related"><ul>\n';
  for (let i = 30; i < LINKS - 6; i++) tail += `  <li>${anchor(i)}</li>\n`;
  tail += '</ul></aside>\n<footer><p>';
  for (let i = LINKS - 6; i < LINKS; i++) tail += `${anchor(i)} | `;
  tail += '&copy; 2024</p></footer>\n</body>\n</html>\n';
  for (let _paragraph = 0; html.length + tail.length < BYTES; _paragraph++) {
    const link = at < 30 ? ` ${anchor(at++)} ` : ' ';
    html += `<p class="text">${some(25)}, ${some(8)} &mdash; ${some(12)}.${link}<strong>${some(2)}</strong> ${some(20)}.</p>\n`;
  }
  while (at < 30) html += `<p>${anchor(at++)}</p>\n`;
  return Buffer.from(html + tail);
}

function vocabulary(size: number): string[] {
  const next = random(7);
  return Array.from({ length: size }, () => {
    const length = 2 + Math.floor(next() * 9);
    return Array.from({ length }, () => 'etaoinshrdlucmfwypvbgk'.charAt(Math.floor(next() ** 1.5 * 22))).join(
      '',
    );
  });
}

function jsonOfSize(bytes: number): unknown {
  const rows: unknown[] = [];
  for (let size = 0; size < bytes; size += 70) {
    rows.push({
      id: rows.length,
      name: words[rows.length % words.length],
      text: 'some more words here',
      ok: true,
    });
  }
  return rows;
}

/** Mulberry32: the same pages every time. */
function random(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

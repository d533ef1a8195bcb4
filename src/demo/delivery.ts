/**
 * From a place to the bytes of its answer, as its site delivers it: format, rewritten links, robots meta tags, damage,
 * charset, content type.
 */
import type { Place, Shape } from './addresses.ts';
import { shapeOf } from './addresses.ts';
import type { Encoding } from './charsets.ts';
import { encode } from './charsets.ts';
import { damage } from './damage.ts';
import type { Draft } from './draft.ts';
import { anchorsOf, plainText } from './draft.ts';
import { dressingOf } from './dressing.ts';
import { toHtml } from './html.ts';
import type { CharsetManner } from './manners.ts';
import { oddDoors } from './oddities/all.ts';
import type { Copy } from './oddities/copies.ts';
import type { Visit } from './oddities/oddity.ts';
import { toPdf } from './pdf.ts';
import { hashText, Random } from './random.ts';
import type { DemoResponse } from './response.ts';
import { respond } from './response.ts';
import { draftOf } from './shapes.ts';

export function deliver(visit: Visit, place: Place, copy?: Copy): DemoResponse {
  const { atlas, site, path } = visit;
  const random = new Random(atlas.seed, 73, site.index, hashText(path));
  const draft = draftOf(atlas, place);
  const shape: Shape = place.kind === 'page' ? shapeOf(atlas, place.page) : 'article';
  if (shape === 'pdf') return pdfAnswer(visit, draft, random);
  if (shape === 'text') return respond(200, 'text/plain; charset=utf-8', textOf(draft));
  const doors = oddDoors({ atlas, site, path, random });
  if (doors.length > 0) draft.side.push({ title: 'Also here', anchors: doors });
  if (copy === 'print') Object.assign(draft, { menu: [], side: [], footer: draft.menu.slice(0, 1) });
  const words = site.manners.faults.has('unindexed') ? wordsToRobots(random) : {};
  const { encoding, header, meta } = CHARSETS[site.manners.charset];
  const dress = dressingOf(visit);
  let html = toHtml({
    draft,
    site,
    ...(dress === undefined ? {} : { dress }),
    ...(meta === undefined ? {} : { charset: meta }),
    ...(words.meta === undefined ? {} : { head: `<meta name="robots" content="${words.meta}">\n` }),
    ...(encoding === 'shift_jis' ? { tail: JAPANESE } : {}),
  });
  if (site.manners.faults.has('damaged')) html = damage(html, random);
  const type = header === undefined ? 'text/html' : `text/html; charset=${header}`;
  const answer = respond(
    200,
    type,
    encode(html, encoding),
    words.header === undefined ? [] : [['x-robots-tag', words.header]],
  );
  if (site.manners.faults.has('wrong-types')) mislabel(answer, random);
  return answer;
}

const CHARSETS: Record<CharsetManner, { encoding: Encoding; header?: string; meta?: string }> = {
  'utf-8': { encoding: 'utf-8', header: 'utf-8' },
  'utf-8-meta': { encoding: 'utf-8', meta: 'utf-8' },
  'utf-8-called-latin1': { encoding: 'utf-8', header: 'iso-8859-1', meta: 'utf-8' },
  latin1: { encoding: 'iso-8859-1', header: 'iso-8859-1' },
  'windows-1252-meta': { encoding: 'windows-1252', meta: 'windows-1252' },
  'utf-16le': { encoding: 'utf-16le', header: 'utf-16' },
  shift_jis: { encoding: 'shift_jis', header: 'Shift_JIS' },
  'shift_jis-meta': { encoding: 'shift_jis', meta: 'shift_jis' },
};

const JAPANESE = '<p class="note">ようこそ。このページの日本語の案内は準備中です。</p>\n';

function pdfAnswer({ site }: Visit, draft: Draft, random: Random): DemoResponse {
  const links = [...anchorsOf(draft)].map(({ to }) => to).slice(-10);
  const body = toPdf({ title: draft.title, lines: plainText(draft), links, deflated: random.chance(0.5) });
  const type = site.manners.faults.has('wrong-types') ? 'application/octet-stream' : 'application/pdf';
  return respond(200, type, body);
}

function textOf(draft: Draft): string {
  const links = [...anchorsOf(draft)].slice(-10).map(({ to, text }) => `${text}: ${to}`);
  return `${plainText(draft).join('\n')}\n\n${links.join('\n')}\n`;
}

function wordsToRobots(random: Random): { meta?: string; header?: string } {
  const roll = random.fraction();
  if (roll < 0.12) return { meta: 'noindex' };
  if (roll < 0.2) return { meta: 'index, nofollow' };
  if (roll < 0.25) return { meta: 'none' };
  if (roll < 0.35) return { header: 'noindex' };
  if (roll < 0.4) return { header: 'noindex, nofollow' };
  return {};
}

function mislabel(answer: DemoResponse, random: Random): void {
  const roll = random.fraction();
  if (roll < 0.12) answer.headers[0] = ['content-type', 'text/plain'];
  else if (roll < 0.2) answer.headers.shift();
  else if (roll < 0.25) answer.headers[0] = ['content-type', 'application/octet-stream'];
}

/** Two finished crawls of a small web, with metadata, two languages and a page that tries to be markup. */
import { join } from 'node:path';
import { crawl } from '../../src/crawl/start.ts';
import { newFolder, prose, type SmallWeb, smallWeb, type Table } from '../crawl/small-web.ts';

export const attack = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const ENGLISH =
  'The barn owl hunts at night over open country and rests by day in barns and old trees. Its hearing is so good that it finds a mouse in the dark.';
const GERMAN =
  'Die Schleiereule jagt bei Nacht über offenem Land und ruht am Tag in Scheunen und alten Bäumen. Ihr Gehör ist so gut, dass sie eine Maus im Dunkeln findet.';

function pages(): Table {
  const links = Array.from({ length: 14 }, (_, n) => `<a href="/owl-${n + 1}">owl ${n + 1}</a>`).join(' ');
  const table: Table = {
    'owls.test/': `<title>All owls</title><h1>Owls</h1><p>${ENGLISH} Owl by owl. ${prose('list', 120)}</p>${links}
      <a href="http://eulen.test/">Eulen</a> <a href="/attack">attack</a> <a href="/parcel">parcel</a>`,
    'owls.test/attack': `<title>Owl ${escaped(attack)}</title><h1>Owl</h1><p>${ENGLISH} ${prose('attack', 120)} ${escaped(attack)} owl [evil](http://evil.test/) # owl</p>`,
    'owls.test/parcel':
      '<title>Parcels</title><p>We send a parcel with an invoice to every customer who asks us.</p>',
    'eulen.test/': `<html lang="de"><title>Schleiereule (owl)</title><meta property="og:site_name" content="Eulen heute">
      <h1>Schleiereule</h1><p>${GERMAN} Owl.</p></html>`,
  };
  for (let n = 1; n <= 14; n++)
    table[`owls.test/owl-${n}`] = `<html lang="en"><title>Barn owl number ${n}</title>
      <meta name="author" content="${n % 2 ? 'Ann Aster' : 'Ben Birch'}">
      <meta property="article:published_time" content="${2020 + (n % 3)}-05-0${1 + (n % 9)}">
      <h1>Barn owl ${n}</h1><h2>Hunting</h2><p>${ENGLISH} Owl ${n}. ${prose(`owl ${n}`, 120)}</p>
      <ul><li>mice</li><li>voles and shrews</li></ul></html>`;
  return table;
}

export interface Shelved {
  folder: string;
  owls: string;
  again: string;
  web: SmallWeb;
}

export async function shelved(): Promise<Shelved> {
  const folder = newFolder();
  const web = await smallWeb(pages(), { threads: 0 });
  const topic = { name: 'owls', title: 'Owls of Europe', keywords: ['owl'], seeds: ['http://owls.test/'] };
  const settings = {
    ...web.settings,
    recipe: 'best-first/page+anchor',
    set: { threshold: 0.05 },
    concurrency: 1,
  };
  const owls = join(folder, 'owls');
  const again = join(folder, 'two', 'owls');
  await crawl({ topic, out: owls, settings }).finished;
  // Without a judge: all that it finds.
  const all = { name: 'all', title: 'Everything', seeds: ['http://eulen.test/'] };
  await crawl({ topic: all, out: again, settings: { ...web.settings, recipe: 'breadth-first' } }).finished;
  return { folder, owls, again, web };
}

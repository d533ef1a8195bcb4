/**
 * How a site rewrites its URLs, and how they are read back: session ids that change with every visit, tracking
 * parameters, redirects, alternative URLs of the same page.
 */
import { splitAddress } from './address.ts';
import type { Place } from './addresses.ts';
import { placeAt } from './addresses.ts';
import type { Atlas } from './atlas.ts';
import type { Visit } from './oddities/oddity.ts';
import { detourTo } from './oddities/redirects.ts';
import { hashText, mix, Random } from './random.ts';

/** The function applied to a page's links, or undefined if the site does not rewrite URLs. */
export function dressingOf(visit: Visit): ((address: string) => string) | undefined {
  const { atlas, site, path, now } = visit;
  const { faults, session } = site.manners;
  const plain =
    session === 'none' && !['redirects', 'copies', 'tracking'].some((fault) => faults.has(fault as 'copies'));
  if (plain) return undefined;
  const random = new Random(atlas.seed, 61, site.index, hashText(path));
  const sessionNumber = sessionOf(atlas.seed, site.index, Math.floor(now), hashText(path));
  const home = `http://${site.host}`;
  return (address) => {
    let dressed = address;
    const own = address.startsWith(`${home}/`);
    const roll = random.fraction();
    const second = (faults.has('redirects') && roll < 0.15) || (faults.has('copies') && own && roll > 0.9);
    const place = second ? placeOf(atlas, address) : undefined;
    if (place?.kind === 'page' && roll < 0.15) dressed = detourTo(atlas, site, place.page, random.next());
    else if (place?.kind === 'home' && roll > 0.9) dressed = `${home}/index.html`;
    else if (place !== undefined && roll > 0.9) dressed = `${home}/mirror${address.slice(home.length)}`;
    if (faults.has('tracking') && random.chance(0.3)) {
      dressed = withParameter(dressed, `utm_source=${site.host}&utm_medium=link`);
    }
    if (!own) return dressed;
    if (session === 'query') return withParameter(dressed, `sid=${sessionNumber}`);
    if (session === 'path') {
      const [path, query] = dressed.split('?');
      return `${path};jsessionid=${sessionNumber}${query === undefined ? '' : `?${query}`}`;
    }
    return dressed;
  };
}

function placeOf(atlas: Atlas, address: string): Place | undefined {
  const { host, path } = splitAddress(address)!;
  const site = atlas.siteOfHost.get(host);
  return site === undefined ? undefined : placeAt(atlas, site, path);
}

/** A path without session ids and tracking parameters. */
export function undress(path: string): string {
  let plain = path;
  if (plain.includes(';jsessionid=')) plain = plain.replace(/;jsessionid=[0-9a-f]*/, '');
  const mark = plain.indexOf('?');
  if (mark < 0 || !/[?&](?:sid|utm_\w+|fbclid|gclid|ref)=/.test(plain)) return plain;
  const kept = plain
    .slice(mark + 1)
    .split('&')
    .filter((parameter) => !/^(?:sid|utm_\w+|fbclid|gclid|ref)=/.test(parameter));
  return kept.length === 0 ? plain.slice(0, mark) : `${plain.slice(0, mark)}?${kept.join('&')}`;
}

/** 32 hexadecimal digits, like a session id. */
function sessionOf(...keys: number[]): string {
  return [1, 2, 3, 4]
    .map((part) =>
      mix(part, ...keys)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('');
}

function withParameter(address: string, parameter: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${parameter}`;
}

/**
 * Links other than anchors: a frameset (`/frames.html`), an image map (`/map.html`), an inline frame (`/window.html`)
 * and a page that refreshes to another (`/moved/<page>`).
 */
import { addressOf } from '../addresses.ts';
import { menuOf } from '../linking.ts';
import { html } from '../response.ts';
import type { Oddity } from './oddity.ts';
import { onSite } from './oddity.ts';

export const frames: Oddity = {
  isOn: (site) => site.manners.faults.has('frames'),

  doors({ site, random }) {
    const [section] = site.sections;
    const [path, text] = random.pick([
      ['/frames.html', 'With frames'],
      ['/map.html', 'Map'],
      ['/window.html', 'Window'],
      [section === undefined ? '/frames.html' : `/moved/${section.first.toString(36)}`, 'New address'],
    ] as const);
    return [{ to: onSite(site, path), text }];
  },

  answer({ atlas, site, path }) {
    const menu = menuOf(atlas, site).map(({ to, text }) => ({ to: to.slice(onSite(site, '').length), text }));
    const last = menu.at(-1)!;
    if (path === '/frames.html') {
      return html(`<html><head><title>${site.title}</title></head><frameset cols="20%,80%">
<frame src="/" name="menu"><frame src="${last.to}" name="main">
<noframes><body><a href="/">Without frames</a></body></noframes></frameset></html>
`);
    }
    if (path === '/map.html') {
      const areas = menu.map(
        ({ to, text }, i) =>
          `<area shape="rect" coords="0,${i * 40},200,${i * 40 + 39}" href="${to}" alt="${text}">`,
      );
      return html(`<!DOCTYPE html><html><head><title>Map of ${site.title}</title></head><body>
<img src="/pictures/small.png" usemap="#m" alt="Map"><map name="m">${areas.join('\n')}</map></body></html>
`);
    }
    if (path === '/window.html') {
      return html(
        `<!DOCTYPE html><html><head><title>Window</title></head><body><h1>Look inside</h1><iframe src="${last.to}" title="${last.text}"></iframe></body></html>\n`,
      );
    }
    const moved = /^\/moved\/([0-9a-z]{1,6})$/.exec(path);
    const page = moved === null ? -1 : Number.parseInt(moved[1]!, 36);
    if (page < 0 || atlas.siteOf[page] !== site.index) return undefined;
    const to = addressOf(atlas, { kind: 'page', site, page });
    return html(
      `<!DOCTYPE html><html><head><title>Moved</title><meta http-equiv="refresh" content="3; url=${to}"></head><body>We have moved.</body></html>\n`,
    );
  },
};

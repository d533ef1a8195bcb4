/**
 * A web whose pages are made by scripts, for tests and for the bench: a router, lists that load more, shadow roots, hash
 * routes, pages that attack the browser, and plain pages beside them. Every page that a reader with a browser can reach
 * is known, so that what a crawl finds can be counted.
 */
import type { IncomingMessage } from 'node:http';
import { prose, type Table } from '../crawl/small-web.ts';

export interface ScriptSiteOptions {
  /** Categories of the shop, and the things of each. */
  categories?: number;
  things?: number;
  /** Lists, and the items of each: ten come with the page. */
  lists?: number;
  items?: number;
  /** Pages of the site of web components. */
  components?: number;
  /** Routes of the site with hash routes. */
  routes?: number;
  /** Sites that need no script, and their pages. */
  plainHosts?: number;
  plainPages?: number;
  /** Requests of the page that floods its own host. */
  flood?: number;
  /** Where nothing may be asked: a server on loopback. */
  forbidden?: string;
}

export interface ScriptSite {
  table: Table;
  /** All pages but those of the site of attacks. */
  pages: string[];
  /** Of them, those that only a browser can reach or read. */
  scripted: string[];
  attacks: string[];
  /** Requests that were no GET. */
  notGet: string[];
}

const TOPIC = 'The comet and its tail: one comet, then another comet. ';

export function scriptSite(options: ScriptSiteOptions = {}): ScriptSite {
  const { categories = 1, things = 2, lists = 2, items = 12, components = 3, routes = 2 } = options;
  const { plainHosts = 0, plainPages = 0, flood = 10_000, forbidden = 'http://127.0.0.1:9' } = options;
  const notGet: string[] = [];
  const table: Table = {};
  const scripted: string[] = [];
  const plain: string[] = [];
  const site = (host: string, answer: (path: string) => string | undefined): void => {
    table[`${host}/*`] = (_n: number, request: IncomingMessage) => {
      if (request.method !== 'GET') notGet.push(`${request.method} ${host}${request.url}`);
      const path = request.url ?? '/';
      const body = answer(path);
      if (body === undefined) return { status: 404, body: 'not here' };
      const type = /^\/api\//.test(path)
        ? 'application/json'
        : /\.js$/.test(path)
          ? 'text/javascript'
          : 'text/html';
      return { body, headers: { 'content-type': `${type}; charset=utf-8` } };
    };
  };

  // A router: the server sends the same shell for every path.
  const shop = shopPages(categories, things);
  site('shop.test', (path) => {
    if (path === '/app.js') return ROUTER;
    if (path.startsWith('/api/')) {
      const asked = decodeURIComponent(path.split('path=')[1] ?? '');
      const links = shop.get(asked);
      return links && JSON.stringify({ title: asked, text: TOPIC + prose(`shop ${asked}`, 120), links });
    }
    return shop.has(path) ? SHELL : undefined;
  });
  for (const path of shop.keys()) scripted.push(`http://shop.test${path}`);

  // Lists: ten items come with the page, the rest on a click or while scrolling.
  site('lists.test', (path) => {
    if (path === '/more.js') return MORE;
    const [, kind, list, rest] = path.split('/');
    if (path === '/') return html('Lists', `${links(range(lists).map((i) => `/list/${i}`))}${say('lists')}`);
    if (kind === 'api') {
      const from = Number(rest);
      return JSON.stringify(
        range(Math.max(0, Math.min(10, items - from))).map((i) => `/item/${list}/${from + i}`),
      );
    }
    if (kind === 'list') {
      const first = links(range(Math.min(10, items)).map((i) => `/item/${list}/${i}`));
      const button =
        Number(list) % 2 === 0 ? '<button id="more">Load more</button>' : '<div style="height:3000px"></div>';
      return html(
        `List ${list}`,
        `${say(path)}<div id="items">${first}</div>${button}<script src="/more.js"></script>`,
      );
    }
    return kind === 'item' && Number(rest) < items
      ? html(path, `${say(path)}<script>document.documentElement.className = 'js';</script>`)
      : undefined;
  });
  plain.push('http://lists.test/', ...range(lists).map((i) => `http://lists.test/list/${i}`));
  for (const list of range(lists))
    for (const i of range(items)) (i < 10 ? plain : scripted).push(`http://lists.test/item/${list}/${i}`);

  // Web components: text and links are in closed shadow roots.
  site('parts.test', (path) => {
    if (path === '/parts.js') return COMPONENT;
    const n = path === '/' ? 0 : Number(/^\/part\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
    if (!(n < components)) return undefined;
    const next = [n * 2 + 1, n * 2 + 2].filter((i) => i < components).map((i) => `/part/${i}`);
    const data = JSON.stringify({ text: TOPIC + prose(path, 120), links: next });
    return html(path, `<p>Parts</p><x-article data='${data}'></x-article><script src="/parts.js"></script>`);
  });
  for (const n of range(components)) scripted.push(`http://parts.test${n === 0 ? '/' : `/part/${n}`}`);

  // Hash routes: one document, and what is behind the # decides.
  site('hash.test', (path) => {
    if (path === '/routes.js') return HASH_ROUTER;
    if (path === '/')
      return html(
        'Routes',
        `<div id="app"></div><script>var ROUTES=${routes};</script><script src="/routes.js"></script>`,
      );
    return undefined;
  });
  scripted.push('http://hash.test/', ...range(routes).map((i) => `http://hash.test/#/route/${i}`));

  for (const host of range(plainHosts)) {
    const name = `plain-${host}.test`;
    site(name, (path) => {
      const n = path === '/' ? 0 : Number(/^\/page\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
      if (path === '/menu.js') return 'document.documentElement.className = "js";';
      if (!(n < plainPages)) return undefined;
      const next = [n * 3 + 1, n * 3 + 2, n * 3 + 3].filter((i) => i < plainPages).map((i) => `/page/${i}`);
      return html(path, `${say(name + path)}${links(next)}<script src="/menu.js"></script>`);
    });
    for (const n of range(plainPages)) plain.push(`http://${name}${n === 0 ? '/' : `/page/${n}`}`);
  }

  const attack = attacks(forbidden, flood);
  site('found.test', (path) => html(path, say(`found ${path}`)));
  site('odd.test', (path) => {
    if (path === '/all') return html('All at once', say(path) + Object.values(gentle(attack)).join(''));
    if (path === '/') return html('Odd', `${say('odd')}${links(Object.keys(attack))}`);
    if (path.startsWith('/x?')) return html(path, say(path));
    return attack[path] === undefined ? undefined : html(path, `${say(path)}${attack[path]}`);
  });
  const hosts = [
    'shop.test',
    'lists.test',
    'parts.test',
    'hash.test',
    ...range(plainHosts).map((i) => `plain-${i}.test`),
  ];
  table['start.test/'] = html('Start', `${say('start')}${links(hosts.map((host) => `http://${host}/`))}`);
  return {
    table,
    pages: ['http://start.test/', ...plain, ...scripted],
    scripted,
    attacks: Object.keys(attack).map((path) => `http://odd.test${path}`),
    notGet,
  };
}

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const say = (name: string): string => `<p>${TOPIC}${prose(name, 120)}</p>`;
const links = (paths: string[]): string =>
  paths.map((path) => `<a href="${path}">comet ${path}</a>`).join(' ');
const html = (title: string, body: string): string =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;

function shopPages(categories: number, things: number): Map<string, string[]> {
  const pages = new Map<string, string[]>([['/', range(categories).map((i) => `/c/${i}`)]]);
  for (const c of range(categories)) {
    pages.set(
      `/c/${c}`,
      range(things).map((i) => `/c/${c}/thing-${i}`),
    );
    for (const i of range(things)) pages.set(`/c/${c}/thing-${i}`, ['/']);
  }
  return pages;
}

const SHELL = html(
  'Shop',
  '<noscript>Please enable JavaScript.</noscript><div id="root"></div><script src="/app.js"></script>',
);

const ROUTER = `
fetch('/api/page?path=' + encodeURIComponent(location.pathname)).then((answer) => answer.json()).then((page) => {
  document.title = page.title;
  const text = document.createElement('p');
  text.textContent = page.text;
  const root = document.getElementById('root');
  root.append(text);
  for (const path of page.links) {
    const link = document.createElement('a');
    link.href = path;
    link.textContent = 'comet ' + path;
    root.append(link, ' ');
  }
});`;

const MORE = `
const list = location.pathname.split('/')[2];
const items = document.getElementById('items');
const button = document.getElementById('more');
let isAsked = false;
async function more() {
  if (isAsked) return;
  isAsked = true;
  const paths = await (await fetch('/api/' + list + '/' + items.children.length)).json();
  for (const path of paths) {
    const link = document.createElement('a');
    link.href = path;
    link.textContent = 'comet ' + path;
    items.append(link);
  }
  if (paths.length === 0 && button) button.remove();
  isAsked = false;
}
if (button) button.addEventListener('click', more);
else addEventListener('scroll', more);`;

const COMPONENT = `
customElements.define('x-article', class extends HTMLElement {
  connectedCallback() {
    const { text, links } = JSON.parse(this.getAttribute('data'));
    const root = this.attachShadow({ mode: 'closed' });
    root.innerHTML = '<p>' + text + '</p>' + links.map((path) => '<a href="' + path + '">comet ' + path + '</a>').join(' ');
    this.removeAttribute('data');
  }
});`;

const HASH_ROUTER = `
function show() {
  const app = document.getElementById('app');
  const route = location.hash;
  const n = Number(route.split('/')[2]);
  const words = Array.from({ length: 80 }, (_, i) => 'r' + ((n + 2) * 7919 * (i + 1) % 99991).toString(36)).join(' ');
  app.innerHTML = route === ''
    ? '<p>All routes</p>' + Array.from({ length: ROUTES }, (_, i) => '<a href="#/route/' + i + '">comet ' + i + '</a>').join(' ')
    : '<p>The comet and its tail: one comet, another comet. ' + words + '</p>';
}
addEventListener('hashchange', show);
show();`;

/** Those that can be on one page. */
const gentle = (attack: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    ['/console', '/inside', '/dialogs', '/handlers', '/worker', '/post'].map((path) => [path, attack[path]!]),
  );

/** Each does its worst; `found.test` is where a link made by a script leads. */
function attacks(forbidden: string, flood: number): Record<string, string> {
  const script = (source: string): string => `<script>${source}</script>`;
  const { host } = new URL(forbidden);
  return {
    '/console': script('console.log("nothing else")'),
    '/restless': script(
      'document.body.insertAdjacentHTML("beforeend", "<a href=http://found.test/restless>comet</a><i id=t></i>"); setInterval(() => { t.append(document.createElement("b")) }, 20)',
    ),
    '/loop': script('setTimeout(() => { for (;;); }, 50)'),
    '/huge': script(
      'for (let i = 0; i < 300000; i++) document.body.append(document.createElement("p"), "word " + i)',
    ),
    '/flood': script(`for (let i = 0; i < ${flood}; i++) fetch("/x?" + i).catch(() => {})`),
    '/inside': [
      `<link rel="preconnect" href="${forbidden}"><link rel="dns-prefetch" href="${forbidden}">`,
      `<link rel="prefetch" href="${forbidden}/prefetch"><img src="${forbidden}/image"><iframe src="${forbidden}/frame"></iframe>`,
      `<script src="${forbidden}/script"></script><link rel="stylesheet" href="${forbidden}/style">`,
      script(`
        for (const at of ['${forbidden}', 'http://localhost:${host.split(':')[1]}', 'http://[::1]:${host.split(':')[1]}', 'http://169.254.169.254'])
          fetch(at + '/fetch', { mode: 'no-cors' }).catch(() => {});
        try { new WebSocket('ws://${host}/socket') } catch {}
        try { new EventSource('${forbidden}/events') } catch {}
        try { const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${host}' }] }); peer.createDataChannel('x'); peer.createOffer().then((o) => peer.setLocalDescription(o)) } catch {}
        navigator.sendBeacon('${forbidden}/beacon', 'x');
        new Worker(URL.createObjectURL(new Blob(['fetch("${forbidden}/worker", { mode: "no-cors" })'])));
        document.body.insertAdjacentHTML('beforeend', '<a href=http://found.test/inside>comet</a>');`),
    ].join(''),
    '/dialogs': script(`
      addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay' });
      alert(1); confirm(2); prompt(3);
      for (let i = 0; i < 20; i++) window.open('/x?popup' + i);
      const link = document.createElement('a'); link.href = '/x?download'; link.download = 'x'; document.body.append(link); link.click();
      document.body.insertAdjacentHTML('beforeend', '<a href=http://found.test/dialogs>comet</a>');`),
    '/post': `<form id="f" method="post" action="/x?posted"><input name="a" value="b"></form>${script(`
      fetch('/x?fetched', { method: 'POST', body: 'b' }).catch(() => {});
      navigator.sendBeacon('/x?beacon', 'b');
      document.body.insertAdjacentHTML('beforeend', '<a href=http://found.test/post>comet</a>');
      f.submit();`)}`,
    '/moves': script('location.href = "http://found.test/moves"'),
    '/handlers': `<div onclick="location.href='http://found.test/onclick'">comet</div><span data-href="http://found.test/data">comet</span>${script('history.pushState({}, "", "/x?pushed")')}`,
    '/endless': script(`
      const more = () => { for (let i = 0; i < 20; i++) { const p = document.createElement('p'); p.textContent = 'endless ' + document.body.children.length; document.body.append(p) } };
      more(); more(); addEventListener('scroll', more)`),
    '/memory': script('setTimeout(() => { const all = []; for (;;) all.push(new Array(1e6).fill({})) }, 50)'),
    '/worker': script(
      'navigator.serviceWorker && navigator.serviceWorker.register("/x?worker").catch(() => {}); document.body.insertAdjacentHTML("beforeend", "<a href=http://found.test/worker>comet</a>")',
    ),
  };
}

/**
 * What runs inside a page, in a world of its own that the page's scripts cannot see or change. Each function is sent as
 * its source text, so it uses nothing from outside itself; the few parts of the DOM that they use are declared here.
 */
interface El {
  nodeType: number;
  nodeValue: string | null;
  localName: string;
  childNodes: ArrayLike<El>;
  shadowRoot: El | null;
  attributes: ArrayLike<{ name: string; value: string }>;
  textContent: string | null;
  href?: unknown;
  type?: string;
  disabled?: boolean;
  getAttribute(name: string): string | null;
  closest(selector: string): El | null;
  checkVisibility?(): boolean;
  click(): void;
}
declare const document: {
  readyState: string;
  baseURI: string;
  documentElement: (El & { scrollHeight: number }) | null;
  body: (El & { scrollHeight: number }) | null;
  links: ArrayLike<El>;
  getElementsByTagName(name: string): ArrayLike<El>;
  querySelectorAll(selector: string): ArrayLike<El>;
};
declare const window: { scrollTo(x: number, y: number): void };

export interface PageState {
  ready: string;
  /** Elements, links and height: what changes while a page is built. */
  size: string;
}

export function stateOf(): PageState {
  const elements = document.getElementsByTagName('*').length;
  const height = document.documentElement?.scrollHeight ?? 0;
  return { ready: document.readyState, size: `${elements} ${document.links.length} ${height}` };
}

/** Scrolls to the end and presses what asks for more; returns whether there was anything to press. */
export function askForMore(): boolean {
  window.scrollTo(0, document.documentElement?.scrollHeight ?? 0);
  const words =
    /^\W*(?:(?:load|show|view|see|display|fetch|read)\s+(?:\w+\s+){0,2}more|more(?:\s+\w+){0,2}|(?:mehr|weitere)(?:\s+\w+){0,2}|(?:charger|voir|afficher)\s+plus|(?:cargar|ver|mostrar)\s+m[aá]s|(?:carica|mostra)\s+altr\w+|показать\s+ещ[её])\W*$/i;
  const buttons = document.querySelectorAll(
    'button, [role=button], a:not([href]), a[href="#"], a[href^="javascript:"]',
  );
  for (let i = 0; i < buttons.length && i < 2000; i++) {
    const button = buttons[i]!;
    const text = (button.textContent ?? '').trim();
    if (text.length === 0 || text.length > 40 || !words.test(text)) continue;
    if (button.disabled === true || button.checkVisibility?.() === false) continue;
    // Nothing is ever submitted.
    if (button.closest('form') !== null && button.type === 'submit') continue;
    button.click();
    return true;
  }
  return false;
}

/** The targets of all links, also inside shadow roots: a list may drop the first items when later ones come. */
export function linksOf(most: number): [href: string, text: string][] {
  const found: [string, string][] = [];
  const roots: { querySelectorAll(selector: string): ArrayLike<El> }[] = [document];
  for (let at = 0; at < roots.length && found.length < most; at++) {
    const all = roots[at]!.querySelectorAll('*');
    for (let i = 0; i < all.length && found.length < most; i++) {
      const element = all[i]!;
      if (element.shadowRoot !== null) roots.push(element.shadowRoot as never);
      if (element.localName === 'a' && typeof element.href === 'string' && element.href !== '')
        found.push([element.href, (element.textContent ?? '').trim().slice(0, 200)]);
    }
  }
  return found;
}

/**
 * The page as HTML: what is in shadow roots in its place, URLs of links absolute, without scripts and styles. At the end
 * the links that are no elements: those given, and what handlers and routers lead to. Cut at a number of characters.
 */
export function htmlOf(
  most: number,
  given: [href: string, text: string][],
): { html: string; isCut: boolean } {
  const voids = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
  const raw = /^(?:script|style|noscript|template)$/;
  const parts: string[] = ['<!doctype html>'];
  const further = [...given];
  const shown = new Set<string>();
  let length = 0;
  let isCut = false;
  const escaped = (text: string): string =>
    text.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));
  const quoted = (text: string): string => escaped(text).replace(/"/g, '&quot;');
  const put = (text: string): void => {
    length += text.length;
    if (length > most) isCut = true;
    else parts.push(text);
  };
  const absolute = (href: string): string => {
    try {
      return new URL(href, document.baseURI).href;
    } catch {
      return href;
    }
  };
  const noteHandler = (element: El): void => {
    const text = (element.textContent ?? '').trim().slice(0, 200);
    for (const name of ['data-href', 'data-url', 'data-link', 'routerlink', 'to']) {
      const value = element.getAttribute(name);
      if (value !== null && /^(?:https?:\/\/|\/|\.{1,2}\/|#!?\/)\S*$/.test(value))
        further.push([absolute(value), text]);
    }
    const onclick = element.getAttribute('onclick');
    const called =
      onclick &&
      /(?:location|open|navigate|push|href|assign|go)[^'"]*['"]([^'"\s]{1,2000})['"]/.exec(onclick);
    if (called) further.push([absolute(called[1]!), text]);
  };
  // A loop and not a recursion: a page may be nested as deep as it likes. A string is an end tag.
  const open: (El | string)[] = document.documentElement === null ? [] : [document.documentElement];
  while (open.length > 0) {
    const node = open.pop()!;
    if (typeof node === 'string') {
      if (node === '</body>') {
        const links = further
          .filter(([href]) => !shown.has(href))
          .slice(0, 5000)
          .map(([href, text]) => `<a href="${quoted(href)}">${escaped(text)}</a>`);
        if (links.length > 0) parts.push(`<nav hidden>${links.join(' ')}</nav>`);
      }
      // In any case, so that a cut page is still well formed.
      parts.push(node);
      continue;
    }
    if (isCut) continue;
    if (node.nodeType === 3) {
      put(escaped(node.nodeValue ?? ''));
      continue;
    }
    if (node.nodeType !== 1 && node.nodeType !== 11) continue;
    if (node.nodeType === 1) {
      const name = node.localName;
      const isData = name === 'script' && /json/.test(node.getAttribute('type') ?? '');
      if (raw.test(name) && !isData) continue;
      let tag = `<${name}`;
      for (let i = 0; i < node.attributes.length; i++) {
        const { name: key, value } = node.attributes[i]!;
        if (/^on|^style$|^srcset$/.test(key) && !(key === 'style' && /none|hidden/.test(value))) continue;
        if (!/^[^\s"'<>/=]+$/.test(key)) continue;
        const isUrl = (key === 'href' || key === 'src' || key === 'action') && value !== '';
        const written = isUrl ? absolute(value) : value;
        if (isUrl && name === 'a') shown.add(written);
        tag += ` ${key}="${quoted(written.slice(0, 20_000))}"`;
      }
      put(`${tag}>`);
      if (name !== 'a') noteHandler(node);
      if (voids.test(name)) continue;
      if (isData) {
        put((node.textContent ?? '').replace(/<\/script/gi, '<\\/script'));
        parts.push(`</${name}>`);
        continue;
      }
      open.push(`</${name}>`);
    }
    for (let i = node.childNodes.length - 1; i >= 0; i--) open.push(node.childNodes[i]!);
    if (node.nodeType === 1 && node.shadowRoot !== null) open.push(node.shadowRoot);
  }
  return { html: parts.join(''), isCut };
}

/** In the page's own world, before its scripts: closed shadow roots are open, and there is no way around the proxy. */
export function prepare(): void {
  const world = globalThis as unknown as Record<string, unknown> & {
    Element: { prototype: { attachShadow(options: object): unknown } };
  };
  const { attachShadow } = world.Element.prototype;
  world.Element.prototype.attachShadow = function attach(options: object) {
    return attachShadow.call(this, { ...options, mode: 'open' });
  };
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) delete world[name];
}

/**
 * Generated sites of the kinds that a crawl of the open Web meets every day, with what is true of each answer: whose
 * text it has, or that it has none of its own. Every site is finite but for its calendar and its filters.
 */

/** What a request got, in truth. */
export type Truth =
  /** The text of this id. Under whatever URL it came first it is new, later it is a copy. */
  | { content: string }
  /** Links and beginnings of texts that stand elsewhere. */
  | 'listing'
  /** Forms, errors, logins, consents, and whatever has no text at all. */
  | 'noise';

export interface SiteAnswer {
  truth: Truth;
  status?: number;
  location?: string;
  type?: string;
  body?: string;
}

export interface Site {
  name: string;
  /** The first is where the crawl begins. */
  hosts: readonly string[];
  /** How many texts it has. */
  contents: number;
  answer(url: URL): SiteAnswer;
}

const SUBJECT = ['owl', 'barn owl', 'pellet', 'roost', 'nocturnal', 'owlet'];
const SYLLABLES = 'ba co di fe gu hal ken lom mar nis or pel qui ros sta tem ul vor win yor'.split(' ');

function random(seed: string): () => number {
  let state = 2166136261;
  for (const char of seed) state = Math.imul(state ^ char.charCodeAt(0), 16777619);
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}

const WORDS = Array.from({ length: 3000 }, (_, n) => {
  const next = random(`word ${n}`);
  return Array.from({ length: 2 + (n % 3) }, () => SYLLABLES[Math.floor(next() * SYLLABLES.length)]).join('');
});

/** Every third text is about owls. */
const isSubject = (id: string): boolean => random(`subject ${id}`)() < 0.35;

function sentences(id: string, count: number): string {
  const next = random(id);
  const about = isSubject(id);
  const sentence = (): string => {
    const words = Array.from({ length: 9 + Math.floor(next() * 8) }, () =>
      about && next() < 0.08
        ? SUBJECT[Math.floor(next() * SUBJECT.length)]!
        : WORDS[Math.floor(next() * next() * WORDS.length)]!,
    );
    return `${words.join(' ')}.`;
  };
  return Array.from({ length: count }, sentence).join(' ');
}

const title = (id: string): string =>
  `${isSubject(id) ? `${SUBJECT[id.length % SUBJECT.length]} ` : ''}${sentences(`title ${id}`, 1).split(' ').slice(0, 4).join(' ')}`;
const slug = (id: string): string => title(id).replace(/\W+/g, '-');
const paragraphs = (id: string, count: number): string =>
  Array.from({ length: count }, (_, n) => `<p>${sentences(n === 0 ? id : `${id} ${n}`, 4)}</p>`).join('\n');
const a = (href: string, text: string): string => `<a href="${href.replaceAll('&', '&amp;')}">${text}</a>`;
const list = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

function html(heading: string, main: string, around = '', head = ''): string {
  return `<!doctype html><html lang="en"><head><title>${heading}</title>${head}</head><body>
<header><nav>${around}</nav></header><main><h1>${heading}</h1>${main}</main><footer><p>All rights reserved.</p></footer></body></html>`;
}

const content = (id: string, body: string): SiteAnswer => ({ truth: { content: id }, body });
const listing = (body: string): SiteAnswer => ({ truth: 'listing', body });
const noise = (body: string): SiteAnswer => ({ truth: 'noise', body });
const moved = (location: string): SiteAnswer => ({ truth: 'noise', status: 302, location });
const missing = (): SiteAnswer => ({ truth: 'noise', status: 404, body: html('Not found', '') });
const numberOf = (url: URL, name: string): number => Number(url.searchParams.get(name) ?? 0);

/** A blog: print copies, ?replytocom, ?share, tags, categories, dates, feeds, pages of lists. */
export function blog(host = 'blog.test', posts = 250): Site {
  const ids = range(posts).map((n) => `${host} post ${n}`);
  const dateOf = (n: number): string =>
    `20${15 + Math.floor(n / 60)}/${String(1 + (Math.floor(n / 5) % 12)).padStart(2, '0')}`;
  const pathOf = (n: number): string => `/${dateOf(n)}/${slug(ids[n]!)}/`;
  const byPath = new Map(ids.map((_, n) => [pathOf(n), n]));
  const tagsOf = (n: number): number[] => [n % 30, (n * 7 + 3) % 30];
  const months = [...new Set(ids.map((_, n) => dateOf(n)))];
  const around = [
    a('/', 'Home'),
    ...range(6).map((n) => a(`/category/topic-${n}/`, `Topic ${n}`)),
    ...months.slice(-8).map((month) => a(`/${month}/`, month)),
    a('/feed/', 'Feed'),
    a('/about/', 'About'),
  ].join(' ');
  const archive = (name: string, path: string, all: number[], page: number): SiteAnswer => {
    const shown = all.slice((page - 1) * 10, page * 10);
    if (shown.length === 0) return missing();
    const items = shown.map(
      (n) => `<article><h2>${a(pathOf(n), title(ids[n]!))}</h2><p>${sentences(ids[n]!, 1)}</p></article>`,
    );
    const older = all.length > page * 10 ? a(`${path}page/${page + 1}/`, 'Older posts') : '';
    return listing(html(`${name}${page > 1 ? ` – page ${page}` : ''}`, items.join('') + older, around));
  };
  const sets: [RegExp, (found: string) => number[]][] = [
    [/^\/tag\/tag-(\d+)\/$/, (tag) => range(posts).filter((n) => tagsOf(n).includes(Number(tag)))],
    [/^\/category\/topic-(\d+)\/$/, (topic) => range(posts).filter((n) => n % 6 === Number(topic))],
    [/^\/(20\d\d\/\d\d)\/$/, (month) => range(posts).filter((n) => dateOf(n) === month)],
    [/^\/author\/writer-(\d+)\/$/, (writer) => range(posts).filter((n) => n % 4 === Number(writer))],
    [/^\/$/, () => range(posts)],
  ];
  return {
    name: 'blog',
    hosts: [host],
    contents: posts + 1,
    answer(url) {
      const page = /page\/(\d+)\/$/.exec(url.pathname);
      const path = page === null ? url.pathname : url.pathname.slice(0, page.index);
      const n = byPath.get(path);
      if (path === '/about/')
        return content(`${host} about`, html('About', paragraphs(`${host} about`, 3), around));
      if (path.endsWith('/feed/')) {
        const items = range(10).map(
          (one) => `<item><title>${title(ids[one]!)}</title><link>http://${host}${pathOf(one)}</link></item>`,
        );
        return {
          truth: 'noise',
          type: 'application/rss+xml',
          body: `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title>${n === undefined ? items.join('') : ''}</channel></rss>`,
        };
      }
      if (n === undefined) {
        for (const [shape, members] of sets) {
          const found = shape.exec(path);
          if (found !== null)
            return archive(`Archive ${path}`, path, members(found[1] ?? ''), Number(page?.[1] ?? 1));
        }
        return missing();
      }
      const id = ids[n]!;
      const text = paragraphs(id, 4);
      if (url.searchParams.has('print'))
        return content(
          id,
          `<!doctype html><title>${title(id)} – print</title><h1>${title(id)}</h1><p>From ${host}</p>${text}`,
        );
      const share = ['facebook', 'twitter', 'email'].map((to) => a(`?share=${to}`, `Share on ${to}`));
      const comments = range(n % 6).map(
        (one) =>
          `<li id="comment-${n * 10 + one}"><p>${sentences(`${id} comment ${one}`, 1)}</p>${a(`?replytocom=${n * 10 + one}`, 'Reply')}</li>`,
      );
      const links = [
        ...tagsOf(n).map((tag) => a(`/tag/tag-${tag}/`, `tag ${tag}`)),
        a(`/category/topic-${n % 6}/`, `Topic ${n % 6}`),
        a(`/author/writer-${n % 4}/`, `Writer ${n % 4}`),
        ...(n > 0 ? [a(pathOf(n - 1), title(ids[n - 1]!))] : []),
        ...(n + 1 < posts ? [a(pathOf(n + 1), title(ids[n + 1]!))] : []),
        a('?print=1', 'Print this page'),
        a('feed/', 'Comments feed'),
      ];
      return content(
        id,
        html(
          title(id),
          `<article>${text}</article>${list(share)}${list(links)}<section id="comments" class="comments"><ol>${comments.join('')}</ol><form>Leave a reply</form></section>`,
          around,
        ),
      );
    },
  };
}

/** A forum: topics of several pages, posts by id, sort orders, forms, members; with session ids under a name of its own. */
export function forum(host = 'forum.test', topics = 160, { sessions = false } = {}): Site {
  const perPage = 5;
  const postsOf = (t: number): number => 1 + ((t * 13) % 14);
  const pagesOf = (t: number): number => Math.ceil(postsOf(t) / perPage);
  const firstPost: number[] = [];
  let posts = 0;
  for (const t of range(topics)) {
    firstPost.push(posts);
    posts += postsOf(t);
  }
  const topicOfPost = (p: number): number => firstPost.findLastIndex((first) => first <= p);
  let visitor = 0;
  return {
    name: sessions ? 'sessions' : 'forum',
    hosts: [host],
    contents: range(topics).reduce((sum, t) => sum + pagesOf(t), 0),
    answer(url) {
      visitor += 1;
      const session = `v${visitor % 9}x${(visitor * 7919) % 997}`;
      const link = (path: string, text: string): string =>
        a(sessions ? `${path}${path.includes('?') ? '&' : '?'}visit=${session}` : path, text);
      const around = [
        link('/index.php', 'Board index'),
        link('/memberlist.php', 'Members'),
        link('/search.php', 'Search'),
        link('/search.php?search_id=unanswered', 'Unanswered'),
        link('/ucp.php?mode=login', 'Login'),
        link('/ucp.php?mode=register', 'Register'),
        link('/faq.php', 'FAQ'),
      ].join(' ');
      const form = (name: string): SiteAnswer =>
        noise(
          html(
            name,
            `<form method="post"><input name="user"><input name="password"></form><p>You must be logged in to do this. Please enter your name and your password to go on.</p>`,
            around,
          ),
        );
      const topicLinks = (t: number): string[] => [
        link(`/viewtopic.php?f=${t % 8}&t=${t}`, title(`${host} topic ${t}`)),
        link(`/viewtopic.php?f=${t % 8}&p=${firstPost[t]! + postsOf(t) - 1}`, 'Latest post'),
        link(`/memberlist.php?mode=viewprofile&u=${t % 40}`, `Member ${t % 40}`),
      ];
      switch (url.pathname) {
        case '/':
        case '/index.php':
          return listing(
            html(
              'Board index',
              list(range(8).map((f) => link(`/viewforum.php?f=${f}`, `Forum ${f}`))),
              around,
            ),
          );
        case '/viewforum.php': {
          const f = numberOf(url, 'f');
          const start = numberOf(url, 'start');
          const all = range(topics).filter((t) => t % 8 === f);
          if (url.searchParams.get('sd') === 'a') all.reverse();
          if (start >= all.length) return missing();
          const next =
            all.length > start + 10 ? link(`/viewforum.php?f=${f}&start=${start + 10}`, 'Next') : '';
          const sorts = ['a', 't', 's', 'v'].flatMap((sk) =>
            ['a', 'd'].map((sd) => link(`/viewforum.php?f=${f}&sk=${sk}&sd=${sd}&st=0`, `Sort ${sk}${sd}`)),
          );
          return listing(
            html(
              `Forum ${f}`,
              list(all.slice(start, start + 10).flatMap(topicLinks)) +
                next +
                list(sorts) +
                link(`/posting.php?mode=post&f=${f}`, 'New topic') +
                link(`/viewforum.php?f=${f}&mark=topics`, 'Mark topics read'),
              around,
            ),
          );
        }
        case '/viewtopic.php': {
          const p = url.searchParams.has('p') ? numberOf(url, 'p') : undefined;
          let t = p === undefined ? numberOf(url, 't') : topicOfPost(p);
          const view = url.searchParams.get('view');
          if (view === 'next') t += 8;
          if (view === 'previous') t -= 8;
          if (t < 0 || t >= topics) return missing();
          const page =
            p === undefined
              ? Math.floor(numberOf(url, 'start') / perPage)
              : Math.floor((p - firstPost[t]!) / perPage);
          if (page >= pagesOf(t)) return missing();
          const shown = range(postsOf(t)).slice(page * perPage, (page + 1) * perPage);
          if (url.searchParams.get('sd') === 'd') shown.reverse();
          const id = `${host} topic ${t} page ${page}`;
          const isPrint = view === 'print';
          const bodies = shown.map((n) => {
            const post = firstPost[t]! + n;
            const text = `<div class="content"><p>${sentences(`${host} topic ${t} post ${n}`, 4)}</p></div>`;
            if (isPrint) return text;
            return `<div class="post">${text}${list([link(`/viewtopic.php?p=${post}`, `#${post}`), link(`/posting.php?mode=quote&f=${t % 8}&p=${post}`, 'Quote'), link(`/memberlist.php?mode=viewprofile&u=${(post * 3) % 40}`, `Member ${(post * 3) % 40}`)])}</div>`;
          });
          if (isPrint) return content(id, `<!doctype html><title>Print view</title>${bodies.join('')}`);
          const base = `/viewtopic.php?f=${t % 8}&t=${t}`;
          const links = [
            ...range(pagesOf(t)).map((n) =>
              link(n === 0 ? base : `${base}&start=${n * perPage}`, `Page ${n + 1}`),
            ),
            link(`${base}&view=print`, 'Print view'),
            link(`${base}&view=next`, 'Next topic'),
            link(`${base}&view=previous`, 'Previous topic'),
            link(`${base}&sk=t&sd=d`, 'Newest first'),
            link(`/posting.php?mode=reply&f=${t % 8}&t=${t}`, 'Reply'),
            link(`/viewforum.php?f=${t % 8}`, `Forum ${t % 8}`),
          ];
          return content(id, html(title(`${host} topic ${t}`), bodies.join('') + list(links), around));
        }
        case '/memberlist.php':
          if (url.searchParams.get('mode') === 'viewprofile') return form('Profile');
          return noise(
            html(
              'Members',
              list([
                ...range(40).map((u) => link(`/memberlist.php?mode=viewprofile&u=${u}`, `Member ${u}`)),
                ...['a', 'b', 'c', 'd'].map((sk) => link(`/memberlist.php?sk=${sk}`, `Sort by ${sk}`)),
              ]),
              around,
            ),
          );
        case '/posting.php':
          return moved(`/ucp.php?mode=login&redirect=${encodeURIComponent(url.search)}`);
        case '/ucp.php':
        case '/search.php':
        case '/faq.php':
          return form(url.pathname.slice(1));
        default:
          return missing();
      }
    },
  };
}

/** A shop: products under several paths, filters and orders that multiply, carts and wish lists that want a login. */
export function shop(host = 'shop.test', products = 220): Site {
  const kinds = 10;
  const colours = ['red', 'blue', 'green', 'black'];
  const sizes = ['s', 'm', 'l'];
  const name = (n: number): string => slug(`${host} product ${n}`);
  const around = [
    a('/', 'Shop'),
    ...range(kinds).map((kind) => a(`/c/${kind}/`, `Kind ${kind}`)),
    a('/cart', 'Cart'),
    a('/account', 'Account'),
  ].join(' ');
  return {
    name: 'shop',
    hosts: [host],
    contents: products,
    answer(url) {
      const [first, second, third] = url.pathname.split('/').slice(1);
      if (url.pathname === '/')
        return listing(
          html('Shop', list(range(kinds).map((kind) => a(`/c/${kind}/`, `Kind ${kind}`))), around),
        );
      const product = /^\d+/.exec((first === 'p' ? second : third) ?? '');
      if (product !== null) {
        const n = Number(product[0]);
        if (n >= products) return missing();
        const id = `${host} product ${n}`;
        const path = `/p/${n}-${name(n)}`;
        const links = [
          ...colours.map((colour) => a(`${path}?colour=${colour}`, colour)),
          a(`${path}/reviews`, 'Reviews'),
          a(`/cart?add=${n}`, 'Add to cart'),
          a(`/account/wishlist?add=${n}`, 'Wish list'),
          a(`/compare?ids=${n}`, 'Compare'),
          a(`mailto:?subject=${n}`, 'Mail'),
          a(`/c/${n % kinds}/`, `Kind ${n % kinds}`),
          ...range(4).map((near) =>
            a(
              `/p/${(n + near * kinds + kinds) % products}-${name((n + near * kinds + kinds) % products)}?ref=related`,
              title(`${host} product ${(n + near * kinds + kinds) % products}`),
            ),
          ),
        ];
        return content(id, html(title(id), `<article>${paragraphs(id, 3)}</article>${list(links)}`, around));
      }
      if (first === 'c' && second !== undefined) {
        const kind = Number(second);
        const colour = colours.indexOf(url.searchParams.get('colour') ?? '');
        const size = sizes.indexOf(url.searchParams.get('size') ?? '');
        const sort = url.searchParams.get('sort') ?? '';
        const all = range(products).filter(
          (n) => n % kinds === kind && (colour < 0 || n % 4 === colour) && (size < 0 || n % 3 === size),
        );
        if (sort === 'name') all.sort((x, y) => (name(x) < name(y) ? -1 : 1));
        if (sort === 'price') all.sort((x, y) => ((x * 37) % 101) - ((y * 37) % 101));
        const page = numberOf(url, 'page') || 1;
        const shown = all.slice((page - 1) * 8, page * 8);
        const query = (changes: Record<string, string>): string => {
          const params = new URLSearchParams(url.searchParams);
          params.delete('page');
          for (const [key, value] of Object.entries(changes)) params.set(key, value);
          return `/c/${kind}/?${params}`;
        };
        const items = shown.map(
          (n) =>
            `<div>${a(`/c/${kind}/${n}-${name(n)}`, title(`${host} product ${n}`))} ${a(`/cart?add=${n}`, 'Add')}</div>`,
        );
        const filters = [
          ...colours.map((one) => a(query({ colour: one }), one)),
          ...sizes.map((one) => a(query({ size: one }), one)),
          ...['name', 'price', 'new'].map((one) => a(query({ sort: one }), `by ${one}`)),
          ...['grid', 'list'].map((one) => a(query({ view: one }), one)),
        ];
        const next = all.length > page * 8 ? a(query({ page: String(page + 1) }), 'Next') : '';
        return listing(
          html(
            `Kind ${kind}`,
            items.join('') +
              (shown.length === 0
                ? '<p>Nothing was found with these filters. Please choose fewer of them.</p>'
                : '') +
              next +
              list(filters),
            around,
          ),
        );
      }
      if (first === 'p') return missing();
      if (first === 'cart' || first === 'account')
        return moved(`/login?next=${encodeURIComponent(url.pathname + url.search)}`);
      if (first === 'login')
        return noise(
          html(
            'Login',
            '<form method="post"></form><p>Please log in with your name and password, or open an account first.</p>',
            around,
          ),
        );
      if (first === 'compare')
        return noise(html('Compare', '<p>Choose at least two products to compare them here.</p>', around));
      return missing();
    },
  };
}

/** A wiki: old versions, edit forms, histories, printable versions, special pages, discussions. */
export function wiki(host = 'wiki.test', articles = 220): Site {
  const ids = range(articles).map((n) => `${host} article ${n}`);
  const nameOf = (n: number): string => slug(ids[n]!).replaceAll('-', '_');
  const byName = new Map(ids.map((_, n) => [nameOf(n), n]));
  return {
    name: 'wiki',
    hosts: [host],
    contents: articles,
    answer(url) {
      const around = [
        a('/wiki/Special:RecentChanges', 'Recent changes'),
        a('/wiki/Special:Random', 'Random'),
        a('/wiki/Special:AllPages', 'All pages'),
      ].join(' ');
      const name =
        url.pathname === '/index.php'
          ? (url.searchParams.get('title') ?? '')
          : url.pathname.slice('/wiki/'.length);
      if (url.pathname === '/') return moved(`/wiki/${nameOf(0)}`);
      if (name.startsWith('Special:Random')) return moved(`/wiki/${nameOf(7)}`);
      if (name.startsWith('Special:')) {
        const of = byName.get(name.split('/')[1] ?? '') ?? 0;
        const items = range(20).map((n) => (of * 3 + n * 7) % articles);
        return listing(
          html(
            name,
            list(
              items.map(
                (n) =>
                  `${a(`/wiki/${nameOf(n)}`, title(ids[n]!))} (${a(`/index.php?title=${nameOf(n)}&action=history`, 'hist')} | ${a(`/index.php?title=${nameOf(n)}&diff=${n * 5 + 4}&oldid=${n * 5 + 3}`, 'diff')})`,
              ),
            ),
            around,
          ),
        );
      }
      const isTalk = name.startsWith('Talk:');
      const n = byName.get(isTalk ? name.slice(5) : name);
      if (n === undefined) return missing();
      const id = ids[n]!;
      const edit = `/index.php?title=${nameOf(n)}`;
      const tabs = [
        a(`/wiki/${nameOf(n)}`, 'Article'),
        a(`/wiki/Talk:${nameOf(n)}`, 'Talk'),
        a(`${edit}&action=edit`, 'Edit'),
        a(`${edit}&action=history`, 'History'),
        a(`${edit}&action=info`, 'Page information'),
        a(`${edit}&printable=yes`, 'Printable version'),
        a(`${edit}&oldid=${n * 5 + 4}`, 'Permanent link'),
        a(`/wiki/Special:WhatLinksHere/${nameOf(n)}`, 'What links here'),
        a(`/wiki/Special:RecentChangesLinked/${nameOf(n)}`, 'Related changes'),
        a(`/index.php?title=Special:CiteThisPage&page=${nameOf(n)}`, 'Cite'),
      ].join(' ');
      const action = url.searchParams.get('action');
      if (isTalk || action === 'info')
        return noise(html(name, `<p>This page has no discussion yet about ${title(id)}.</p>`, tabs + around));
      if (action === 'edit')
        return noise(
          html(
            `Editing ${name}`,
            `<form><textarea>${sentences(id, 8)}</textarea></form><p>You are not logged in. Your address will be visible to everybody if you make any edits.</p>`,
            tabs + around,
          ),
        );
      if (action === 'history')
        return listing(
          html(
            `History of ${name}`,
            list(
              range(5).map(
                (one) =>
                  `${a(`${edit}&oldid=${n * 5 + one}`, `Version ${one}`)} ${a(`${edit}&diff=${n * 5 + one}&oldid=${n * 5 + one - 1}`, 'prev')}`,
              ),
            ),
            tabs + around,
          ),
        );
      const links = range(9)
        .map((one) => (n * 11 + one * one * 5 + 1) % articles)
        .map((other) => a(`/wiki/${nameOf(other)}`, title(ids[other]!)));
      const sections = range(3).map(
        (one) =>
          `<h2>Part ${one} ${a(`${edit}&action=edit&section=${one}`, 'edit')}</h2>${paragraphs(`${id} part ${one}`, 2)}`,
      );
      const older = url.searchParams.has('oldid') ? '<p>This is an old revision of this page.</p>' : '';
      const difference = url.searchParams.has('diff')
        ? '<table><tr><td>a line</td><td>another line</td></tr></table>'
        : '';
      return content(
        id,
        html(
          title(id),
          `<article>${older}${difference}${sections.join('')}<p>See also ${links.join(', ')}</p></article>`,
          tabs + around,
        ),
      );
    },
  };
}

/** A newspaper under three hosts, with AMP pages, print pages by number, feeds of sections, and tracking under its own names. */
export function news(domain = 'news.test', articles = 220): Site {
  const hosts = [`www.${domain}`, domain, `m.${domain}`];
  const ids = range(articles).map((n) => `${domain} article ${n}`);
  const pathOf = (n: number): string => `/section-${n % 6}/${slug(ids[n]!)}-${1000 + n}`;
  return {
    name: 'news',
    hosts,
    contents: articles,
    answer(url) {
      const www = `http://${hosts[0]}`;
      const section = /^\/section-(\d+)\/?$/.exec(url.pathname);
      const around = [
        a('/', 'Home'),
        ...range(6).map((n) => a(`/section-${n}/`, `Section ${n}`)),
        a(`http://${domain}/`, 'Without www'),
        a(`http://m.${domain}/`, 'Mobile'),
      ].join(' ');
      const teaser = (n: number): string => `<div>${a(`${pathOf(n)}?from=home`, title(ids[n]!))}</div>`;
      if (url.pathname === '/')
        return listing(
          html(
            'News',
            range(24)
              .map((n) => teaser((n * 9) % articles))
              .join(''),
            around,
          ),
        );
      if (section !== null) {
        const page = numberOf(url, 'page');
        const all = range(articles)
          .filter((n) => n % 6 === Number(section[1]))
          .slice(page * 12, page * 12 + 12);
        if (all.length === 0) return missing();
        return listing(
          html(
            `Section ${section[1]}`,
            all.map(teaser).join('') + a(`/section-${section[1]}/?page=${page + 1}`, 'Older'),
            around,
          ),
        );
      }
      const found = /-(\d{4})(\/amp)?$/.exec(url.pathname) ?? /^\/print\/(\d{4})$/.exec(url.pathname);
      const n = Number(found?.[1] ?? 0) - 1000;
      const id = ids[n];
      if (id === undefined) return missing();
      const near = range(5).map((one) => (n * 3 + one * 17 + 1) % articles);
      const links = [
        a(`${pathOf(n)}/amp`, 'AMP'),
        a(`/print/${1000 + n}`, 'Print'),
        a(`http://m.${domain}${pathOf(n)}`, 'Mobile version'),
        a(`${www}${pathOf(n)}`, 'Link to this article'),
        a(`http://${domain}${pathOf(n)}#comments`, 'Comments'),
        ...near.map((other) => a(`${pathOf(other)}?from=related`, title(ids[other]!))),
      ];
      return content(id, html(title(id), `<article>${paragraphs(id, 4)}</article>${list(links)}`, around));
    },
  };
}

/** A society: an endless calendar, pages that are gone and say so with status 200, logins, a consent, spellings of paths. */
export function society(host = 'society.test', pages = 160): Site {
  const ids = range(pages).map((n) => `${host} page ${n}`);
  return {
    name: 'society',
    hosts: [host],
    contents: pages,
    answer(url) {
      const around = [
        a('/', 'Start'),
        a('/calendar?view=month&year=2026&month=11', 'Calendar'),
        a('/members/', 'Members'),
        a('/pages/', 'Pages'),
      ].join(' ');
      const path = url.pathname.replace(/\/$/, '');
      if (path === '' || path === '/pages')
        return listing(
          html(
            'Society',
            list(
              range(pages)
                .filter((n) => path !== '' || n % 8 === 0)
                .map((n) => a(`/pages/${slug(ids[n]!)}-${n}${n % 2 ? '/' : ''}`, title(ids[n]!))),
            ),
            around,
          ),
        );
      if (path === '/calendar') {
        const month = numberOf(url, 'month');
        const year = numberOf(url, 'year');
        const day = numberOf(url, 'day');
        const turn = (step: number): string =>
          a(
            `/calendar?view=month&year=${year + Math.floor((month - 1 + step) / 12)}&month=${((month - 1 + step + 12) % 12) + 1}`,
            step > 0 ? 'Next month' : 'Previous month',
          );
        const days =
          day === 0
            ? range(28).map((one) =>
                a(`/calendar?view=day&year=${year}&month=${month}&day=${one + 1}`, `${one + 1}`),
              )
            : [];
        return noise(
          html(
            `Calendar ${year}-${month}-${day}`,
            `<p>There are no events on this day. Come again, or ask us.</p>${days.join(' ')} ${turn(1)} ${turn(-1)}`,
            around,
          ),
        );
      }
      if (path.startsWith('/members')) return moved(`/login?return=${encodeURIComponent(url.pathname)}`);
      if (path === '/login')
        return noise(
          html(
            'Login',
            '<form method="post"></form><p>Only members can see this page. Please log in first.</p>',
            around,
          ),
        );
      if (path.startsWith('/consent'))
        return noise(
          html(
            'Before you continue',
            '<p>We and our partners use cookies. Accept all of them to continue reading here.</p>',
            '',
          ),
        );
      const n = /^\/pages\/.+-(\d+)$/.exec(path);
      const id = ids[Number(n?.[1] ?? -1)];
      if (id === undefined)
        return noise(
          html(
            'Society',
            '<p>We have moved to a new site. What you are looking for is not here any more. Please look at our start page.</p>',
            around,
          ),
        );
      const at = Number(n![1]);
      const links = [
        ...range(4)
          .map((one) => (at * 5 + one * 13 + 1) % pages)
          .map((other) =>
            a(`/pages/${slug(ids[other]!)}-${other}${(other + at) % 2 ? '/' : ''}`, title(ids[other]!)),
          ),
        ...range(3).map((one) => a(`/old/${at}-${one}.html`, `Former page ${at} ${one}`)),
        a(`/consent?back=${at}`, 'Video'),
        a(`/members/${at}`, 'Discuss'),
      ];
      return content(id, html(title(id), `<article>${paragraphs(id, 4)}</article>${list(links)}`, around));
    },
  };
}

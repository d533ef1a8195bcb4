/**
 * URLs that are usually the same page, nearest first: the URL itself, the other scheme, the other trailing slash, and
 * index.html or index.htm added or removed. Queries are kept.
 */
export function* twinsOf(url: string): Generator<string> {
  const query = url.indexOf('?');
  const page = query < 0 ? url : url.slice(0, query);
  const rest = query < 0 ? '' : url.slice(query);
  for (const spelling of spellings(page)) {
    yield spelling + rest;
    yield otherScheme(spelling) + rest;
  }
}

function* spellings(page: string): Generator<string> {
  yield page;
  const isRoot = /^https?:\/\/[^/]+\/$/.test(page);
  const withoutSlash = page.endsWith('/') ? page.slice(0, -1) : page;
  if (!isRoot) yield page.endsWith('/') ? withoutSlash : `${page}/`;
  const index = /\/index\.html?$/.exec(page);
  if (index === null) {
    yield `${withoutSlash}/index.html`;
    yield `${withoutSlash}/index.htm`;
  } else {
    const folder = page.slice(0, index.index);
    yield `${folder}/`;
    if (!/^https?:\/\/[^/]+$/.test(folder)) yield folder;
    yield page.endsWith('l') ? page.slice(0, -1) : `${page}l`;
  }
}

function otherScheme(url: string): string {
  return url.startsWith('https:') ? `http:${url.slice(6)}` : `https:${url.slice(5)}`;
}

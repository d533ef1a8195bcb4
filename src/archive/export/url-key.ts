/**
 * The key under which an index of captures sorts a URL (SURT, "sort-friendly URI reordering"): the host's labels from
 * the right, then port, path and sorted query, all in lower case and without `www.`; http and https are the same. To the
 * letter as warcio makes it, because replay tools look URLs up with that function.
 */
export function urlKey(url: string): string {
  if (!/^https?:/.test(url)) return url;
  const plain = url.replace(/^(https?:\/\/)www\d*\./, '$1').toLowerCase();
  if (!URL.canParse(plain)) return url;
  const { hostname, port, pathname, search } = new URL(plain);
  const host = hostname.split('.').reverse().join(',');
  const query = search === '' ? '' : `?${search.slice(1).split('&').sort().join('&')}`;
  return `${host}${port === '' ? '' : `:${port}`})${pathname}${query}`;
}

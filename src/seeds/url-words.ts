/** The words of a URL that may say what it leads to: of its host, without `www` and the top-level domain, and its path. */
export function urlWords(url: string): string {
  const { hostname = '', pathname = '' } = URL.parse(url) ?? {};
  const host = hostname.replace(/^www\./, '').replace(/\.[^.]+$/, '');
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // a stray percent sign
  }
  return `${host} ${path.replace(/\.[a-z0-9]{1,5}$/i, '')}`.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
}

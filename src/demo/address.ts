/** Host and path (with query) of an http URL, without port and fragment; undefined for anything else. */
export function splitAddress(url: string): { host: string; path: string } | undefined {
  if (!url.startsWith('http://')) return undefined;
  const hash = url.indexOf('#');
  const bare = hash < 0 ? url : url.slice(0, hash);
  const end = bare.slice(7).search(/[/?]/);
  const authority = (end < 0 ? bare.slice(7) : bare.slice(7, 7 + end)).toLowerCase();
  const rest = end < 0 ? '' : bare.slice(7 + end);
  const colon = authority.indexOf(':');
  return {
    host: colon < 0 ? authority : authority.slice(0, colon),
    path: rest.startsWith('/') ? rest : `/${rest}`,
  };
}

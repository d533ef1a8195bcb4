/**
 * The tokens of a URL: what stands between ".", "-" and "/". Sobania (TU Darmstadt 2015), section 5.3.3; ours where the
 * thesis is silent: the scheme is dropped and case is ignored.
 */
export function urlTokens(url: string): string[] {
  const tokens: string[] = [];
  const lower = url.toLowerCase();
  const scheme = lower.indexOf('://');
  let start = scheme < 0 ? 0 : scheme + 3;
  for (let i = start; i <= lower.length; i++) {
    const code = i < lower.length ? lower.charCodeAt(i) : 47;
    if (code < 45 || code > 47) continue;
    if (i > start) tokens.push(lower.slice(start, i));
    start = i + 1;
  }
  return tokens;
}

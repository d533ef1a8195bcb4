/** Why a page is only the beginning of one, in words; undefined if it is whole. */
export const whyCut = (truncated: string | undefined): string | undefined =>
  truncated === undefined ? undefined : (REASONS[truncated] ?? truncated);

const REASONS: Record<string, string> = {
  length: 'it is longer than http.maxBytes',
  time: 'the rest did not come in time',
  disconnect: 'the connection ended before the rest came',
  text: 'the rest of its text was left out',
  pages: 'the rest of its pages was left out',
};

/** Pages of other parts of a crawl have negative numbers, which hold the part too. */
const PAGES = 2 ** 32;

/** A page of another part, as a number that no page here has. */
export const elsewhere = (part: number, page: number): number => -(part * PAGES + page);

/** Its part, and its number there. */
export const foundAt = (number: number): { partition: number; page: number } => ({
  partition: Math.floor(-number / PAGES),
  page: -number % PAGES,
});

/**
 * What users' code gets to read and cannot change: an attempt is an exception there, and so a fault of that part, instead of a
 * page that is stored wrongly or that the crawl breaks down on.
 */
export function frozen<T>(data: T): T {
  if (typeof data !== 'object' || data === null || Object.isFrozen(data)) return data;
  for (const value of Object.values(Object.freeze(data))) frozen(value);
  return data;
}

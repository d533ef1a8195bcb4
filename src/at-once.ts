/**
 * What a part of a user's returns where no promise can be waited for. Without this an `async` function would be taken for
 * its result, and what it throws would end the process.
 */
export function atOnce<T>(value: T): T {
  if (!(value instanceof Promise)) return value;
  value.catch(() => {});
  throw new TypeError('It returned a promise, but must return its result at once: remove "async".');
}

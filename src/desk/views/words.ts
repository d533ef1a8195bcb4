/** Numbers, times and addresses as people read them. */
export const count = (n: number): string => Math.round(n).toLocaleString('en-GB');

/** The number and its sign stay on one line. */
export const percent = (share: number): string => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)}\u00a0%`;

/** "8.1–9.3", without the sign that stands before it. */
export const range = ({ low, high }: { low: number; high: number }): string => {
  const digits = high < 0.1 ? 1 : 0;
  return `${(100 * low).toFixed(digits)}–${(100 * high).toFixed(digits)}`;
};

export const plural = (n: number, what: string): string => `${count(n)} ${what}${n === 1 ? '' : 's'}`;

export function span(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** "16:21" today, otherwise with its day. */
export function clock(at: number, now: number): string {
  const date = new Date(at);
  const two = (n: number): string => String(n).padStart(2, '0');
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return date.toDateString() === new Date(now).toDateString()
    ? time
    : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${time}`;
}

/** Without its scheme, cut in the middle. */
export function shortUrl(url: string, length = 70): string {
  const plain = url.replace(/^https?:\/\//, '');
  if (plain.length <= length) return plain;
  const end = Math.floor(length / 2);
  return `${plain.slice(0, length - end - 1)}…${plain.slice(-end)}`;
}

/** The address of a part of a crawl's pages. */
export const at = (crawl: string, part = ''): string =>
  `/c/${encodeURIComponent(crawl)}${part === '' || part.startsWith('?') ? part : `/${part}`}`;

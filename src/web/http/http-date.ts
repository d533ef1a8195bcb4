/**
 * The three date formats of HTTP (RFC 9110, 5.6.7), all in UTC. `Date.parse` does not work here: it reads the asctime
 * format in local time and accepts much that is not a date.
 */
export function parseHttpDate(text: string): number | undefined {
  const value = text.trim();
  let match = imfFixdate.exec(value);
  if (match) return utc(match[3], match[2], match[1], match[4]);
  match = rfc850.exec(value);
  if (match) return utc(fullYear(Number(match[3])), match[2], match[1], match[4]);
  match = asctime.exec(value);
  if (match) return utc(match[4], match[1], match[2], match[3]);
  return undefined;
}

const imfFixdate = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2}:\d{2}) GMT$/;
const rfc850 = /^[A-Z][a-z]+day, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}:\d{2}:\d{2}) GMT$/;
const asctime = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}:\d{2}:\d{2}) (\d{4})$/;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function utc(year: unknown, monthName: unknown, day: unknown, time: unknown): number | undefined {
  const month = months.indexOf(String(monthName));
  const [hours, minutes, seconds] = String(time).split(':').map(Number) as [number, number, number];
  if (month === -1 || hours > 23 || minutes > 59 || seconds > 60) return undefined;
  const at = new Date(Date.UTC(Number(year), month, Number(day), hours, minutes, seconds));
  return at.getUTCMonth() === month ? at.getTime() : undefined;
}

/** RFC 9110: a two-digit year that seems more than 50 years ahead means the past century. */
function fullYear(twoDigits: number): number {
  const now = new Date().getUTCFullYear();
  const year = now - (now % 100) + twoDigits;
  return year > now + 50 ? year - 100 : year;
}

/**
 * Endless calendars, each month with a link to the next: `/calendar?year=2024&month=5` and, as a path,
 * `/events/2024/05/`.
 */
import { html } from '../response.ts';
import type { Oddity } from './oddity.ts';
import { onSite } from './oddity.ts';

export const queryCalendar: Oddity = calendar(
  'calendar',
  (year, month) => `/calendar?year=${year}&month=${month}`,
  /^\/calendar\?year=(\d{1,6})&month=(\d{1,2})$/,
);

export const pathCalendar: Oddity = calendar(
  'calendar-path',
  (year, month) => `/events/${year}/${String(month).padStart(2, '0')}/`,
  /^\/events\/(\d{1,6})\/(\d{2})\/$/,
);

function calendar(
  fault: 'calendar' | 'calendar-path',
  write: (year: number, month: number) => string,
  read: RegExp,
): Oddity {
  return {
    isOn: (site) => site.manners.faults.has(fault),

    doors({ site, random }) {
      return [
        { to: onSite(site, write(random.between(2019, 2025), random.between(1, 12))), text: 'Calendar' },
      ];
    },

    answer({ site, path }) {
      const match = read.exec(path);
      if (match === null) return undefined;
      const year = Number(match[1]);
      const month = Number(match[2]);
      if (month < 1 || month > 12) return undefined;
      const turn = (by: number) => {
        const at = Math.max(0, year * 12 + month - 1 + by);
        return write(Math.floor(at / 12), (at % 12) + 1).replaceAll('&', '&amp;');
      };
      const days = Array.from(
        { length: 28 },
        (_, day) => `<td>${day + 1}</td>${day % 7 === 6 ? '</tr><tr>' : ''}`,
      );
      return html(`<!DOCTYPE html><html lang="en"><head><title>${MONTHS[month - 1]} ${year} – ${site.title}</title></head><body>
<h1>${MONTHS[month - 1]} ${year}</h1><table><tr>${days.join('')}</tr></table><p>Nothing is planned for this month.</p>
<p><a href="${turn(-1)}">previous month</a> <a href="${turn(1)}">next month</a> <a href="${turn(12)}">next year</a> <a href="/">Home</a></p>
</body></html>
`);
    },
  };
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

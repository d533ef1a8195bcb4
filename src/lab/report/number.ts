/** Numbers as shown in the report. Unknown values are a dash, never a zero. */

/** Three decimals for values near 1, fewer for large ones. */
export function decimal(value: number | undefined): string {
  if (!known(value)) return '–';
  const size = Math.abs(value);
  const digits = size < 10 ? 3 : size < 100 ? 2 : size < 1000 ? 1 : 0;
  return grouped(value, digits, digits);
}

export function percent(value: number | undefined, digits = 1): string {
  return known(value) ? `${grouped(100 * value, 0, digits)} %` : '–';
}

export function whole(value: number | undefined): string {
  return known(value) ? grouped(value, 0, 0) : '–';
}

/** As short as possible: for ticks, whose steps are round. */
export function short(value: number): string {
  return grouped(value, 0, 6);
}

export function probability(value: number | undefined): string {
  if (!known(value)) return '–';
  return value < 0.001 ? '< 0.001' : grouped(value, 3, 3);
}

/** With the largest unit that gives at least 1: 2,500,000 is "2.5 MB". */
export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log10(value) / 3 + 1e-9)));
  return `${grouped(value / 1000 ** power, 0, 1)} ${units[power]}`;
}

/** 90 is "90 s", 600 "10 min", 3600 "1 h". */
export function duration(seconds: number): string {
  if (seconds >= 3600 && seconds % 360 === 0) return `${short(seconds / 3600)} h`;
  if (seconds >= 120 && seconds % 6 === 0) return `${short(seconds / 60)} min`;
  return `${short(seconds)} s`;
}

export function known(value: number | undefined | null): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function grouped(value: number, least: number, most: number): string {
  const text = value.toLocaleString('en-US', { minimumFractionDigits: least, maximumFractionDigits: most });
  return /^-[0.,]*$/.test(text) ? text.slice(1) : text.replace('-', '−');
}

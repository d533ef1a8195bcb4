/** Results as CSV, read back by the grammar of RFC 4180. */
import { expect, test } from 'vitest';
import { csvFiles } from '../../src/lab/report/csv.ts';
import type { Results } from '../../src/lab/results.ts';
import { madeResults } from './report-fixture.ts';

/** Records of fields by RFC 4180, section 2; throws where the text is not of it. */
function parse(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const match = field.exec(text);
    if (!match) throw new Error(`not RFC 4180 at ${at}: ${text.slice(at, at + 20)}`);
    const [, value, end] = match as unknown as [string, string, string];
    record.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

const tableOf = (results: Results, name: string): Record<string, string>[] => {
  const [head, ...rows] = parse(csvFiles(results).find((file) => file.name === name)!.text);
  return rows.map((row) => Object.fromEntries(head!.map((title, n) => [title, row[n]!])));
};

test('every line of every file has as many fields as its heading', () => {
  for (const { name, text } of csvFiles(madeResults())) {
    const [head, ...rows] = parse(text);
    expect(rows.length, name).toBeGreaterThan(0);
    for (const row of rows) expect(row.length, name).toBe(head!.length);
  }
});

test('runs.csv has a line a run with its figures, as exact as they are', () => {
  const made = madeResults();
  const rows = tableOf(made, 'runs.csv');
  expect(rows.map(({ run }) => run)).toEqual(made.runs.map(({ id }) => id));
  expect(rows.map(({ area }) => Number(area))).toEqual(made.runs.map(({ figures }) => figures.area));
});

test('a figure that a run lacks is an empty field, not a nought', () => {
  const made = madeResults();
  delete made.runs[1]!.figures.area;
  expect(tableOf(made, 'runs.csv')[1]!.area).toBe('');
});

test('variant-topics.csv has estimate and interval of each measure', () => {
  const made = madeResults();
  const row = tableOf(made, 'variant-topics.csv').find(
    ({ topic, measure }) => topic === 'chess' && measure === 'area',
  )!;
  const { estimate, low, high } = made.cells[1]!.figures.area!;
  expect([row.variant, Number(row.estimate), Number(row.low), Number(row.high)]).toEqual([
    'crete/j',
    estimate,
    low,
    high,
  ]);
});

test('curves.csv has a line for each point of each curve', () => {
  const made = madeResults();
  const rows = tableOf(made, 'curves.csv');
  expect(rows).toHaveLength(4 * 2 * 200);
  expect(Number(rows[199]!.recall)).toBe(made.cells[0]!.curve.recall![199]);
  expect(rows[199]!.accepted).toBe('');
});

test('names with quotes, commas and line breaks come back as they were', () => {
  const name = 'a "b", c\r\nd';
  expect(tableOf(madeResults({ names: [name] }), 'runs.csv')[0]!.variant).toBe(name);
});

test('each pair of the overlap stands once', () => {
  expect(tableOf(madeResults({ variants: 5 }), 'overlaps.csv')).toHaveLength(2 * 10);
});

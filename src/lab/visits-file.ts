/**
 * The visits of a run as a table, one line per page in the order of the crawl. A run without its `run.json` may end in
 * the middle of a line and is not read.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Visited } from './study.ts';

const COLUMNS = [
  'url',
  'digest',
  'score',
  'judged',
  'bytes',
  'measured',
  'accepted',
  'perplexity',
  'perplexity-known',
  'words',
  'unknown',
  'second',
  'kind',
  'depth',
  'margin',
];

export function writeVisits(path: string, visits: readonly Visited[]): void {
  writeFileSync(path, [`${COLUMNS.join('\t')}\n`, ...visits.map(lineOf)].join(''));
}

export function readVisits(path: string): Visited[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(1).map(visitOf);
}

function lineOf(visit: Visited): string {
  const { url, digest, score, judged, bytes, measured, perplexity, second, kind, depth, margin } = visit;
  const cells = [
    url,
    digest,
    score,
    judged ? 1 : 0,
    bytes,
    measured?.score ?? '',
    measured === undefined ? '' : measured.relevant ? 1 : 0,
    perplexity?.withUnknown ?? '',
    perplexity?.withoutUnknown ?? '',
    perplexity?.words ?? '',
    perplexity?.unknown ?? '',
    second ?? '',
    kind ?? '',
    depth ?? '',
    margin ?? '',
  ];
  return `${cells.join('\t')}\n`;
}

function visitOf(line: string): Visited {
  const cells = line.split('\t') as [string, string, ...string[]];
  const [url, digest, score, judged, bytes, measured, accepted] = cells;
  const [withUnknown, withoutUnknown, words, unknown, second, kind, depth, margin] = cells.slice(7);
  const visit: Visited = { url, digest, score: Number(score), judged: judged === '1', bytes: Number(bytes) };
  if (measured) visit.measured = { score: Number(measured), relevant: accepted === '1' };
  if (withUnknown)
    visit.perplexity = {
      withUnknown: Number(withUnknown),
      withoutUnknown: Number(withoutUnknown),
      words: Number(words),
      unknown: Number(unknown),
    };
  if (second) visit.second = Number(second);
  if (kind) visit.kind = kind;
  if (depth) visit.depth = Number(depth);
  if (margin) visit.margin = Number(margin);
  return visit;
}

/** Labelled texts as gzipped JSON Lines: one { id, split, label, text } per line. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export interface LabelledText {
  id: string;
  split: 'train' | 'test';
  label: string;
  text: string;
}

export function labelledTexts(path: string): LabelledText[] {
  return gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LabelledText);
}

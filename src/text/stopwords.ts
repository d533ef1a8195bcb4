/**
 * Stop words by language. English has two lists maintained here: `usual` (function words) and `long`, the 620 entries
 * that the CINDI robot removed before stemming. The other languages come from the package `stopword`, loaded on first
 * use, with an extended Spanish list and both spellings of Romanian ș and ț. A language without a list has an empty
 * one.
 */
import { createRequire } from 'node:module';
import { longEnglish, usualEnglish } from './data/stopwords-english.ts';

/** Lower-case, with straight apostrophes, as returned by `words`; `language` is ISO 639-1. */
export function stopWords(language = 'en', list: 'usual' | 'long' = 'usual'): ReadonlySet<string> {
  const name = language === 'en' ? `en ${list}` : language;
  let set = sets.get(name);
  if (!set) {
    set = new Set(listOf(language, list));
    if (hasStopWords(language)) sets.set(name, set);
  }
  return set;
}

function hasStopWords(language: string): boolean {
  return language === 'en' || Object.hasOwn(packaged, language);
}

const packaged: Record<string, string> = {
  af: 'afr',
  ar: 'ara',
  bg: 'bul',
  bn: 'ben',
  ca: 'cat',
  cs: 'ces',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  es: 'spa',
  et: 'est',
  eu: 'eus',
  fa: 'fas',
  fi: 'fin',
  fr: 'fra',
  ga: 'gle',
  gl: 'glg',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  hu: 'hun',
  hy: 'hye',
  id: 'ind',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  la: 'lat',
  lt: 'lit',
  lv: 'lav',
  ms: 'msa',
  nb: 'nob',
  nl: 'nld',
  no: 'nob',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sk: 'slk',
  sl: 'slv',
  sv: 'swe',
  sw: 'swa',
  th: 'tha',
  tr: 'tur',
  uk: 'ukr',
  ur: 'urd',
  vi: 'vie',
  zh: 'zho',
};

const sets = new Map<string, ReadonlySet<string>>();
const require = createRequire(import.meta.url);

function listOf(language: string, list: 'usual' | 'long'): readonly string[] {
  if (language === 'en') return (list === 'long' ? longEnglish : usualEnglish).split(/\s+/);
  if (!hasStopWords(language)) return [];
  const lists = require('stopword') as Record<string, string[]>;
  const words = (lists[packaged[language]!] ?? []).map((word) => word.toLowerCase());
  if (language === 'es') return [...words, ...moreSpanish.split(/\s+/)];
  if (language === 'ro') return [...words, ...words.map(commaBelow)];
  return words;
}

/** Romanian with comma-below letters, where old texts have a cedilla. */
function commaBelow(word: string): string {
  return word.replaceAll('ş', 'ș').replaceAll('ţ', 'ț');
}

const moreSpanish = `ante antes aquel aquella aquellas aquellos aquí así aun aunque bajo cada casi cómo cuál cuáles
cualquier cuándo cuánto cuya cuyas cuyo cuyos dónde dos e ellas ello ellos entonces entre era eran eres es esa esas esos
está están estar estas este esto estos estoy fue fueron ha había habían haber han has hay he hemos les mas mis misma
mismas mismo mismos mucha muchas mucho muchos nada nosotras nosotros nuestra nuestras nuestro nuestros os otra otras
otros para pues puede pueden quién quienes ser si sido siempre sino sobre sois somos son soy suya suyas suyo suyos tal
tales tan tanto tener tiene tienen toda todas todo todos tras tu tus tuya tuyo u unas unos usted ustedes va van varias
varios vosotras vosotros vuestra vuestro yo`;

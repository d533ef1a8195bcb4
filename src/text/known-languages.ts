/** The languages that `identifyLanguage` can tell apart, ISO 639-1: those of eld and of the scripts it need not ask for. */
const codes =
  'am ar az be bg bn bo ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka km kn ko ku lo lt lv ml mr ms my nl no or pa pl pt ro ru si sk sl sq sr sv ta te th tl tr uk ur vi yo zh';

const knownLanguages: ReadonlySet<string> = new Set(codes.split(' '));

/** What is wrong with a language code: a sentence without the code itself; undefined for a known one. */
export function languageFault(code: string): string | undefined {
  if (knownLanguages.has(code)) return undefined;
  if (!/^[a-z]{2}$/.test(code)) return 'a language is its two-letter code, such as "en"';
  const meant = mistaken[code];
  return `pages in this language cannot be recognised, so none would count; ${
    meant === undefined ? `known are: ${codes}` : `did you mean "${meant}"?`
  }`;
}

/** Codes of countries and of variants that are taken for those of languages. */
const mistaken: Readonly<Record<string, string>> = {
  at: 'de',
  br: 'pt',
  cn: 'zh',
  cz: 'cs',
  dk: 'da',
  ee: 'et',
  gb: 'en',
  gr: 'el',
  il: 'he',
  ir: 'fa',
  iw: 'he',
  jp: 'ja',
  kr: 'ko',
  mx: 'es',
  nb: 'no',
  nn: 'no',
  se: 'sv',
  tw: 'zh',
  ua: 'uk',
  us: 'en',
  vn: 'vi',
};

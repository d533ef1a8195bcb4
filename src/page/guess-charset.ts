/**
 * The encoding of bytes that declare none and are not valid UTF-8: the one in which they read most like a language. For
 * each language and each encoding it was written in, the score is the mean over all characters outside ASCII: letters
 * count the more the more frequent they are, and not at all where they cannot stand, such as accented letters in a row,
 * Cyrillic ones beside Latin ones, or a capital within a word. The language that a page declares is believed a little.
 * The idea is that of Mozilla's universalchardet (Li and Momoi 2001); letters by rank replace its tables of pairs.
 */
import { TextDecoder } from 'node:util';

export function guessCharset(bytes: Buffer): string {
  const declared = /<html[^>]{0,200}?\blang\s*=\s*["']?([a-z]{2})/i.exec(bytes.toString('latin1', 0, 2048));
  const language = declared?.[1]?.toLowerCase() ?? '';
  const sample = sampleOf(bytes);
  let best = 'windows-1252';
  let toBeat = LEAST;
  for (const [charset, ...writings] of encodings) {
    const characters = charactersOf(new TextDecoder(charset).decode(sample));
    for (const writing of writings) {
      const believed = writing.languages.includes(language) ? DECLARED : 0;
      const score = scoreOf(characters, writing) + believed;
      if (score <= toBeat) continue;
      toBeat = score + (charset === 'windows-1252' ? MARGIN : 0);
      best = charset;
    }
  }
  return best;
}

const SAMPLE_BYTES = 4096;
const FEWEST = 3;
const LEAST = 0.4;
/** By which others have to be better than windows-1252, the most common one. */
const MARGIN = 0.05;
const DECLARED = 0.1;

/** Stretches of text with bytes outside ASCII. No encoding uses `<`, `>` or a line end within a character. */
function sampleOf(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let length = 0;
  let start = 0;
  let isWanted = false;
  for (let i = 0; i <= bytes.length && length < SAMPLE_BYTES; i++) {
    const byte = bytes[i];
    if (byte !== undefined && byte >= 0x80) isWanted = true;
    if (byte !== undefined && byte !== 0x3c && byte !== 0x3e && byte !== 0x0a) continue;
    if (isWanted) {
      pieces.push(bytes.subarray(start, Math.min(i + 1, start + SAMPLE_BYTES)));
      length += i - start;
    }
    start = i + 1;
    isWanted = false;
  }
  return Buffer.concat(pieces);
}

interface Writing {
  languages: readonly string[];
  script: 'latin' | 'other' | 'dense';
  /** What a letter is worth, from 0 to 1. */
  worth: ReadonlyMap<string, number>;
}

/** A character outside ASCII that says something about the encoding. */
interface Character {
  lower: string;
  /** False of what is only there where bytes are misread, and of a capital within a word. */
  isPlausible: boolean;
  isBesideLatin: boolean;
  isAlone: boolean;
}

const LETTER = /[\p{L}\p{M}]/u;
/** Controls, half-width katakana, what has no meaning. */
const NONSENSE = /[\u0080-\u009f\ufffd\uff61-\uff9f\p{Co}\p{Cn}]/u;
/** Seldom touches a word: the ± of "s±". */
const SIGN = /[\p{S}\p{N}]/u;
const AFTER_WORDS = '°²³©®™€£';
const WITHIN_WORDS = '’·\u00ad‐–—';

function charactersOf(text: string): Character[] {
  const found: Character[] = [];
  const all = [...text];
  for (let i = 0; i < all.length; i++) {
    const c = all[i]!;
    if (c <= '\x7f') continue;
    const before = all[i - 1] ?? '';
    const after = all[i + 1] ?? '';
    const isLetter = LETTER.test(c);
    const followsLetter = LETTER.test(before);
    const touches = followsLetter || LETTER.test(after);
    const isWithin = followsLetter && LETTER.test(after);
    const isNonsense =
      NONSENSE.test(c) ||
      (!isLetter &&
        (isWithin ? !WITHIN_WORDS.includes(c) : touches && SIGN.test(c) && !AFTER_WORDS.includes(c)));
    if (!isLetter && !isNonsense) continue;
    const lower = c.toLowerCase();
    found.push({
      lower,
      isPlausible: !isNonsense && (lower === c || !followsLetter),
      isBesideLatin: /[A-Za-z]/.test(before + after),
      isAlone: !touches,
    });
  }
  return found;
}

function scoreOf(characters: readonly Character[], { script, worth }: Writing): number {
  let sum = 0;
  for (const { lower, isPlausible, isBesideLatin, isAlone } of characters) {
    const isInPlace = isBesideLatin === (script === 'latin') && (script !== 'other' || !isAlone);
    if (isPlausible && isInPlace) sum += worth.get(lower) ?? 0;
  }
  return characters.length < FEWEST ? 0 : sum / characters.length;
}

/** Letters of languages in the order of their frequency, from 1 for the first to a half for the last. */
const alphabet = (languages: string, letters: string): Writing => ({
  languages: languages.split(' '),
  script: 'other',
  worth: new Map([...letters].map((letter, i, { length }) => [letter, 1 - i / (2 * length)])),
});
/** Accented letters of a language, all alike: which are there matters, not how often. */
const accents = (languages: string, letters: string): Writing => ({
  languages: languages.split(' '),
  script: 'latin',
  worth: new Map([...letters].map((letter) => [letter, 1])),
});
/** Frequent characters of a language that has thousands; together they are about a `share` of a text. */
const dense = (language: string, letters: string, share: number): Writing => ({
  languages: [language],
  script: 'dense',
  worth: new Map([...letters].map((letter) => [letter, 1 / share])),
});

const RUSSIAN = alphabet('ru', 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё');
const UKRAINIAN = alphabet('uk', 'оанивітеркслдмупзяьбгчйхшжюїцєщфґ');
const BULGARIAN = alphabet('bg mk', 'аоиетнрсвлкдпмзугъябчцжщхйфшюь');
const SERBIAN = alphabet('sr', 'аоиенртсјвкмудлпзгбчшцжхњћљђџф');
const GREEK = alphabet('el', 'αοιετσνηυρπκμλςωίόάγέδήθφύχβώξζψϊ');
const CENTRAL_EUROPEAN = [
  accents('pl', 'ąćęłńóśźż'),
  accents('cs', 'áčďéěíňóřšťúůýž'),
  accents('sk', 'áäčďéíĺľňóôŕšťúýž'),
  accents('hu', 'áéíóöőúüű'),
  accents('hr sl bs sr', 'čćđšž'),
  accents('ro', 'ăâîşţ'),
];
const JAPANESE = dense(
  'ja',
  'のにはをたがでてとしれさいるなもりらまこすうかあくけきそせっだよみどつンスルトー',
  0.45,
);

const encodings: readonly [charset: string, ...Writing[]][] = [
  [
    'windows-1252',
    accents('fr', 'éèàùâêîôûçëïüœÿ'),
    accents('de fi sv', 'äöüßå'),
    accents('es gl eu', 'áéíóúñüç'),
    accents('pt', 'ãõáéíóúâêôçà'),
    accents('it', 'àèéìòù'),
    accents('da no nb nn', 'åæøéö'),
    accents('ca', 'àèéíïòóúüç'),
    accents('is', 'ðþáéíóúýöæ'),
    accents('nl', 'éëïöèüó'),
  ],
  ['windows-1251', RUSSIAN, UKRAINIAN, BULGARIAN, SERBIAN],
  ['koi8-u', RUSSIAN, UKRAINIAN],
  ['ibm866', RUSSIAN],
  ['iso-8859-5', RUSSIAN, BULGARIAN, SERBIAN],
  ['windows-1250', ...CENTRAL_EUROPEAN],
  ['iso-8859-2', ...CENTRAL_EUROPEAN],
  ['windows-1253', GREEK],
  ['iso-8859-7', GREEK],
  ['windows-1254', accents('tr', 'ışğçöüâî')],
  ['windows-1255', alphabet('he', 'יוהלארמתשבנכדםחפקעטצגזןסךףץ')],
  [
    'windows-1256',
    alphabet('ar', 'اليمنوتربعدةفسكهحقجشصىخطذأضزءئغثظؤإآ'),
    alphabet('fa', 'ایرندهموتبسشکزلگخفقچجحپعطصغضذظژثآء'),
  ],
  ['windows-1257', accents('lt', 'ąčęėįšųūž'), accents('lv', 'āčēģīķļņšūž'), accents('et', 'äõöüšž')],
  ['windows-874', alphabet('th', 'านรกอเงมยลวดทสตะปบคหแจพชขใไโผธฉซถภฟศณษญฝฮฐฎฏ่้ิีุูัำ็์ืึ')],
  ['shift_jis', JAPANESE],
  ['euc-jp', JAPANESE],
  [
    'gb18030',
    dense('zh', '的一是不了在人有我他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生', 0.25),
  ],
  [
    'big5',
    dense('zh', '的一是不了在人有我他這為之大來以個中上們到說國和地也子時道出而要於就下得可你年生', 0.25),
  ],
  ['euc-kr', dense('ko', '이다는에의을를가은로고하한도지기서사자리나시어인대그아해있', 0.45)],
];

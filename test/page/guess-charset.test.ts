/** Texts in thirty languages, encoded by the tables of ICU (TextDecoder turned round), without any declaration. */
import { describe, expect, test } from 'vitest';
import { decode } from '../../src/page/charset.ts';

const texts: Record<string, string> = {
  ru: 'Смотритель маяка каждый вечер поднимался по лестнице и зажигал лампу, и свет её был виден далеко в море.',
  uk: 'Маяк на острові збудовано у дев’ятнадцятому столітті, і його світло видно далеко в морі.',
  bg: 'Фарът на носа е построен през деветнадесети век и светлината му се вижда далеч в морето.',
  sr: 'Светионик на острву саграђен је у деветнаестом веку, а његово светло види се далеко на мору.',
  el: 'Ο φαροφύλακας ανέβαινε κάθε βράδυ τη σκάλα και άναβε τη λάμπα για τα πλοία που περνούσαν.',
  pl: 'Latarnik co wieczór wchodził po schodach i zapalał lampę, żeby ostrzec statki przed skałami.',
  cs: 'Maják na ostrově byl postaven v devatenáctém století a jeho světlo je vidět daleko na moři.',
  hu: 'A világítótorony őre minden este felment a lépcsőn, meggyújtotta a lámpát, és közben üvöltött a szél.',
  ro: 'Farul de pe insulă a fost construit în secolul al nouăsprezecelea şi lumina lui se vede departe.',
  hr: 'Svake večeri čuvar se penjao stubama i palio žarulju, što je u oluji bilo teško i opasno, ali važno.',
  tr: 'Deniz feneri on dokuzuncu yüzyılda inşa edildi ve ışığı denizde uzaktan görülür. Bekçi çanı çalardı.',
  he: 'המגדלור על האי נבנה במאה התשע עשרה, ואורו נראה למרחוק בים. בכל ערב עלה השומר במדרגות.',
  ar: 'بنيت المنارة على الجزيرة في القرن التاسع عشر ويرى ضوؤها من بعيد في البحر. كان الحارس يصعد الدرج كل مساء.',
  th: 'ประภาคารบนเกาะสร้างขึ้นในศตวรรษที่สิบเก้า และแสงของมันมองเห็นได้ไกลในทะเล',
  lt: 'Švyturys saloje pastatytas devynioliktame amžiuje, ir jo šviesa matoma toli jūroje kiekvieną vakarą.',
  lv: 'Bāka uz salas uzcelta deviņpadsmitajā gadsimtā, un tās gaisma redzama tālu jūrā katru vakaru.',
  ja: '灯台守は毎晩塔の階段を上ってランプに火を灯した。霧の日には鐘を鳴らして船に危険を知らせた。',
  zh: '灯塔看守人每天晚上爬上塔楼点亮灯火，这是他们一生的工作，也是他的家。旧透镜现在陈列在博物馆里。',
  'zh-TW': '燈塔看守人每天晚上爬上塔樓點亮燈火，這是他們一生的工作，也是他的家。',
  ko: '등대지기는 매일 저녁 계단을 올라가 등불을 켰다. 오래된 렌즈는 지금 등대 옆 박물관에 있다.',
  fr: 'Le gardien du phare montait l’escalier jusqu’à la lanterne, où la lentille était déjà éclairée.',
  de: 'Bei Nebel läutete der Wärter die Glocke, damit kein Schiff auf die Klippen lief; der Turm ist weiß.',
  es: 'Cada noche el guardián subía la escalera y encendía la lámpara. Mañana habrá niebla.',
  pt: 'Todas as noites o guarda subia as escadas e não havia ninguém na região além dos pescadores.',
  it: 'Ogni sera il guardiano saliva perché così era più sicuro; la città è là, e la luce si vede.',
  da: 'Fyret på øen blev bygget i det nittende århundrede, og fyrpasseren tændte lampen hver aften.',
  sv: 'Fyren på ön byggdes på artonhundratalet och ljuset syns långt ut över havet.',
};

const encodings: Record<string, string[]> = {
  'windows-1251': ['ru', 'uk', 'bg', 'sr'],
  'koi8-u': ['ru', 'uk'],
  ibm866: ['ru'],
  'iso-8859-5': ['ru'],
  'windows-1253': ['el'],
  'iso-8859-7': ['el'],
  'windows-1250': ['pl', 'cs', 'hu', 'ro', 'hr'],
  'iso-8859-2': ['pl', 'cs', 'hu', 'ro'],
  'windows-1254': ['tr'],
  'windows-1255': ['he'],
  'windows-1256': ['ar'],
  'windows-874': ['th'],
  'windows-1257': ['lt', 'lv'],
  shift_jis: ['ja'],
  'euc-jp': ['ja'],
  gb18030: ['zh'],
  big5: ['zh-TW'],
  'euc-kr': ['ko'],
  'windows-1252': ['fr', 'de', 'es', 'pt', 'it', 'da', 'sv'],
};

const SEVERAL_BYTES = new Set(['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']);
const tables = new Map<string, Map<string, number[]>>();

function encode(text: string, charset: string): Uint8Array {
  const table = tables.get(charset) ?? tableOf(charset);
  tables.set(charset, table);
  return Uint8Array.from([...text].flatMap((c) => table.get(c) ?? table.get('?')!));
}

function tableOf(charset: string): Map<string, number[]> {
  const decoder = new TextDecoder(charset);
  const table = new Map<string, number[]>();
  const add = (...bytes: number[]): void => {
    const character = decoder.decode(Uint8Array.from(bytes));
    const isWhole = [...character].length === 1 && character !== '\ufffd';
    if (isWhole && !table.has(character)) table.set(character, bytes);
  };
  for (let byte = 0; byte < 256; byte++) add(byte);
  if (!SEVERAL_BYTES.has(charset)) return table;
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add(lead, trail);
  return table;
}

describe('bytes without a declared encoding are read in the right one', () => {
  for (const [charset, languages] of Object.entries(encodings)) {
    test.for(languages)(`${charset}, %s`, (language) => {
      const text = texts[language]!;
      const html = `<html><head><title>${text.slice(0, 20)}</title></head><body><p>${text}</p></body></html>`;
      for (const [source, isHtml] of [
        [text, false],
        [html, true],
      ] as const) {
        const bytes = encode(source, charset);
        expect(decode(bytes, 'text/html', isHtml).text).toBe(new TextDecoder(charset).decode(bytes));
      }
    });
  }

  test('also behind a long head without such bytes', () => {
    const head = `<html><head><script>${'var lighthouse = 1;\n'.repeat(2000)}</script></head><body>`;
    const bytes = Buffer.concat([Buffer.from(head), encode(texts.ru!, 'windows-1251')]);
    expect(decode(bytes, 'text/html', true).text.endsWith(texts.ru!)).toBe(true);
  });

  test('in escapes of ISO-2022-JP', () => {
    // 日本 by RFC 1468.
    const bytes = Uint8Array.of(0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42);
    expect(decode(bytes, 'text/html', true).text).toBe('日本');
  });

  test('signs of English pages stay what they are', () => {
    for (const text of ['© 2026 Lighthouse Ltd', '£5 – “open” from 9½ to 5, it’s 20°C', 'café'])
      expect(decode(encode(text, 'windows-1252'), 'text/html', true).text).toBe(text);
  });

  test('a broken byte does not make UTF-8 another encoding', () => {
    const bytes = Buffer.concat([Buffer.from(texts.pl!), Buffer.from([0xe9, 0x20]), Buffer.from(texts.pl!)]);
    expect(decode(bytes, 'text/html', true).text).toBe(`${texts.pl}\ufffd ${texts.pl}`);
  });
});

describe('UTF-8 that is declared as something else', () => {
  test.for(['iso-8859-1', 'windows-1251', 'iso-8859-2'])('%s', (charset) => {
    for (const language of ['ru', 'de', 'pl']) {
      const text = texts[language]!;
      expect(decode(Buffer.from(text), `text/html; charset=${charset}`, true)).toEqual({
        text,
        charset: 'utf-8',
      });
    }
  });

  test('but bytes that are not valid UTF-8 are what they are declared as', () => {
    expect(decode(encode(texts.de!, 'windows-1252'), 'text/html; charset=iso-8859-1', true)).toEqual({
      text: texts.de,
      charset: 'windows-1252',
    });
  });
});

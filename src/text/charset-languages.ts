/**
 * What a character encoding says about the language of a text. Encodings made for Chinese, Japanese, Korean, Cyrillic,
 * Arabic, Greek, Hebrew, Thai and the Baltic languages say something; Latin and Unicode ones do not.
 */

/** The languages an encoding was made for, most common first; undefined for Latin and Unicode encodings. */
export function languagesOfCharset(charset: string): readonly string[] | undefined {
  const name = charset.trim().toLowerCase().replaceAll('_', '-');
  for (const [pattern, languages] of charsets) if (pattern.test(name)) return languages;
  return undefined;
}

const charsets: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(gb-?2312|x?-?gbk|gb18030|hz-gb-2312|big5|big5-hkscs|euc-cn|euc-tw|iso-2022-cn|cp936|cp950)/, ['zh']],
  [/^(shift-jis|sjis|x-sjis|windows-31j|cp932|euc-jp|iso-2022-jp)/, ['ja']],
  [/^(euc-kr|ks-c-5601|ksc-?5601|iso-2022-kr|windows-949|cp949|johab)/, ['ko']],
  [/^koi8-u/, ['uk', 'ru', 'be']],
  [
    /^(koi8|windows-1251|cp-?1251|iso-8859-5$|iso8859-5$|x-mac-cyrillic|x-mac-ukrainian|ibm866|cp866)/,
    ['ru', 'uk', 'bg', 'sr', 'mk', 'be', 'kk', 'mn'],
  ],
  [/^(windows-1256|cp-?1256|iso-8859-6|iso8859-6|asmo-708)/, ['ar', 'fa', 'ur']],
  [/^(windows-1253|cp-?1253|iso-8859-7|iso8859-7|x-mac-greek)/, ['el']],
  [/^(windows-1255|cp-?1255|iso-8859-8|iso8859-8)/, ['he', 'yi']],
  [/^(windows-874|cp-?874|tis-620|iso-8859-11|iso8859-11)/, ['th']],
  [/^(windows-1257|cp-?1257|iso-8859-13|iso8859-13|iso-8859-4$|iso8859-4$)/, ['lt', 'lv', 'et']],
];

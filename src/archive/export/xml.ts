/**
 * Escapes any text for XML 1.0: markup characters as entities, characters that XML cannot represent (controls, lone
 * surrogates) as U+FFFD, white space in attributes preserved.
 */
export function xmlText(text: string): string {
  return NEEDS_CARE.test(text)
    ? text.replace(UNWRITABLE, '\ufffd').replace(MARKUP, (sign) => ENTITIES[sign]!)
    : text;
}

const NEEDS_CARE = /[^ !#-%'-;=?-\ud7ff]/u;
/** Characters that are not a `Char` of XML 1.0 (fifth edition, production 2). */
const UNWRITABLE = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const MARKUP = /[&<>"\t\n\r]/g;
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

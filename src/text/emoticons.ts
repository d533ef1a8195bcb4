/**
 * Emoticons and emoji in a text. An emoticon is eyes, an optional nose and a mouth (":-)", ";P"), the same reversed
 * ("(-:"), a frontal face ("^_^") or a heart. It must stand alone, so that "http://", "8) item" and "f(x):" do not
 * count. Pictographic emoji count too, including skin tones and joined sequences.
 */
export function emoticons(text: string): string[] {
  return text.match(emoticon) ?? [];
}

const western = String.raw`[>]?[:;=][-^o'~]?[)(\]\[DPpOo3|\\/*$@}{]+|[8xX][-^][)(DPpOo]+`;
const turned = String.raw`[)(\]\[D/\\|]+[-^o'~]?[:;=]`;
const straight = String.raw`\^[_.-]?\^|[-~]_+[-~]|[oO][_.][oO]|[T;]_+[T;]|>[_.]<|\\o/`;
const hearts = '<3|</3';
/** Excludes digits, signs and arrows that Unicode classifies as pictographic. */
const pictures = String.raw`(?![0-9#*©®™ℹ\u2194-\u21aa])\p{Extended_Pictographic}(?:\ufe0f|\p{EMod})?(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{EMod})?){0,6}|\p{RI}\p{RI}`;
const emoticon = new RegExp(
  String.raw`(?<![^\s"'.,!?…])(?:${western}|${turned}|${straight}|${hearts})(?![^\s"'.,!?…])|${pictures}`,
  'gu',
);

/**
 * Emoticons and emoji in a text. An emoticon is eyes, a nose or none, and a mouth (":-)", ";P"), the same turned round
 * ("(-:"), a face that looks straight ahead ("^_^"), or a heart; it stands alone, so that neither "http://" nor
 * "8) item" nor "f(x):" is one. Any pictographic emoji is one too, with its skin tone and joined parts.
 */
export function emoticons(text: string): string[] {
  return text.match(emoticon) ?? [];
}

const western = String.raw`[>]?[:;=][-^o'~]?[)(\]\[DPpOo3|\\/*$@}{]+|[8xX][-^][)(DPpOo]+`;
const turned = String.raw`[)(\]\[D/\\|]+[-^o'~]?[:;=]`;
const straight = String.raw`\^[_.-]?\^|[-~]_+[-~]|[oO][_.][oO]|[T;]_+[T;]|>[_.]<|\\o/`;
const hearts = '<3|</3';
/** Digits, signs and arrows that Unicode counts among the pictures are left out. */
const pictures = String.raw`(?![0-9#*©®™ℹ\u2194-\u21aa])\p{Extended_Pictographic}(?:\ufe0f|\p{EMod})?(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{EMod})?){0,6}|\p{RI}\p{RI}`;
const emoticon = new RegExp(
  String.raw`(?<![^\s"'.,!?…])(?:${western}|${turned}|${straight}|${hearts})(?![^\s"'.,!?…])|${pictures}`,
  'gu',
);

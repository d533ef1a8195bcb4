/** Elements of XML with one text each; none for what is absent. */
export function element(
  name: string,
  values: string | readonly string[] | undefined,
  attributes = '',
): string {
  const list = values === undefined ? [] : typeof values === 'string' ? [values] : values;
  const head = attributes === '' ? name : `${name} ${attributes}`;
  return list.map((value) => `<${head}>${escaped(value)}</${name}>`).join('');
}

/** Without the characters that XML 1.0 does not allow. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (one) => ENTITIES[one]!);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

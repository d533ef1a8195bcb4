/**
 * Documents in legacy encodings. The encoders are inverted platform decoders, so that a browser reads exactly what they
 * write; characters that an encoding lacks become character references.
 */
export type Encoding = 'utf-8' | 'iso-8859-1' | 'windows-1252' | 'utf-16le' | 'shift_jis';

export function encode(html: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(html);
  if (encoding === 'utf-16le') return Buffer.from(`\uFEFF${html}`, 'utf16le');
  const table = tableOf(encoding);
  const bytes: number[] = [];
  for (const character of html) {
    const code = character.codePointAt(0)!;
    if (code < 0x80) bytes.push(code);
    else {
      const known = table.get(character);
      if (known === undefined) for (const byte of Buffer.from(`&#${code};`)) bytes.push(byte);
      else if (known > 0xff) bytes.push(known >> 8, known & 0xff);
      else bytes.push(known);
    }
  }
  return Buffer.from(bytes);
}

const tables = new Map<Encoding, Map<string, number>>();

function tableOf(encoding: 'iso-8859-1' | 'windows-1252' | 'shift_jis'): Map<string, number> {
  let table = tables.get(encoding);
  if (table === undefined) {
    table = encoding === 'shift_jis' ? shiftJis() : singleBytes(encoding);
    tables.set(encoding, table);
  }
  return table;
}

function singleBytes(encoding: 'iso-8859-1' | 'windows-1252'): Map<string, number> {
  const table = new Map<string, number>();
  const decoder = new TextDecoder('windows-1252');
  // Browsers read iso-8859-1 as windows-1252; a site that really uses the former does not use 0x80 to 0x9f.
  for (let byte = encoding === 'windows-1252' ? 0x80 : 0xa0; byte < 0x100; byte++) {
    table.set(decoder.decode(Uint8Array.of(byte)), byte);
  }
  return table;
}

function shiftJis(): Map<string, number> {
  const table = new Map<string, number>();
  const decoder = new TextDecoder('shift_jis');
  for (let lead = 0x81; lead <= 0x9f; lead++) {
    for (let trail = 0x40; trail <= 0xfc; trail++) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if ([...character].length === 1 && character !== '\uFFFD') table.set(character, (lead << 8) | trail);
    }
  }
  return table;
}

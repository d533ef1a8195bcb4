/**
 * Minimal PDF documents (ISO 32000-1): lines of text in Helvetica over as many pages as they need, with links as
 * annotations on the last. Streams are plain or deflated.
 */
import { deflateSync } from 'node:zlib';
import { encode } from './charsets.ts';

export interface PdfContent {
  title: string;
  lines: string[];
  links: string[];
  deflated: boolean;
}

const LINES_A_PAGE = 50;
const LETTERS_A_LINE = 88;

export function toPdf({ title, lines, links, deflated }: PdfContent): Buffer {
  const wrapped = [...lines, ...links].flatMap(wrap);
  const pages: string[][] = [];
  for (let i = 0; i < wrapped.length || i === 0; i += LINES_A_PAGE)
    pages.push(wrapped.slice(i, i + LINES_A_PAGE));
  // Objects: 1 catalogue, 2 page tree, 3 font, 4 information, then a page, its content and so on, then links.
  const pageId = (i: number) => 5 + 2 * i;
  const firstLinkId = 5 + 2 * pages.length;
  const objects: Buffer[] = [
    ascii('<< /Type /Catalog /Pages 2 0 R >>'),
    ascii(
      `<< /Type /Pages /Kids [${pages.map((_, i) => `${pageId(i)} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    ),
    ascii('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
    ascii(`<< /Title ${textString(title)} >>`),
  ];
  for (const [i, page] of pages.entries()) {
    const annotations = i === pages.length - 1 ? links.map((_, n) => `${firstLinkId + n} 0 R`).join(' ') : '';
    objects.push(
      ascii(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${pageId(i) + 1} 0 R /Annots [${annotations}] >>`,
      ),
      stream(contentOf(page), deflated),
    );
  }
  for (const [n, link] of links.entries()) {
    const bottom = 40 + 14 * (n % LINES_A_PAGE);
    objects.push(
      Buffer.concat([
        ascii(
          `<< /Type /Annot /Subtype /Link /Rect [50 ${bottom} 545 ${bottom + 12}] /Border [0 0 0] /A << /S /URI /URI `,
        ),
        literal(link),
        ascii(' >> >>'),
      ]),
    );
  }
  return assemble(objects);
}

function contentOf(lines: string[]): Buffer {
  const parts: Buffer[] = [ascii('BT /F1 11 Tf 14 TL 50 790 Td\n')];
  for (const line of lines) parts.push(literal(line), ascii(' Tj T*\n'));
  parts.push(ascii('ET\n'));
  return Buffer.concat(parts);
}

function stream(content: Buffer, deflated: boolean): Buffer {
  const bytes = deflated ? deflateSync(content) : content;
  const filter = deflated ? ' /Filter /FlateDecode' : '';
  return Buffer.concat([
    ascii(`<< /Length ${bytes.length}${filter} >>\nstream\n`),
    bytes,
    ascii('\nendstream'),
  ]);
}

/** A string in parentheses, in the encoding of the font. */
function literal(line: string): Buffer {
  return Buffer.concat([ascii('('), encode(line.replace(/[\\()]/g, '\\$&'), 'windows-1252'), ascii(')')]);
}

/** A string outside of pages has no font: UTF-16 with its mark, here in hexadecimal. */
function textString(text: string): string {
  return `<${Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('hex')}>`;
}

function wrap(line: string): string[] {
  if (line.length <= LETTERS_A_LINE) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + word.length + 1 > LETTERS_A_LINE) {
      lines.push(current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current];
}

/** Header, objects, cross-reference table, trailer. */
function assemble(objects: Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let at = parts[0]!.length;
  const starts: number[] = [];
  for (const [i, object] of objects.entries()) {
    starts.push(at);
    const whole = Buffer.concat([ascii(`${i + 1} 0 obj\n`), object, ascii('\nendobj\n')]);
    parts.push(whole);
    at += whole.length;
  }
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    ascii(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`),
    ascii(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${at}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}

function ascii(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

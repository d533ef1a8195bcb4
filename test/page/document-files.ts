/** Office files, books and old Word documents, written by hand after their specifications: small, and valid. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  content: string | Uint8Array;
  isStored?: boolean;
}

/** APPNOTE 6.3: local headers with their contents, the directory, its end. */
export function zipFile(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, isStored = false } of entries) {
    const bytes = Buffer.from(content as string);
    const packed = isStored ? bytes : deflateRawSync(bytes, { level: 9 });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(isStored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(at, 10);
    directory.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02\x14\0', 'latin1'),
        fields,
        entry.subarray(0, 14),
        Buffer.from(name),
      ]),
    );
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed]);
    parts.push(local);
    at += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listing, end]);
}

export interface OfficeText {
  title?: string;
  author?: string;
  keywords?: string;
  created?: string;
  pages?: number;
  paragraphs: readonly Paragraph[];
}

export interface Paragraph {
  text: string;
  style?: 'title' | 'heading';
  link?: string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const coreXml = ({ title = '', author = '', keywords = '', created = '' }: OfficeText): string =>
  `${XML}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">
<dc:title>${escaped(title)}</dc:title><dc:creator>${escaped(author)}</dc:creator><cp:keywords>${escaped(keywords)}</cp:keywords><dcterms:created>${created}</dcterms:created></cp:coreProperties>`;

export function docxFile(given: OfficeText, body?: string): Buffer {
  const links: string[] = [];
  const paragraph = ({ text, style, link }: Paragraph): string => {
    // As a German Word writes it: ids in the author's language, names in English.
    const id = style === 'title' ? 'Titel' : 'berschrift1';
    const run = `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;
    if (link !== undefined) links.push(link);
    const linked = link === undefined ? run : `<w:hyperlink r:id="rId${links.length}">${run}</w:hyperlink>`;
    return `<w:p>${style === undefined ? '' : `<w:pPr><w:pStyle w:val="${id}"/></w:pPr>`}${linked}</w:p>`;
  };
  const document = body ?? given.paragraphs.map(paragraph).join('');
  const relations = links.map(
    (link, i) =>
      `<Relationship Id="rId${i + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="${escaped(link)}" TargetMode="External"/>`,
  );
  return zipFile([
    {
      name: '[Content_Types].xml',
      content: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/document.xml',
      content: `${XML}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>${document}</w:body></w:document>`,
    },
    {
      name: 'word/styles.xml',
      content: `${XML}<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:styleId="Titel"><w:name w:val="Title"/></w:style><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    },
    {
      name: 'word/_rels/document.xml.rels',
      content: `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
    },
    { name: 'docProps/core.xml', content: coreXml(given) },
    {
      name: 'docProps/app.xml',
      content: `${XML}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Pages>${given.pages ?? ''}</Pages></Properties>`,
    },
  ]);
}

export function pptxFile(given: OfficeText): Buffer {
  const shape = ({ text, style }: Paragraph): string =>
    `<p:sp><p:nvSpPr><p:nvPr>${style === undefined ? '' : '<p:ph type="ctrTitle"/>'}</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${escaped(text)}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const slide = (paragraph: Paragraph): string =>
    `${XML}<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><p:spTree>${shape(paragraph)}</p:spTree></p:cSld></p:sld>`;
  return zipFile([
    { name: '[Content_Types].xml', content: `${XML}<Types/>` },
    // The tenth slide comes after the second, whatever the order of the names.
    ...given.paragraphs
      .map((one, i) => ({ name: `ppt/slides/slide${i + 1}.xml`, content: slide(one) }))
      .reverse(),
    { name: 'ppt/presentation.xml', content: `${XML}<p:presentation/>` },
    { name: 'docProps/core.xml', content: coreXml(given) },
  ]);
}

export function odtFile(given: OfficeText): Buffer {
  const paragraph = ({ text, style, link }: Paragraph): string => {
    const linked =
      link === undefined ? escaped(text) : `<text:a xlink:href="${escaped(link)}">${escaped(text)}</text:a>`;
    if (style === 'heading') return `<text:h text:outline-level="1">${linked}</text:h>`;
    return `<text:p text:style-name="${style === 'title' ? 'P1' : 'Text_20_body'}">${linked}</text:p>`;
  };
  const { title = '', author = '', keywords = '', created = '', pages = 1 } = given;
  return zipFile([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', isStored: true },
    {
      name: 'content.xml',
      content: `${XML}<office:document-content><office:automatic-styles><style:style style:name="P1" style:family="paragraph" style:parent-style-name="Title"/></office:automatic-styles><office:body><office:text>${given.paragraphs.map(paragraph).join('')}</office:text></office:body></office:document-content>`,
    },
    {
      name: 'meta.xml',
      content: `${XML}<office:document-meta><office:meta><dc:title>${escaped(title)}</dc:title><meta:initial-creator>${escaped(author)}</meta:initial-creator>${keywords
        .split(', ')
        .map((one) => `<meta:keyword>${escaped(one)}</meta:keyword>`)
        .join(
          '',
        )}<meta:creation-date>${created}</meta:creation-date><meta:document-statistic meta:page-count="${pages}"/></office:meta></office:document-meta>`,
    },
    { name: 'META-INF/manifest.xml', content: `${XML}<manifest:manifest/>` },
  ]);
}

export function epubFile(given: OfficeText): Buffer {
  const chapter = ({ text, style, link }: Paragraph): string =>
    style === undefined
      ? `<p>${link === undefined ? escaped(text) : `<a href="${escaped(link)}">${escaped(text)}</a>`}</p>`
      : `<h1>${escaped(text)}</h1>`;
  const page = (paragraph: Paragraph): string =>
    `${XML}<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>unseen</title></head><body>${chapter(paragraph)}</body></html>`;
  const { title = '', author = '', keywords = '', created = '' } = given;
  return zipFile([
    { name: 'mimetype', content: 'application/epub+zip', isStored: true },
    {
      name: 'META-INF/container.xml',
      content: `${XML}<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`,
    },
    {
      name: 'OEBPS/book.opf',
      content: `${XML}<package><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escaped(title)}</dc:title><dc:creator>${escaped(author)}</dc:creator>${keywords
        .split(', ')
        .map((one) => `<dc:subject>${escaped(one)}</dc:subject>`)
        .join(
          '',
        )}<dc:date>${created}</dc:date><dc:language>en</dc:language></metadata><manifest>${given.paragraphs.map((_, i) => `<item id="c${i}" href="text/c%20${i}.xhtml"/>`).join('')}</manifest><spine>${given.paragraphs.map((_, i) => `<itemref idref="c${i}"/>`).join('')}</spine></package>`,
    },
    ...given.paragraphs.map((one, i) => ({ name: `OEBPS/text/c ${i}.xhtml`, content: page(one) })).reverse(),
  ]);
}

export function rtfFile(given: OfficeText): Buffer {
  const encode = (text: string): string =>
    text
      .replace(/[\\{}]/g, '\\$&')
      .replace(/[^\x00-\x7f]/g, (c) =>
        c.charCodeAt(0) < 256 ? `\\'${c.charCodeAt(0).toString(16)}` : `\\u${c.charCodeAt(0)}?`,
      );
  const { title = '', author = '', keywords = '', created = '', pages = 1 } = given;
  const [year = '', month = '', day = ''] = created
    .slice(0, 10)
    .split('-')
    .map((part) => part && String(Number(part)));
  const paragraph = ({ text, style, link }: Paragraph): string => {
    const run =
      link === undefined
        ? encode(text)
        : `{\\field{\\*\\fldinst{HYPERLINK "${link}"}}{\\fldrslt{${encode(text)}}}}`;
    return `{\\pard\\fs${style === 'title' ? 40 : style === 'heading' ? 28 : 20} ${run}\\par}\n`;
  };
  return Buffer.from(
    `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\froman\\fcharset0 Times;}}{\\stylesheet{\\s0 Normal;}}{\\info{\\title ${encode(title)}}{\\author ${encode(author)}}{\\keywords ${encode(keywords)}}{\\creatim\\yr${year}\\mo${month}\\dy${day}}{\\nofpages${pages}}}{\\*\\generator Nobody;}\n${given.paragraphs.map(paragraph).join('')}}`,
    'latin1',
  );
}

/** [MS-DOC] in [MS-CFB]: one piece of UTF-16 and one of windows-1252; the summary is in the mini stream. */
export function docFile(given: OfficeText): Buffer {
  const marked = given.paragraphs
    .map(({ text, link }) =>
      link === undefined ? `${text}\r` : `\x13 HYPERLINK "${link}" \x14${text}\x15\r`,
    )
    .join('');
  const half = Math.floor(marked.length / 2);
  const wide = Buffer.from(marked.slice(0, half), 'utf16le');
  const narrow = Buffer.from(marked.slice(half), 'latin1');
  const textAt = 1024;
  const word = Buffer.alloc(Math.max(4096, textAt + wide.length + narrow.length));
  word.writeUInt16LE(0xa5ec, 0);
  word.writeUInt16LE(193, 2);
  word.writeUInt16LE(0x0200, 10);
  word.writeUInt16LE(14, 32);
  word.writeUInt16LE(22, 62);
  word.writeUInt32LE(marked.length, 0x4c);
  word.writeUInt16LE(93, 0x98);
  wide.copy(word, textAt);
  narrow.copy(word, textAt + wide.length);
  const pieces = Buffer.alloc(5 + 12 + 16);
  pieces[0] = 2;
  pieces.writeUInt32LE(28, 1);
  pieces.writeUInt32LE(0, 5);
  pieces.writeUInt32LE(half, 9);
  pieces.writeUInt32LE(marked.length, 13);
  pieces.writeUInt32LE(textAt, 19);
  pieces.writeUInt32LE(((textAt + wide.length) * 2) | 0x40000000, 27);
  const table = Buffer.alloc(4096);
  pieces.copy(table, 100);
  word.writeUInt32LE(100, 0x1a2);
  word.writeUInt32LE(pieces.length, 0x1a6);
  return compoundFile([
    { name: 'WordDocument', content: word },
    { name: '1Table', content: table },
    { name: '\u0005SummaryInformation', content: summary(given) },
  ]);
}

/** [MS-OLEPS]: texts 2 title, 4 author, 5 keywords; date 12; number 14. */
function summary({
  title = '',
  author = '',
  keywords = '',
  created = '2024-01-01',
  pages = 1,
}: OfficeText): Buffer {
  const text = (value: string): Buffer => {
    const bytes = Buffer.from(`${value}\0`, 'latin1');
    const head = Buffer.alloc(8);
    head.writeUInt32LE(0x1e, 0);
    head.writeUInt32LE(bytes.length, 4);
    return Buffer.concat([head, bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  };
  const date = Buffer.alloc(12);
  date.writeUInt32LE(0x40, 0);
  date.writeBigUInt64LE((BigInt(Date.parse(created)) + 11_644_473_600_000n) * 10_000n, 4);
  const count = Buffer.alloc(8);
  count.writeUInt32LE(3, 0);
  count.writeUInt32LE(pages, 4);
  const values: [number, Buffer][] = [
    [2, text(title)],
    [4, text(author)],
    [5, text(keywords)],
    [12, date],
    [14, count],
  ];
  const index = Buffer.alloc(8 + 8 * values.length);
  let at = index.length;
  values.forEach(([id, value], i) => {
    index.writeUInt32LE(id, 8 + 8 * i);
    index.writeUInt32LE(at, 12 + 8 * i);
    at += value.length;
  });
  index.writeUInt32LE(at, 0);
  index.writeUInt32LE(values.length, 4);
  const head = Buffer.alloc(48);
  head.writeUInt16LE(0xfffe, 0);
  head.writeUInt32LE(1, 24);
  Buffer.from('e0859ff2f94f6810ab9108002b27b3d9', 'hex').copy(head, 28);
  head.writeUInt32LE(48, 44);
  return Buffer.concat([head, index, ...values.map(([, value]) => value)]);
}

/** Sectors of 512 bytes: the allocation table first, then the directory, then the streams, small ones together. */
export function compoundFile(streams: readonly { name: string; content: Buffer }[]): Buffer {
  const SECTOR = 512;
  const END = 0xfffffffe;
  const small = streams.filter(({ content }) => content.length < 4096);
  const padded = (content: Buffer, to: number): Buffer =>
    Buffer.concat([content], Math.ceil(content.length / to) * to);
  const mini = Buffer.concat(small.map(({ content }) => padded(content, 64)));
  const miniFat = Buffer.alloc(SECTOR, 0xff);
  const large = streams.filter(({ content }) => content.length >= 4096);
  const chunks: Buffer[] = [];
  const fat: number[] = [0xfffffffd];
  const add = (content: Buffer): number => {
    if (content.length === 0) return END;
    const start = fat.length;
    const sectors = Math.ceil(content.length / SECTOR);
    for (let i = 1; i < sectors; i++) fat.push(start + i);
    fat.push(END);
    chunks.push(padded(content, SECTOR));
    return start;
  };
  const directoryStart = add(Buffer.alloc(SECTOR * Math.ceil((streams.length + 1) / 4)));
  const miniFatStart = add(miniFat);
  const miniStart = add(mini);
  const starts = new Map(large.map(({ name, content }) => [name, add(content)]));
  let miniAt = 0;
  for (const { name, content } of small) {
    const sectors = Math.ceil(content.length / 64);
    starts.set(name, miniAt);
    for (let i = 0; i < sectors; i++)
      miniFat.writeUInt32LE(i + 1 === sectors ? END : miniAt + i + 1, 4 * (miniAt + i));
    miniAt += sectors;
  }
  chunks[1] = miniFat;
  chunks[0] = Buffer.concat(
    [
      directoryEntry('Root Entry', 5, miniStart, mini.length, { child: 1 }),
      ...streams.map(({ name, content }, i) =>
        directoryEntry(name, 2, starts.get(name)!, content.length, {
          right: i + 1 < streams.length ? i + 2 : undefined,
        }),
      ),
    ],
    chunks[0]!.length,
  );
  const header = Buffer.alloc(SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(directoryStart, 48);
  header.writeUInt32LE(4096, 56);
  header.writeUInt32LE(miniFatStart, 60);
  header.writeUInt32LE(1, 64);
  header.writeUInt32LE(END, 68);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(SECTOR, 0xff);
  fat.forEach((next, i) => {
    table.writeUInt32LE(next, 4 * i);
  });
  return Buffer.concat([header, table, ...chunks]);
}

function directoryEntry(
  name: string,
  type: number,
  start: number,
  size: number,
  { child, right }: { child?: number; right?: number | undefined },
): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 0, 'utf16le');
  entry.writeUInt16LE(2 * name.length + 2, 64);
  entry[66] = type;
  entry[67] = 1;
  entry.writeUInt32LE(0xffffffff, 68);
  entry.writeUInt32LE(right ?? 0xffffffff, 72);
  entry.writeUInt32LE(child ?? 0xffffffff, 76);
  entry.writeUInt32LE(start, 116);
  entry.writeUInt32LE(size, 120);
  return entry;
}

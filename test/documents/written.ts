/** Made documents as files of every format. */
import {
  docFile,
  docxFile,
  epubFile,
  type OfficeText,
  odtFile,
  pptxFile,
  rtfFile,
} from '../page/document-files.ts';
import type { Block, MadeDocument, Style } from './made.ts';

export type PdfLayout = 'one column' | 'two columns' | 'plain';

const SIZES: Record<Style, number> = {
  banner: 9,
  title: 18,
  author: 12,
  small: 10,
  heading: 12,
  text: 10,
  reference: 9,
  break: 0,
};
const WIDTH = 595;
const HEIGHT = 842;
const MARGIN = 60;

interface PdfLine {
  text: string;
  size: number;
  x: number;
  y: number;
}

/** ISO 32000-1, 7.5, with Helvetica; `plain` has one size for everything, as a typewriter has. */
export function asPdf(
  document: MadeDocument,
  layout: PdfLayout,
  info: { title?: string; author?: string } = {},
): Buffer {
  const pages = setPages(document.blocks, layout);
  const literal = (text: string): string => `(${text.replace(/[\\()]/g, '\\$&')})`;
  const entries = [
    info.title === undefined ? '' : `/Title ${literal(info.title)}`,
    info.author === undefined ? '' : `/Author ${literal(info.author)}`,
  ];
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, i) => `${5 + 2 * i} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Producer (made) ${entries.join(' ')} >>`,
    ...pages.flatMap((lines, i) => {
      const content = lines
        .map(({ text, size, x, y }) => `BT /F1 ${size} Tf ${x} ${y} Td ${literal(text)} Tj ET`)
        .join('\n');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${6 + 2 * i} 0 R >>`,
        `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let body = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const starts = objects.map((object, i) => {
    const at = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = starts.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}

function setPages(blocks: readonly Block[], layout: PdfLayout): PdfLine[][] {
  const pages: PdfLine[][] = [[]];
  let column = 0;
  let y = HEIGHT - MARGIN;
  let top = y;
  const columns = layout === 'two columns' ? 2 : 1;
  const width = (WIDTH - 2 * MARGIN - (columns - 1) * 20) / columns;
  const turn = (): void => {
    if (++column < columns) y = top;
    else {
      pages.push([]);
      column = 0;
      y = top = HEIGHT - MARGIN;
    }
  };
  for (const { text, style } of blocks) {
    if (style === 'break') {
      column = columns;
      turn();
      continue;
    }
    const size = layout === 'plain' ? 10 : SIZES[style];
    const isHead = style === 'banner' || style === 'title' || style === 'author' || style === 'small';
    const room = isHead && pages.length === 1 && column === 0 ? WIDTH - 2 * MARGIN : width;
    for (const line of wrapped(text, Math.floor(room / (size * 0.5)))) {
      if (y < MARGIN) turn();
      pages.at(-1)!.push({ text: line, size, x: MARGIN + column * (width + 20), y });
      y -= size * 1.25;
    }
    if (isHead && pages.length === 1 && column === 0) top = y;
    y -= 6;
  }
  return pages;
}

function wrapped(text: string, letters: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length + 1 > letters) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** With declared properties, or without, as many files are. */
function officeText({ blocks, title, authors, keywords, date }: MadeDocument, declared: boolean): OfficeText {
  const styles: Partial<Record<Style, 'title' | 'heading'>> = { title: 'title', heading: 'heading' };
  const paragraphs = blocks
    .filter(({ style }) => style !== 'break')
    .map(({ text, style }) => ({ text, ...(styles[style] === undefined ? {} : { style: styles[style] }) }));
  if (!declared) return { paragraphs };
  return {
    paragraphs,
    title,
    author: authors.join('; '),
    keywords: keywords.join(', '),
    ...(date === undefined ? {} : { created: `${date}-01T00:00:00Z` }),
  };
}

export const asDocx = (document: MadeDocument, declared = true): Buffer =>
  docxFile(officeText(document, declared));
export const asOdt = (document: MadeDocument, declared = true): Buffer =>
  odtFile(officeText(document, declared));
export const asRtf = (document: MadeDocument, declared = true): Buffer =>
  rtfFile(officeText(document, declared));
export const asDoc = (document: MadeDocument, declared = true): Buffer =>
  docFile(officeText(document, declared));
export const asEpub = (document: MadeDocument): Buffer => epubFile(officeText(document, true));
export const asPptx = (document: MadeDocument): Buffer => pptxFile(officeText(document, true));

export const asText = ({ blocks }: MadeDocument): Buffer =>
  Buffer.from(blocks.map(({ text }) => wrapped(text, 78).join('\n')).join('\n\n'));

export function asHtml({ blocks, title }: MadeDocument): Buffer {
  const tags: Partial<Record<Style, string>> = { title: 'h1', heading: 'h2' };
  const body = blocks
    .map(({ text, style }) => `<${tags[style] ?? 'p'}>${text}</${tags[style] ?? 'p'}>`)
    .join('\n');
  return Buffer.from(
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`,
  );
}

export function asLatex({ blocks, title, authors, type }: MadeDocument): Buffer {
  let inReferences = false;
  const lines = blocks.flatMap(({ text, style }, at) => {
    const escaped = text.replace(/[%&#_$]/g, '\\$&');
    if (style === 'title' || style === 'author') return [];
    if (style === 'reference') {
      const item = `\\bibitem{r${at}} ${escaped.replace(/^\[\d+\] /, '')}`;
      const isFirst = !inReferences;
      inReferences = true;
      return isFirst ? ['\\begin{thebibliography}{99}', item] : [item];
    }
    if (style === 'heading' && text === 'References') return [];
    if (style === 'heading' && text === 'Abstract') return ['\\section*{Abstract}'];
    if (style === 'heading')
      return [
        `\\${type === 'thesis' ? 'chapter' : 'section'}{${escaped.replace(/^(?:Chapter )?\d+:? /, '')}}`,
      ];
    return [escaped, ''];
  });
  return Buffer.from(
    `\\documentclass{article}\n\\title{${title}}\n\\author{${authors.join(' \\and ')}}\n\\begin{document}\n\\maketitle\n${lines.join('\n')}\n${inReferences ? '\\end{thebibliography}\n' : ''}\\end{document}\n`,
  );
}

/** A page of Courier: Ghostscript must be installed to read it. */
export function asPostScript({ blocks, title }: MadeDocument): Buffer {
  const lines = blocks.flatMap(({ text }) => wrapped(text, 80));
  const body = lines.map(
    (line, i) =>
      `${i % 60 === 0 ? `${i === 0 ? '' : 'showpage\n'}/Courier findfont 10 scalefont setfont\n` : ''}50 ${790 - (i % 60) * 12} moveto (${line.replace(/[\\()]/g, '\\$&')}) show`,
  );
  return Buffer.from(
    `%!PS-Adobe-3.0\n%%Title: (${title})\n%%Pages: ${Math.ceil(lines.length / 60)}\n%%EndComments\n${body.join('\n')}\nshowpage\n%%EOF\n`,
  );
}

/** A PDF of one page, written by hand after ISO 32000-1, 7.5. */
export interface PdfFile {
  /** The operators of the page, or their bytes with the filter that undoes them. */
  content: string | { bytes: Uint8Array; filter: string };
  annotations?: string;
  title?: string;
}

export function pdfFile({ content, annotations = '', title = 'A title' }: PdfFile): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content.bytes;
  const filter = typeof content === 'string' ? '' : `/Filter /${content.filter}`;
  const objects: Uint8Array[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Annots [${annotations}]
          /Resources << /Font << /F1 5 0 R >> >> >>`,
    ),
    Buffer.concat([
      Buffer.from(`<< /Length ${bytes.length} ${filter} >>\nstream\n`),
      bytes,
      Buffer.from('\nendstream'),
    ]),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>'),
    Buffer.from(`<< /Title (${title}) >>`),
  ];
  const parts: Uint8Array[] = [Buffer.from('%PDF-1.4\n')];
  let length = parts[0]!.length;
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  objects.forEach((object, at) => {
    table += `${String(length).padStart(10, '0')} 00000 n \n`;
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
  });
  parts.push(
    Buffer.from(
      `${table}trailer << /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

export function linkAnnotation(rect: number[], uri: string): string {
  return `<< /Type /Annot /Subtype /Link /Rect [${rect.join(' ')}] /A << /S /URI /URI (${uri}) >> >>`;
}

/** RIS, as reference managers read it. */
import { type CitationFormat, type CitedDocument, lastFirst } from './cited.ts';

const TYPES: Readonly<Record<string, string>> = {
  thesis: 'THES',
  'technical-report': 'RPRT',
  'academic-paper': 'JOUR',
};

export const ris: CitationFormat = { open: '', record, close: '' };

function record({ type, header, url, accessed, id }: CitedDocument): string {
  const { title, authors = [], abstract, keywords = [], date, language, pages } = header;
  const [year = '', month = '', day = ''] = date?.split('-') ?? [];
  const lines: [string, string | undefined][] = [
    ['TY', TYPES[type ?? ''] ?? 'GEN'],
    ['ID', id],
    ['TI', title],
    ...authors.map((name): [string, string] => ['AU', lastFirst(name)]),
    ['PY', year],
    ['DA', date && `${year}/${month}/${day}/`],
    ['AB', abstract],
    ...keywords.map((word): [string, string] => ['KW', word]),
    ['LA', language],
    ['SP', pages?.toString()],
    ['UR', url],
    ['Y2', accessed.replaceAll('-', '/')],
  ];
  const written = lines
    .filter(([, value]) => value)
    .map(([tag, value]) => `${tag}  - ${value!.replace(/\s+/g, ' ')}`);
  return `${written.join('\r\n')}\r\nER  - \r\n\r\n`;
}

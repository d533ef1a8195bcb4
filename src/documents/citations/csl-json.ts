/** CSL-JSON 1.0, for Zotero, pandoc and citeproc. */
import { type CitationFormat, type CitedDocument, nameParts } from './cited.ts';

const TYPES: Readonly<Record<string, string>> = {
  thesis: 'thesis',
  'technical-report': 'report',
  'academic-paper': 'article',
  faq: 'webpage',
};

export const cslJson: CitationFormat = { open: '[\n', record, between: ',\n', close: '\n]\n' };

function record({ id, type, header, url, accessed }: CitedDocument): string {
  const { title, authors, abstract, keywords, date, language, pages } = header;
  return JSON.stringify({
    id,
    type: TYPES[type ?? ''] ?? 'document',
    title,
    author: authors?.map(nameParts),
    issued: date === undefined ? undefined : { 'date-parts': [date.split('-').map(Number)] },
    abstract,
    keyword: keywords?.join(', '),
    language,
    'number-of-pages': pages,
    URL: url,
    accessed: { 'date-parts': [accessed.split('-').map(Number)] },
  });
}

/** Simple Dublin Core (`oai_dc`): one element a value, blanks left out. */
import { type CitationFormat, type CitedDocument, lastFirst } from './cited.ts';
import { element, XML } from './xml-text.ts';

export const dublinCore: CitationFormat = {
  open: `${XML}<records>\n`,
  record: dcOf,
  between: '\n',
  close: '\n</records>\n',
};

export function dcOf({ header, type, mediaType, url }: CitedDocument): string {
  const { title, authors, abstract, keywords = [], subjects = [], date, language } = header;
  return [
    '<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd">',
    element('dc:title', title),
    element('dc:creator', authors?.map(lastFirst)),
    element('dc:subject', [...new Set([...subjects, ...keywords])]),
    element('dc:description', abstract),
    element('dc:date', date),
    element('dc:type', type),
    element('dc:format', mediaType),
    element('dc:identifier', url),
    element('dc:language', language),
    '</oai_dc:dc>',
  ].join('');
}

/** MODS 3.7, the Library of Congress's schema for bibliographic records. */
import { type CitationFormat, type CitedDocument, nameParts } from './cited.ts';
import { element, XML } from './xml-text.ts';

export const mods: CitationFormat = {
  open: `${XML}<modsCollection xmlns="http://www.loc.gov/mods/v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.loc.gov/mods/v3 http://www.loc.gov/standards/mods/v3/mods-3-7.xsd">\n`,
  record,
  between: '\n',
  close: '\n</modsCollection>\n',
};

function record({ id, header, type, mediaType, url, accessed }: CitedDocument): string {
  const { title, authors = [], abstract, keywords = [], subjects = [], date, language, pages } = header;
  const around = (name: string, inside: string, attributes = ''): string =>
    inside === '' ? '' : `<${name}${attributes}>${inside}</${name}>`;
  const names = authors.map((author) => {
    const { family, given } = nameParts(author);
    const parts = element('namePart', family, 'type="family"') + element('namePart', given, 'type="given"');
    return around('name', `${parts}<role><roleTerm type="text">author</roleTerm></role>`, ' type="personal"');
  });
  return around(
    'mods',
    [
      around('titleInfo', element('title', title)),
      ...names,
      element('typeOfResource', 'text'),
      element('genre', type),
      around('originInfo', element('dateIssued', date, 'encoding="w3cdtf"')),
      around('language', element('languageTerm', language, 'type="code" authority="rfc3066"')),
      around(
        'physicalDescription',
        element('internetMediaType', mediaType) +
          element('extent', pages === undefined ? undefined : `${pages} pages`),
      ),
      element('abstract', abstract),
      ...[...new Set([...subjects, ...keywords])].map((topic) => around('subject', element('topic', topic))),
      around('location', element('url', url, `dateLastAccessed="${accessed}"`)),
      around('recordInfo', element('recordIdentifier', id)),
    ].join(''),
    ' version="3.7"',
  );
}

/** Expected records are written by hand after the specifications that each format names. */
import { describe, expect, test } from 'vitest';
import { bibtex } from '../../src/documents/citations/bibtex.ts';
import { type CitedDocument, nameParts } from '../../src/documents/citations/cited.ts';
import { cslJson } from '../../src/documents/citations/csl-json.ts';
import { dublinCore } from '../../src/documents/citations/dublin-core.ts';
import { mods } from '../../src/documents/citations/mods.ts';
import { oaiStatic } from '../../src/documents/citations/oai-static.ts';
import { ris } from '../../src/documents/citations/ris.ts';

const full: CitedDocument = {
  id: '17',
  url: 'http://example.org/t.pdf',
  mediaType: 'application/pdf',
  type: 'thesis',
  accessed: '2026-05-17',
  header: {
    title: 'Herons & 100 % of <Fish>',
    authors: ['Anna van der Berg', 'Knuth, Donald E.'],
    abstract: 'We count.',
    keywords: ['heron', 'fish_count'],
    subjects: ['Birds'],
    date: '2008-04',
    language: 'en',
    pages: 120,
  },
};
const blank: CitedDocument = { ...full, type: undefined, header: {} };

describe('a citation', () => {
  test('in BibTeX has its special characters escaped', () => {
    expect(bibtex.record(full)).toBe(`@thesis{vanderberg2008-17,
  title = {{Herons \\& 100 \\% of <Fish>}},
  author = {van der Berg, Anna and Knuth, Donald E.},
  year = {2008},
  date = {2008-04},
  abstract = {We count.},
  keywords = {heron, fish\\_count},
  language = {en},
  pagetotal = {120},
  url = {http://example.org/t.pdf},
  urldate = {2026-05-17}
}
`);
  });

  test('in RIS has a tag a line and ends with ER', () => {
    expect(ris.record(full).split('\r\n')).toEqual([
      'TY  - THES',
      'ID  - 17',
      'TI  - Herons & 100 % of <Fish>',
      'AU  - van der Berg, Anna',
      'AU  - Knuth, Donald E.',
      'PY  - 2008',
      'DA  - 2008/04//',
      'AB  - We count.',
      'KW  - heron',
      'KW  - fish_count',
      'LA  - en',
      'SP  - 120',
      'UR  - http://example.org/t.pdf',
      'Y2  - 2026/05/17',
      'ER  - ',
      '',
      '',
    ]);
  });

  test('in CSL-JSON has names and dates in parts', () => {
    expect(JSON.parse(cslJson.record(full))).toEqual({
      id: '17',
      type: 'thesis',
      title: 'Herons & 100 % of <Fish>',
      author: [
        { family: 'van der Berg', given: 'Anna' },
        { family: 'Knuth', given: 'Donald E.' },
      ],
      issued: { 'date-parts': [[2008, 4]] },
      abstract: 'We count.',
      keyword: 'heron, fish_count',
      language: 'en',
      'number-of-pages': 120,
      URL: 'http://example.org/t.pdf',
      accessed: { 'date-parts': [[2026, 5, 17]] },
    });
  });

  test('in Dublin Core and MODS is escaped for XML', () => {
    expect(dublinCore.record(full)).toContain('<dc:title>Herons &amp; 100 % of &lt;Fish&gt;</dc:title>');
    expect(dublinCore.record(full)).toContain(
      '<dc:creator>van der Berg, Anna</dc:creator><dc:creator>Knuth, Donald E.</dc:creator>',
    );
    const record = mods.record(full);
    expect(record).toContain(
      '<namePart type="family">van der Berg</namePart><namePart type="given">Anna</namePart>',
    );
    expect(record).toContain('<dateIssued encoding="w3cdtf">2008-04</dateIssued>');
    expect(record).toContain('<subject><topic>Birds</topic></subject>');
  });

  test('of a document with a blank header leaves every field out', () => {
    expect(bibtex.record(blank)).toBe(
      '@misc{anonymous-17,\n  url = {http://example.org/t.pdf},\n  urldate = {2026-05-17}\n}\n',
    );
    expect(dublinCore.record(blank)).not.toMatch(/dc:(?:title|creator|date|description|subject)>/);
    expect(mods.record(blank)).not.toMatch(/<(?:titleInfo|name|originInfo|abstract|subject|genre)/);
    expect(Object.keys(JSON.parse(cslJson.record(blank)) as object)).toEqual([
      'id',
      'type',
      'URL',
      'accessed',
    ]);
  });

  test('in a static repository has an identifier and a date of its own', () => {
    const format = oaiStatic({
      name: 'Herons',
      baseUrl: 'http://gate.example.org/herons.xml',
      adminEmail: 'a@example.org',
      domain: 'example.org',
      earliest: '2026-05-17',
    });
    expect(format.open).toContain(
      '<oai:baseURL>http://gate.example.org/herons.xml</oai:baseURL><oai:protocolVersion>2.0</oai:protocolVersion><oai:adminEmail>a@example.org</oai:adminEmail><oai:earliestDatestamp>2026-05-17</oai:earliestDatestamp><oai:deletedRecord>no</oai:deletedRecord><oai:granularity>YYYY-MM-DD</oai:granularity>',
    );
    expect(format.record(full)).toContain(
      '<oai:identifier>oai:example.org:17</oai:identifier><oai:datestamp>2026-05-17</oai:datestamp>',
    );
  });
});

test.each([
  ['Anna Gray', { family: 'Gray', given: 'Anna' }],
  ['Ludwig van Beethoven', { family: 'van Beethoven', given: 'Ludwig' }],
  ['Plato', { family: 'Plato' }],
  ['Knuth, D. E.', { family: 'Knuth', given: 'D. E.' }],
])('the name %s has its parts', (name, parts) => {
  expect(nameParts(name)).toEqual(parts);
});

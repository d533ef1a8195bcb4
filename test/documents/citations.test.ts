/** Expected records are written by hand after the specifications that each format names. */
import { Parser } from 'htmlparser2';
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

const repository = oaiStatic({
  name: 'Herons',
  baseUrl: 'http://gate.example.org/herons.xml',
  adminEmail: 'a@example.org',
  domain: 'example.org',
  earliest: '2026-05-17',
});

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
    expect(repository.open).toContain(
      '<oai:baseURL>http://gate.example.org/herons.xml</oai:baseURL><oai:protocolVersion>2.0</oai:protocolVersion><oai:adminEmail>a@example.org</oai:adminEmail><oai:earliestDatestamp>2026-05-17</oai:earliestDatestamp><oai:deletedRecord>no</oai:deletedRecord><oai:granularity>YYYY-MM-DD</oai:granularity>',
    );
    expect(repository.record(full)).toContain(
      '<oai:identifier>oai:example.org:17</oai:identifier><oai:datestamp>2026-05-17</oai:datestamp>',
    );
  });
});

/** What may be inside what, restated from mods-3-7.xsd, oai_dc.xsd and OAI-PMH.xsd as far as we write it. */
const INSIDE: Readonly<Record<string, string>> = {
  '': 'modsCollection records Repository',
  modsCollection: 'mods',
  mods: 'titleInfo name typeOfResource genre originInfo language physicalDescription abstract subject location recordInfo',
  titleInfo: 'title',
  name: 'namePart role',
  role: 'roleTerm',
  originInfo: 'dateIssued',
  language: 'languageTerm',
  physicalDescription: 'internetMediaType extent',
  subject: 'topic',
  location: 'url',
  recordInfo: 'recordIdentifier',
  records: 'oai_dc:dc',
  'oai_dc:dc':
    'dc:title dc:creator dc:subject dc:description dc:date dc:type dc:format dc:identifier dc:language',
  Repository: 'Identify ListMetadataFormats ListRecords',
  ListMetadataFormats: 'oai:metadataFormat',
  ListRecords: 'oai:record',
  'oai:metadata': 'oai_dc:dc',
};
/** The same where the order is fixed and every element is there once. */
const IN_ORDER: Readonly<Record<string, string>> = {
  Identify:
    'oai:repositoryName oai:baseURL oai:protocolVersion oai:adminEmail oai:earliestDatestamp oai:deletedRecord oai:granularity',
  'oai:metadataFormat': 'oai:metadataPrefix oai:schema oai:metadataNamespace',
  'oai:record': 'oai:header oai:metadata',
  'oai:header': 'oai:identifier oai:datestamp',
};

function faultsIn(xml: string): string[] {
  const faults: string[] = [];
  const open: { name: string; children: string[] }[] = [{ name: '', children: [] }];
  const parser = new Parser(
    {
      onopentagname(name) {
        const { name: outer, children } = open.at(-1)!;
        children.push(name);
        const allowed = IN_ORDER[outer] ?? INSIDE[outer] ?? '';
        if (!allowed.split(' ').includes(name)) faults.push(`<${name}> in <${outer}>`);
        open.push({ name, children: [] });
      },
      onclosetag(name, isImplied) {
        const { children } = open.pop()!;
        if (isImplied) faults.push(`<${name}> is not closed`);
        const order = IN_ORDER[name];
        if (order !== undefined && children.join(' ') !== order)
          faults.push(`<${name}>: ${children.join(' ')}`);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  if (/&(?!(?:amp|lt|gt|quot);)/.test(xml)) faults.push('a bare &');
  return faults;
}

test.each([
  ['Dublin Core', dublinCore],
  ['MODS', mods],
  ['an OAI-PMH static repository', repository],
])('%s is built as its schema says, also of blank and hostile headers', (_, format) => {
  const hostile = '\u0000<a>&amp;]]>\ud800"';
  const odd = {
    ...full,
    header: { title: hostile, authors: [hostile], abstract: hostile, keywords: [hostile] },
  };
  const xml = `${format.open}${[full, blank, odd].map(format.record).join(format.between)}${format.close}`;
  expect(faultsIn(xml)).toEqual([]);
  expect(xml).not.toMatch(/[\u0000-\u0008\ud800-\udfff]/);
});

test.each([
  ['Anna Gray', { family: 'Gray', given: 'Anna' }],
  ['Ludwig van Beethoven', { family: 'van Beethoven', given: 'Ludwig' }],
  ['Plato', { family: 'Plato' }],
  ['Knuth, D. E.', { family: 'Knuth', given: 'D. E.' }],
])('the name %s has its parts', (name, parts) => {
  expect(nameParts(name)).toEqual(parts);
});

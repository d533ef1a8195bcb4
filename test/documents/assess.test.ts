/** Types and headers of documents whose type and header were known before they were written. */
import { afterAll, describe, expect, test } from 'vitest';
import { assess } from '../../src/documents/assess.ts';
import { unwelcomeIn } from '../../src/documents/file-names.ts';
import { namesIn } from '../../src/documents/names.ts';
import { outlineOf } from '../../src/documents/outline.ts';
import { typeOf } from '../../src/documents/types.ts';
import { linkToDocument, wantedDocuments } from '../../src/documents/wanted.ts';
import { closeDocumentThread } from '../../src/page/document.ts';
import { readDocument } from '../../src/page/read.ts';
import { documentTypeSchema } from '../../src/topic/documents.ts';
import { topicSchema } from '../../src/topic/topic.ts';
import { faq, type MadeDocument, other, paper, report, thesis } from './made.ts';
import { asDocx, asHtml, asLatex, asPdf, asText } from './written.ts';

afterAll(closeDocumentThread);

const topicOf = (documents: unknown) =>
  topicSchema.parse({
    name: 'test',
    keywords: ['heron', 'egret'],
    seeds: ['http://example.org/'],
    documents,
  });
const wanted = wantedDocuments(topicOf(true), undefined)!;
const subject = ['heron', 'egret', 'bittern'];

async function assessed(file: string, body: Uint8Array, by = wanted) {
  const page = await readDocument({ url: `http://example.org/${file}`, headers: [], body });
  if ('refused' in page) throw new Error(page.detail);
  return assess(page, by);
}

const formats: [string, (made: MadeDocument) => Uint8Array][] = [
  ['a.pdf', (made) => asPdf(made, 'two columns')],
  ['a.docx', (made) => asDocx(made, false)],
  ['a.tex', asLatex],
  ['a.txt', asText],
];

describe('a document', () => {
  test.each([
    ['thesis', thesis],
    ['report', report],
    ['paper', paper],
    ['list of questions', faq],
    ['letter or leaflet', other],
  ])('that is a %s is known as one, with reasons, in every format', async (_, make) => {
    for (const [at, [file, write]] of formats.entries()) {
      const made = make({ seed: 70 + at, subject });
      const found = await assessed(file, write(made));
      expect([file, found?.type]).toEqual([file, made.type]);
      expect(found?.typeWhy.length).toBeGreaterThan(0);
    }
  });

  test('has the header that it was written with', async () => {
    const made = thesis({ seed: 80, subject });
    const { header } = (await assessed('a.pdf', asPdf(made, 'one column')))!;
    expect(header).toMatchObject({
      title: made.title,
      authors: made.authors,
      date: made.date,
      abstract: made.abstract,
    });
    expect(header.references).toHaveLength(made.references);
    expect(header.keywords).toBeUndefined();
  });

  test('takes a printed title before a declared name of a file', async () => {
    const made = paper({ seed: 81, subject });
    const body = asPdf(made, 'one column', { title: 'Microsoft Word - final2.doc', author: 'Windows User' });
    expect((await assessed('a.pdf', body))?.header).toMatchObject({
      title: made.title,
      authors: made.authors,
    });
  });

  test('in HTML is one only if its type says so', async () => {
    expect((await assessed('a.html', asHtml(paper({ seed: 82, subject }))))?.type).toBe('academic-paper');
    expect(await assessed('a.html', asHtml(other({ seed: 83, subject })))).toBeUndefined();
    const anyLength = wantedDocuments(topicOf({ types: [{ name: 'any', words: { min: 1 } }] }), undefined)!;
    expect(await assessed('a.html', asHtml(other({ seed: 83, subject })), anyLength)).toBeUndefined();
  });

  test('may have a type of the user, and only the types that the topic names', async () => {
    const types = [
      { name: 'minutes', sections: ['Present', 'Agenda'], cues: ['heron'], pages: { max: 20 } },
      'thesis',
    ];
    const by = wantedDocuments(topicOf({ types }), undefined)!;
    const minutes = Buffer.from('Heron Society\n\nPresent\n\nAll of us.\n\nAgenda\n\nNests and reeds.');
    expect(await assessed('a.txt', minutes, by)).toMatchObject({
      type: 'minutes',
      typeWhy: ['on the first page: heron', 'sections: Present, Agenda'],
    });
    expect((await assessed('a.txt', asText(paper({ seed: 84, subject })), by))?.type).toBeUndefined();
    expect(() => wantedDocuments(topicOf({ types: ['theses'] }), undefined)).toThrow(/did you mean "thesis"/);
  });

  test('has subject headings of a scheme by the terms that stand for them', async () => {
    const by = wantedDocuments(
      topicOf({ subjects: { 'Wading birds': ['heron', 'bittern'], Comets: ['comet'] } }),
      undefined,
    )!;
    expect(
      (await assessed('a.txt', asText(paper({ seed: 85, subject: ['heron'] })), by))?.header.subjects,
    ).toEqual(['Wading birds']);
  });
});

test('a type needs what it names, and says what is missing', () => {
  const type = documentTypeSchema.parse({
    name: 'sheet',
    sections: ['features', 'ratings'],
    cues: ['data sheet'],
    words: { max: 20 },
  });
  const text = 'Data sheet of a lamp\nFeatures\nBright\n2. Ratings\nLow';
  expect(typeOf(outlineOf({ text }), [type]).type).toBe('sheet');
  expect(typeOf(outlineOf({ text: 'A lamp\nFeatures\nRatings' }), [type])).toEqual({
    type: undefined,
    why: ['no sheet: 0 of its cues on the first page, 1 are wanted'],
  });
  expect(typeOf(outlineOf({ text: `${text}\n${'word '.repeat(20).trim()}` }), [type]).why).toEqual([
    'no sheet: 30 words, too many',
  ]);
  // Entries of a table of contents are not headings.
  expect(outlineOf({ text: 'Features . . . . . 7' }).hasHeading('features')).toBe(false);
});

test.each([
  [['Anna Gray, Ben Q. Reed and Clara van der Berg'], ['Anna Gray', 'Ben Q. Reed', 'Clara van der Berg']],
  [['by', 'Anna Gray'], ['Anna Gray']],
  [['by Anna Gray', 'A thesis submitted to the University'], ['Anna Gray']],
  [
    ['Anna Gray1, Ben Reed2*', '1 University of Northgate', '2 Lake Institute'],
    ['Anna Gray', 'Ben Reed'],
  ],
  [['Department of Biology', 'We study herons in reeds.'], []],
])('of the lines %j the names are %j', (lines, names) => {
  expect(namesIn(lines)).toEqual(names);
});

test.each([
  ['http://a.test/hw3.pdf', 'hw'],
  ['http://a.test/CS%20Homeworks.pdf', 'homework'],
  ['http://a.test/AnnaGrayCV.pdf', 'cv'],
  ['http://a.test/cvpr2008.pdf', undefined],
  ['http://a.test/homework/paper.pdf', undefined],
])('the unwelcome word of %s is %s', (url, word) => {
  expect(unwelcomeIn(url, wanted.unwelcome)).toBe(word);
});

test('a link is a document by its ending, if its format is wanted', () => {
  const some = wantedDocuments(topicOf(undefined), ['pdf', 'docx'])!;
  expect(linkToDocument('http://a.test/a.PDF?x=1', some)).toEqual({ isDocument: true });
  expect(linkToDocument('http://a.test/a.rtf', some)).toEqual({
    refuse: 'document: format rtf is not wanted',
  });
  expect(linkToDocument('http://a.test/a.html', some)).toBeUndefined();
  expect(wantedDocuments(topicOf(undefined), undefined)).toBeUndefined();
  expect(wantedDocuments(topicOf(true), false)).toBeUndefined();
});

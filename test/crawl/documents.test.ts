/**
 * A site of some two hundred addresses with every step of CINDI's file fetcher (Chen, Concordia, 2008, section 4.5):
 * what is kept and under which name, what is dropped and why. One crawl, one table.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/archive/database.ts';
import type { DocumentRecord } from '../../src/archive/document-reader.ts';
import { openDocumentsOf } from '../../src/crawl/open-documents.ts';
import { resume } from '../../src/index.ts';
import { forageHere } from '../cli/forage-here.ts';
import { faq, other, paper, report, thesis } from '../documents/made.ts';
import {
  asDoc,
  asDocx,
  asEpub,
  asHtml,
  asLatex,
  asOdt,
  asPdf,
  asPptx,
  asRtf,
  asText,
} from '../documents/written.ts';
import { zipFile } from '../page/document-files.ts';
import {
  type Answer,
  crawlOf,
  look,
  page,
  pagesOf,
  removeFolders,
  type SmallWeb,
  smallWeb,
  type Table,
} from './small-web.ts';

afterAll(removeFolders);

const TOPIC = ['heron', 'egret', 'bittern', 'stork'];
const OTHER = ['comet', 'asteroid', 'nebula', 'quasar'];
const TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  doc: 'application/msword',
  odt: 'application/vnd.oasis.opendocument.text',
  rtf: 'application/rtf',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  epub: 'application/epub+zip',
  tex: 'application/x-tex',
  txt: 'text/plain',
};
const file = (name: string, body: Uint8Array, more: Record<string, string> = {}): Answer => ({
  headers: {
    'content-type': TYPES[name.split('.').at(-1)!] ?? 'application/octet-stream',
    'content-length': String(body.length),
    ...more,
  },
  body,
});

/** Every address with what must become of it. */
interface Case {
  answer: Answer | string;
  /** The verdict: accepted, rejected, unreadable, copy; or why it is no document of the crawl. */
  fate: string;
  type?: string;
}

const pdfOf = (seed: number, subject = TOPIC) => asPdf(paper({ seed, subject }), 'one column');
const main = paper({ seed: 1, subject: TOPIC });
const made = thesis({ seed: 2, subject: TOPIC });
const mainPdf = asPdf(main, 'two columns');
const scan = Buffer.from(
  asPdf({ ...main, blocks: [] }, 'plain')
    .toString('latin1')
    .replace(
      'stream\n\nendstream',
      `stream\nq 500 0 0 700 50 50 cm BI /W 2 /H 2 /CS /G /BPC 8 ID abcd EI Q ${' '.repeat(9000)}\nendstream`,
    )
    .replace('/Length 0', '/Length 9060'),
  'latin1',
);

const cases: Record<string, Case> = {
  // Types and topic.
  'lib.test/papers/main.pdf': { answer: file('a.pdf', mainPdf), fate: 'accepted', type: 'academic-paper' },
  'lib.test/theses/t1.pdf': {
    answer: file('a.pdf', asPdf(made, 'one column')),
    fate: 'accepted',
    type: 'thesis',
  },
  'lib.test/reports/r1.pdf': {
    answer: file('a.pdf', asPdf(report({ seed: 3, subject: TOPIC }), 'one column')),
    fate: 'accepted',
    type: 'technical-report',
  },
  'lib.test/help/questions.docx': {
    answer: file('a.docx', asDocx(faq({ seed: 4, subject: TOPIC }))),
    fate: 'accepted',
    type: 'faq',
  },
  'lib.test/papers/stars.pdf': {
    answer: file('a.pdf', pdfOf(5, OTHER)),
    fate: 'rejected: not on the topic',
    type: 'academic-paper',
  },
  'lib.test/misc/leaflet.pdf': {
    answer: file('a.pdf', asPdf(other({ seed: 6, subject: TOPIC }), 'one column')),
    fate: 'rejected: no type fits',
  },
  'lib.test/html/paper.html': {
    answer: asHtml(paper({ seed: 7, subject: TOPIC })).toString(),
    fate: 'accepted',
    type: 'academic-paper',
  },
  'lib.test/html/page.html': { answer: page([], 'heron egret bittern '.repeat(40)), fate: 'a page' },
  // Every format.
  'lib.test/formats/packed.tex.gz': {
    answer: file('a.gz', gzipSync(asLatex(paper({ seed: 20, subject: TOPIC })))),
    fate: 'accepted',
    type: 'academic-paper',
  },
  'lib.test/formats/a.docx': {
    answer: file('a.docx', asDocx(paper({ seed: 11, subject: TOPIC }))),
    fate: 'accepted',
    type: 'academic-paper',
  },
  'lib.test/formats/b.odt': {
    answer: file('a.odt', asOdt(paper({ seed: 12, subject: TOPIC }))),
    fate: 'accepted',
    type: 'academic-paper',
  },
  'lib.test/formats/c.rtf': {
    answer: file('a.rtf', asRtf(paper({ seed: 13, subject: TOPIC }))),
    fate: 'accepted',
    type: 'academic-paper',
  },
  'lib.test/formats/d.doc': {
    answer: file('a.doc', asDoc(paper({ seed: 14, subject: TOPIC }))),
    fate: 'accepted',
    type: 'academic-paper',
  },
  'lib.test/formats/e.tex': {
    answer: file('a.tex', asLatex(paper({ seed: 15, subject: TOPIC }))),
    fate: 'accepted',
    type: 'academic-paper',
  },
  'lib.test/formats/f.epub': {
    answer: file('a.epub', asEpub(paper({ seed: 16, subject: TOPIC }))),
    fate: 'accepted',
    type: 'academic-paper',
  },
  'lib.test/formats/g.txt': {
    answer: file('a.txt', asText(paper({ seed: 17, subject: TOPIC }))),
    fate: 'accepted',
    type: 'academic-paper',
  },
  'lib.test/formats/h.pptx': {
    answer: file('a.pptx', asPptx(paper({ seed: 18, subject: TOPIC }))),
    fate: 'accepted',
    type: 'academic-paper',
  },
  // Unwelcome names, as words (Table 8), and names that only contain one.
  ...Object.fromEntries(
    [
      'homework1',
      'hw-2',
      'CS_Assignment',
      'syllabus',
      'cv',
      'resume2008',
      'week7',
      'Lectures',
      'myExercise',
    ].map((name, i) => [
      `cs.test/teaching/${name}.pdf`,
      {
        answer: file('a.pdf', pdfOf(100 + i)),
        fate: `not fetched: document: unwelcome name "${['homework', 'hw', 'assignment', 'syllabus', 'cv', 'resume', 'week', 'lecture', 'exercise'][i]}"`,
      },
    ]),
  ),
  'cs.test/teaching/cvpr.pdf': {
    answer: file('a.pdf', pdfOf(120)),
    fate: 'accepted',
    type: 'academic-paper',
  },
  'cs.test/teaching/weekend.pdf': {
    answer: file('a.pdf', pdfOf(121)),
    fate: 'accepted',
    type: 'academic-paper',
  },
  // Sizes.
  'cs.test/size/tiny.pdf': {
    answer: file('a.pdf', mainPdf.subarray(0, 5000)),
    fate: 'not downloaded: document: a PDF of 5000 bytes, the smallest wanted is 8192',
  },
  'cs.test/size/unknown.pdf': {
    answer: {
      headers: { 'content-type': TYPES.pdf!, 'content-encoding': 'gzip' },
      body: gzipSync(mainPdf.subarray(0, 5001)),
    },
    fate: 'not kept: document: a PDF of 5001 bytes, the smallest wanted is 8192',
  },
  'cs.test/size/small.rtf': {
    answer: file('a.rtf', asRtf(other({ seed: 130, subject: TOPIC }))),
    fate: 'rejected: no type fits',
  },
  'cs.test/size/large.pdf': {
    answer: file('a.pdf', Buffer.alloc(200_000, '%PDF-1.4 ')),
    fate: 'not downloaded: document: 200000 bytes, the limit is 150000',
  },
  // Copies under other names and on other sites; other formats of one document; near names.
  'mirror.test/copy-of-main.pdf': { answer: file('a.pdf', mainPdf), fate: 'copy' },
  'mirror.test/papers/main.pdf': { answer: file('a.pdf', mainPdf), fate: 'copy' },
  'lib.test/papers/main.docx': {
    answer: file('a.docx', asDocx(main)),
    fate: 'accepted',
    type: 'academic-paper',
  },
  'lib.test/papers/main.rtf': {
    answer: file('a.rtf', asRtf(main)),
    fate: 'accepted',
    type: 'academic-paper',
  },
  // What cannot be read is kept, with the reason.
  'bad.test/broken.pdf': {
    answer: file('a.pdf', Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(9000, 'x')])),
    fate: 'unreadable: parse-error',
  },
  'bad.test/scan.pdf': { answer: file('a.pdf', scan), fate: 'unreadable: scanned' },
  'bad.test/bomb.docx': {
    answer: file('a.docx', zipFile([{ name: 'word/document.xml', content: Buffer.alloc(80_000_000, ' ') }])),
    fate: 'unreadable: parse-memory',
  },
  'bad.test/cut.odt': {
    answer: file('a.odt', asOdt(main).subarray(0, 2000)),
    fate: 'unreadable: parse-error',
  },
  // Refused, moved, dead, hidden; and a document that no URL announces.
  'lib.test/private/secret.pdf': { answer: file('a.pdf', pdfOf(140)), fate: 'robots' },
  'lib.test/hidden.pdf': {
    answer: file('a.pdf', pdfOf(141), { 'x-robots-tag': 'noindex' }),
    fate: 'noindex',
  },
  'lib.test/old.pdf': { answer: { status: 301, headers: { location: '/new/place.pdf' } }, fate: 'redirect' },
  'lib.test/new/place.pdf': { answer: file('a.pdf', pdfOf(142)), fate: 'accepted', type: 'academic-paper' },
  'lib.test/gone.pdf': { answer: { status: 404 }, fate: 'http 404' },
  'lib.test/download?id=7': { answer: file('a.pdf', pdfOf(143)), fate: 'accepted', type: 'academic-paper' },
  [`lib.test/${'very-long-name-'.repeat(12)}.pdf`]: {
    answer: file('a.pdf', pdfOf(144)),
    fate: 'accepted',
    type: 'academic-paper',
  },
  'lib.test/..%2F..%2F%C3%A9tude%20of%20it.pdf': {
    answer: file('a.pdf', pdfOf(145)),
    fate: 'accepted',
    type: 'academic-paper',
  },
  // The commonest name of the thesis's Table 9, on many directories, each with its own content; and a volume.
  ...Object.fromEntries(
    Array.from({ length: 24 }, (_, i) => [
      `names.test/d${i}/content.pdf`,
      { answer: file('a.pdf', pdfOf(200 + i)), fate: 'accepted', type: 'academic-paper' },
    ]),
  ),
  ...Object.fromEntries(
    Array.from({ length: 120 }, (_, i) => [
      `names.test/volume/${i}.txt`,
      {
        answer: file(
          'a.txt',
          asText(
            i % 4 === 0 ? paper({ seed: 300 + i, subject: TOPIC }) : other({ seed: 300 + i, subject: TOPIC }),
          ),
        ),
        fate: i % 4 === 0 ? 'accepted' : 'rejected: no type fits',
        ...(i % 4 === 0 ? { type: 'academic-paper' } : {}),
      },
    ]),
  ),
};

const table: Table = {
  'lib.test/robots.txt': 'User-agent: *\nDisallow: /private\n',
  'lib.test/': page(
    ['/list1', '/list2', 'http://refs.test/', ...of('lib.test/')],
    'heron egret bittern stork library '.repeat(8),
  ),
  'lib.test/list1': page(
    ['http://cs.test/', 'http://mirror.test/', 'http://bad.test/', 'http://names.test/', '/papers/main.pdf'],
    'heron egret lists '.repeat(9),
  ),
  'lib.test/list2': page(
    ['/papers/main.pdf', '/papers/main.docx', '/papers/main.rtf'],
    'bittern stork lists '.repeat(9),
  ),
  'refs.test/': page(
    ['http://lib.test/papers/main.pdf', 'http://mirror.test/copy-of-main.pdf'],
    'heron stork references '.repeat(9),
  ),
  ...Object.fromEntries(
    ['cs', 'mirror', 'bad', 'names'].map((host) => [
      `${host}.test/`,
      page(of(`${host}.test/`), `heron egret at ${host} `.repeat(10)),
    ]),
  ),
  ...Object.fromEntries(Object.entries(cases).map(([address, { answer }]) => [address, answer])),
};

/** Links of a host's front page. The redirect's target is not linked. */
function of(host: string): string[] {
  return Object.keys(cases)
    .filter((address) => address.startsWith(host) && !address.includes('/new/'))
    .map((address) => `http://${address}`);
}

let web: SmallWeb;
let folder: string;
let documents: DocumentRecord[];
let counts: { discovered: number; downloaded: number; accepted: number; unreadable: number; copies: number };
let refusals: Map<string, string>;
let outcomes: Map<string, string>;

beforeAll(async () => {
  web = await smallWeb(table);
  const crawled = await crawlOf(web, {
    seeds: ['http://lib.test/'],
    keywords: TOPIC,
    settings: { documents: true, recipe: 'breadth-first', http: { maxDocumentBytes: 150_000 } },
  });
  folder = crawled.folder;
  expect(crawled.stop.reason).toBe('frontier-empty');
  const open = openDocumentsOf(folder);
  documents = open.documents.list();
  counts = open.documents.counts();
  open.close();
  outcomes = new Map(pagesOf(folder).map(({ url, outcome }) => [key(url), outcome]));
  refusals = refusalsIn(folder);
});

afterAll(() => web.close());

const key = (url: string): string => url.replace(/^http:\/\//, '');

function refusalsIn(crawl: string): Map<string, string> {
  const db = openDatabase(join(crawl, 'crawl.db'), { readOnly: true });
  try {
    const rows = db.sql.prepare('SELECT reason, url FROM refusal_samples').all();
    return new Map(rows.map(({ reason, url }) => [key(String(url)), String(reason)]));
  } finally {
    db.close();
  }
}

function fateOf(address: string): string {
  const document = documents.find(({ url }) => key(url) === address);
  const refusal = refusals.get(address);
  const wasAsked = web.log.some(({ host, path }) => `${host}${path}` === address);
  if (document?.unreadable !== undefined) return `unreadable: ${document.unreadable.split(':')[0]}`;
  if (document !== undefined)
    return document.accepted
      ? 'accepted'
      : document.type === undefined
        ? 'rejected: no type fits'
        : 'rejected: not on the topic';
  if (refusal?.startsWith('robots')) return 'robots';
  if (refusal?.includes('unwelcome')) return `not fetched: ${refusal}`;
  if (refusal !== undefined) return `${refusal.includes('5001') ? 'not kept' : 'not downloaded'}: ${refusal}`;
  const outcome = outcomes.get(address) ?? (wasAsked ? 'asked' : 'unknown');
  if (outcome === 'duplicate') return 'copy';
  return outcome === 'page' ? 'a page' : outcome.replace('refused: ', '');
}

describe('the documents of a crawl', () => {
  test('are kept, told apart and dropped as the table says', () => {
    expect(Object.keys(table).length).toBeGreaterThan(190);
    const fates = Object.fromEntries(Object.keys(cases).map((address) => [address, fateOf(address)]));
    expect(fates).toEqual(
      Object.fromEntries(Object.entries(cases).map(([address, { fate }]) => [address, fate])),
    );
  });

  test('have the type that they were made as', () => {
    const typed = documents.filter(({ unreadable }) => unreadable === undefined);
    for (const { url, type } of typed) expect([url, type]).toEqual([url, cases[key(url)]?.type]);
  });

  test('each have a file with their bytes, under a name that no other has', () => {
    const names = readdirSync(join(folder, 'documents')).filter((name) => !name.startsWith('.'));
    expect(names.toSorted()).toEqual(documents.map(({ name }) => name).toSorted());
    expect(new Set(names).size).toBe(documents.length);
    for (const { name, digest } of documents) {
      expect(name).toMatch(/^[A-Za-z0-9-]{1,73}\.[a-z]{2,4}(\.gz)?$/);
      expect(
        createHash('sha256')
          .update(readFileSync(join(folder, 'documents', name)))
          .digest('hex'),
      ).toBe(digest);
    }
    expect(names.filter((name) => name.startsWith('content-'))).toHaveLength(24);
    expect(
      existsSync(join(folder, 'documents', '.incoming')) &&
        readdirSync(join(folder, 'documents', '.incoming')),
    ).toEqual([]);
  });

  test('count the pages and sites that refer to them, copies included', () => {
    const found = documents.find(({ url }) => key(url) === 'lib.test/papers/main.pdf')!;
    // The front page, two lists and refs.test link to it; mirror.test and refs.test link to its copies.
    expect(found.references).toEqual({ pages: 5, sites: 3 });
    expect(found.copies).toBe(2);
  });

  test('know their other formats', () => {
    const byPath = (path: string) => documents.find(({ url }) => key(url) === `lib.test/papers/${path}`)!;
    const [pdf, docx, rtf] = [byPath('main.pdf'), byPath('main.docx'), byPath('main.rtf')];
    expect(pdf.otherFormats.toSorted()).toEqual([docx.page, rtf.page].toSorted());
    expect(docx.otherFormats.toSorted()).toEqual([pdf.page, rtf.page].toSorted());
  });

  test('that are not wanted are not requested, and those of a wrong size not downloaded', () => {
    const asked = new Set(web.log.map(({ host, path }) => `${host}${path}`));
    for (const [address, { fate }] of Object.entries(cases))
      if (fate.startsWith('not fetched')) expect(asked).not.toContain(address);
    expect(asked).toContain('cs.test/size/large.pdf');
  });

  test('are counted as the list counts them', () => {
    const fates = Object.values(cases).map(({ fate }) => fate);
    expect(counts).toMatchObject({
      downloaded: documents.length,
      accepted: fates.filter((fate) => fate === 'accepted').length,
      unreadable: 4,
      copies: 2,
    });
  });

  test('have a header with what they were made with', () => {
    const { header } = documents.find(({ url }) => key(url) === 'lib.test/papers/main.pdf')!;
    expect(header).toMatchObject({
      title: main.title,
      authors: main.authors,
      abstract: main.abstract,
      keywords: main.keywords,
      language: 'en',
    });
    expect(header.references).toHaveLength(main.references);
    const book = documents.find(({ url }) => key(url) === 'lib.test/formats/f.epub')!;
    expect(book.header.authors).toEqual(paper({ seed: 16, subject: TOPIC }).authors);
    expect(header.subjects).toEqual(
      TOPIC.filter(
        (word) =>
          new RegExp(word, 'i').test(`${main.title} ${main.keywords}`) ||
          main.abstract!.split(word).length > 2,
      ),
    );
  });

  test('are found by author, abstract, type and annotation, and listed, corrected and exported by command', async () => {
    const cwd = join(folder, '..');
    const forage = async (...args: string[]) => {
      const { out, err, code } = await forageHere(args, { cwd });
      expect(code, err).toBe(0);
      return out;
    };
    const number = String(documents.find(({ url }) => key(url) === 'lib.test/theses/t1.pdf')!.page);
    const family = made.authors[0]!.split(' ').at(-1)!;
    expect(await forage('search', 'crawl', `author:${family}`, 'type:thesis')).toContain(
      'lib.test/theses/t1.pdf',
    );
    expect(await forage('search', 'crawl', 'author:nobody')).toContain('Nothing found');
    expect(
      await forage('search', 'crawl', `abstract:"${made.abstract!.split(' ').slice(0, 5).join(' ')}"`),
    ).toContain('t1.pdf');
    await forage('annotate', 'crawl', number, 'Table 3 has the ringing data', '--by', 'M. Reader');
    expect(await forage('search', 'crawl', 'annotation:ringing')).toContain('lib.test/theses/t1.pdf');
    expect(await forage('search', 'crawl', 'annotation:ringing', '-type:thesis')).toContain('Nothing found');
    expect(await forage('documents', 'crawl', number)).toMatch(/verdict +accepted: thesis[\s\S]*M\. Reader/);
    const ofMain = (ending: string) =>
      String(documents.find(({ url }) => key(url) === `lib.test/papers/main.${ending}`)!.page);
    // The same paper as PDF is the most similar to the one in Word, apart from its other formats.
    const shown = await forage('documents', 'crawl', ofMain('docx'));
    expect(shown.split('Similar documents:')[1]).toMatch(
      new RegExp(`^\\s+[\\d.]+ +no\\. (${ofMain('pdf')}|${ofMain('rtf')}) `),
    );
    expect(await forage('documents', 'crawl', '--rejected', '-n', '200')).toMatch(/not on the topic/);
    expect(await forage('documents', 'crawl', '--sort', 'references', '-n', '1')).toContain(
      main.title.slice(0, 30),
    );
    const acceptedTheses = async () => {
      const [head, ...rows] = (await forage('status', 'crawl', '--directories', '--csv')).split('\n');
      const row = rows.find((line) => line.startsWith('lib.test,/theses/,'))!.split(',');
      return Number(row[head!.split(',').indexOf('accepted')]);
    };
    const said = () => look(folder, (read) => read.labels()).map(({ label, drawn }) => [label, drawn]);
    expect(await acceptedTheses()).toBe(1);
    expect(await forage('documents', 'crawl', number, '--reject')).toContain('1 answer kept');
    expect(await forage('documents', 'crawl', '--type', 'thesis')).toContain('0 of 0 shown');
    expect(await acceptedTheses()).toBe(0);
    expect(said()).toEqual([['not-relevant', 'chosen']]);
    await forage('documents', 'crawl', number, '--accept', '--as', 'technical-report');
    expect(said()).toEqual([['relevant', 'chosen']]);
    await forage('documents', 'crawl', number, '--reject', '--as', 'slides');
    // It is rejected for its type: that says nothing about the topic.
    expect(said()).toEqual([['relevant', 'chosen']]);
    await forage('documents', 'crawl', number, '--accept', '--as', 'technical-report');
    expect(await forage('documents', 'crawl', '--type', 'technical-report')).toContain(made.authors[0]!);
    const entries = await forage('export', 'crawl', '--format', 'bibtex');
    expect(entries.match(/^@/gm)).toHaveLength(counts.accepted);
    expect(entries).toContain(`title = {{${made.title}}}`);
    // The patterns of emailType and of identifiers in the schemas of OAI-PMH.
    const repository = await forage('export', 'crawl', '--format', 'oai-pmh');
    expect(/<oai:adminEmail>\S+@(\S+\.)+\S+<\/oai:adminEmail>/.test(repository)).toBe(true);
    expect(repository.match(/<oai:identifier>oai:\w+(\.\w+)+:\d+</g)).toHaveLength(counts.accepted);
  });

  test('are still there after a resume', async () => {
    await resume(folder).finished;
    const open = openDocumentsOf(folder);
    expect(open.documents.list()).toHaveLength(documents.length);
    open.close();
  });
});

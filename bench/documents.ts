/**
 * The document filter and the semantic header on generated documents whose type and header are known: precision and
 * recall by type, and how often each field of the header is right. What generated files cannot show: scans, broken
 * encodings, the layouts of real publishers, headers that lie, and languages other than English. Run it with
 * `npm run bench:documents`; it takes about a minute and needs no network. PostScript is included if Ghostscript is
 * installed.
 */
import { assess } from '../src/documents/assess.ts';
import type { SemanticHeader } from '../src/documents/header.ts';
import { wantedDocuments } from '../src/documents/wanted.ts';
import { closeDocumentThread } from '../src/page/document.ts';
import { readDocument } from '../src/page/read.ts';
import { identifyLanguage } from '../src/text/language.ts';
import { faq, type MadeDocument, other, paper, report, thesis } from '../test/documents/made.ts';
import {
  asDoc,
  asDocx,
  asEpub,
  asHtml,
  asLatex,
  asOdt,
  asPdf,
  asPostScript,
  asRtf,
  asText,
} from '../test/documents/written.ts';

const SUBJECT = ['heron', 'egret', 'bittern', 'stork'];
const PER_TYPE = Number(process.argv[2] ?? 60);

const formats: [name: string, file: string, write: (made: MadeDocument) => Buffer][] = [
  ['pdf, one column', 'a.pdf', (made) => asPdf(made, 'one column')],
  ['pdf, two columns', 'a.pdf', (made) => asPdf(made, 'two columns', { title: made.title })],
  ['pdf, one size', 'a.pdf', (made) => asPdf(made, 'plain')],
  [
    'pdf, wrong title',
    'a.pdf',
    (made) => asPdf(made, 'one column', { title: 'Microsoft Word - final.doc', author: 'user' }),
  ],
  ['docx', 'a.docx', (made) => asDocx(made)],
  ['docx, bare', 'a.docx', (made) => asDocx(made, false)],
  ['odt, bare', 'a.odt', (made) => asOdt(made, false)],
  ['rtf, bare', 'a.rtf', (made) => asRtf(made, false)],
  ['doc, bare', 'a.doc', (made) => asDoc(made, false)],
  ['latex', 'a.tex', asLatex],
  ['epub', 'a.epub', asEpub],
  ['text', 'a.txt', asText],
  ['html', 'a.html', asHtml],
  ['postscript', 'a.ps', asPostScript],
];

const makers = [paper, thesis, report, faq, other];
const wanted = wantedDocuments(
  {
    name: 'bench',
    title: 'bench',
    keywords: [],
    genre: [],
    content: [],
    urlTerms: [],
    seeds: [],
    examples: { relevant: [], irrelevant: [] },
  },
  true,
)!;

interface Outcome {
  made: MadeDocument;
  format: string;
  type: string | undefined;
  header: SemanticHeader;
  why: string[];
  unread?: string;
}

const outcomes: Outcome[] = [];
for (const [at, make] of makers.entries())
  for (let i = 0; i < PER_TYPE; i++) {
    const made = make({ seed: 1000 * (at + 1) + i, subject: SUBJECT });
    const [format, file, write] = formats[i % formats.length]!;
    const page = await readDocument(
      { url: `http://example.org/${file}`, headers: [], body: write(made) },
      { identifyLanguage },
    );
    if ('refused' in page) {
      outcomes.push({
        made,
        format,
        type: undefined,
        header: {},
        why: [],
        unread: `${page.refused}: ${page.detail}`,
      });
      continue;
    }
    const assessed = assess(page, wanted);
    outcomes.push({
      made,
      format,
      type: assessed?.type,
      header: assessed?.header ?? {},
      why: assessed?.typeWhy ?? [],
    });
  }
await closeDocumentThread();

const unread = outcomes.filter((one) => one.unread !== undefined);
for (const reason of new Set(unread.map((one) => one.unread)))
  console.log(`not read: ${unread.filter((one) => one.unread === reason).length} × ${reason}`);
const read = outcomes.filter((one) => one.unread === undefined);
console.log(`${read.length} documents, ${makers.length} kinds, ${formats.length} ways to write them\n`);

const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`;
console.log('type               precision              recall');
for (const type of ['thesis', 'technical-report', 'academic-paper', 'faq']) {
  const right = read.filter((one) => one.type === type && one.made.type === type).length;
  const said = read.filter((one) => one.type === type).length;
  const are = read.filter((one) => one.made.type === type).length;
  console.log(`${type.padEnd(18)} ${share(right, said).padEnd(22)} ${share(right, are)}`);
}
const others = read.filter((one) => one.made.type === undefined);
console.log(
  `none of them       rejected ${share(others.filter((one) => one.type === undefined).length, others.length)}\n`,
);

const same = (a: string | undefined, b: string | undefined): boolean => plain(a) === plain(b);
const plain = (text: string | undefined): string =>
  (text ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const fields: [
  name: string,
  has: (made: MadeDocument) => boolean,
  isRight: (one: Outcome) => boolean,
  isGiven: (header: SemanticHeader) => boolean,
][] = [
  [
    'title',
    () => true,
    ({ made, header }) => same(made.title, header.title),
    (header) => header.title !== undefined,
  ],
  [
    'authors',
    (made) => made.authors.length > 0,
    ({ made, header }) => same(made.authors.join(' '), header.authors?.join(' ')),
    (header) => header.authors !== undefined,
  ],
  [
    'abstract',
    (made) => made.abstract !== undefined,
    ({ made, header }) => same(made.abstract, header.abstract),
    (header) => header.abstract !== undefined,
  ],
  [
    'keywords',
    (made) => made.keywords.length > 0,
    ({ made, header }) => same(made.keywords.join(' '), header.keywords?.join(' ')),
    (header) => header.keywords !== undefined,
  ],
  [
    'date',
    (made) => made.date !== undefined,
    ({ made, header }) => header.date?.startsWith(made.date!) === true,
    (header) => header.date !== undefined,
  ],
  [
    'references',
    (made) => made.references > 0,
    ({ made, header }) => header.references?.length === made.references,
    (header) => header.references !== undefined,
  ],
];
console.log('field        right where there is one    blank where there is none');
for (const [name, has, isRight, isGiven] of fields) {
  const there = read.filter(({ made }) => has(made));
  const absent = read.filter(({ made, format }) => !has(made) && made.type !== undefined && format !== '');
  console.log(
    `${name.padEnd(12)} ${share(there.filter(isRight).length, there.length).padEnd(27)} ${share(absent.filter(({ header }) => !isGiven(header)).length, absent.length)}`,
  );
}
if (process.argv.includes('--wrong')) {
  for (const one of read.filter(({ made, type }) => made.type !== type))
    console.log(`type · ${one.format}: wanted ${one.made.type} got ${one.type}: ${one.why.join('; ')}`);
  for (const [name, has, isRight] of fields)
    for (const one of read.filter((each) => has(each.made) && !isRight(each)).slice(0, 12))
      console.log(
        `${name} · ${one.format} · ${one.made.type}: wanted ${JSON.stringify((one.made as unknown as Record<string, unknown>)[name])?.slice(0, 120)} got ${JSON.stringify((one.header as Record<string, unknown>)[name])?.slice(0, 160)}`,
      );
}

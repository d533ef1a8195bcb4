/** Documents of every format become pages with their text, links and facts; hostile ones end in a named refusal. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { closeDocumentThread } from '../../src/page/document.ts';
import { type ReadOptions, readDocument } from '../../src/page/read.ts';
import { readLocalFile } from '../../src/page/read-file.ts';
import {
  docFile,
  docxFile,
  epubFile,
  type OfficeText,
  odtFile,
  pptxFile,
  rtfFile,
  zipFile,
} from './document-files.ts';
import { pdfFile } from './pdf-file.ts';

const read = (body: Uint8Array, options: ReadOptions = {}, type = 'application/octet-stream') =>
  readDocument({ url: 'http://example.org/file', headers: [['Content-Type', type]], body }, options);

afterAll(closeDocumentThread);

const PAPER: OfficeText = {
  title: 'Herons of the Upper Marsh',
  author: 'Anna Grün',
  keywords: 'herons, wetlands',
  created: '2024-05-17T08:00:00Z',
  pages: 7,
  paragraphs: [
    { text: 'Herons of the Upper Marsh', style: 'title' },
    { text: 'Introduction', style: 'heading' },
    { text: 'The grey heron nests in colonies — often with “other” birds & reeds; see the café.' },
    { text: 'the survey', link: 'http://example.org/survey' },
  ],
};
const FACTS = {
  title: 'Herons of the Upper Marsh',
  authors: ['Anna Grün'],
  keywords: ['herons', 'wetlands'],
  created: '2024-05-17',
};
const TEXT = PAPER.paragraphs.map(({ text }) => text).join('\n');
const LINK = { url: 'http://example.org/survey', anchor: 'the survey' };

describe('a document', () => {
  test.each([
    ['docx', docxFile(PAPER), { pages: 7 }],
    ['odt', odtFile(PAPER), { pages: 7 }],
    ['rtf', rtfFile(PAPER), { pages: 7 }],
    ['epub', epubFile(PAPER), {}],
  ])('of the format %s becomes a page with its text, link and facts', async (kind, body, more) => {
    expect(await read(body)).toMatchObject({
      kind,
      title: PAPER.title,
      text: TEXT,
      links: [LINK],
      meta: { keywords: 'herons, wetlands' },
      document: { ...FACTS, ...more },
    });
  });

  test('of old Word is read by its pieces, in both encodings', async () => {
    // Its second half is windows-1252, which has no long dash in Latin-1.
    const paragraphs = PAPER.paragraphs.map(({ text, ...rest }) => ({
      ...rest,
      text: text.replace(/[—“”]/g, '-'),
    }));
    expect(await read(docFile({ ...PAPER, paragraphs }))).toMatchObject({
      kind: 'doc',
      text: paragraphs.map(({ text }) => text).join('\n'),
      links: [LINK],
      document: { ...FACTS, pages: 7 },
    });
  });

  test('of slides is read in the order of the slides', async () => {
    const slides = Array.from({ length: 11 }, (_, i) => ({ text: `Slide ${i + 1} on herons` }));
    const body = pptxFile({ ...PAPER, paragraphs: [PAPER.paragraphs[0]!, ...slides] });
    expect(await read(body)).toMatchObject({
      kind: 'pptx',
      text: [PAPER.title, ...slides.map(({ text }) => text)].join('\n'),
      document: {
        ...FACTS,
        pages: 12,
        opening: expect.arrayContaining([{ text: PAPER.title, size: 20 }]),
      },
    });
  });

  test('shows its title by the size of the letters', async () => {
    const larger = { text: PAPER.title, size: 20 };
    for (const body of [docxFile(PAPER), odtFile(PAPER), rtfFile(PAPER)])
      expect(await read(body)).toMatchObject({
        document: { opening: [larger, { text: 'Introduction', size: 14 }, { size: 10 }, { size: 10 }] },
      });
  });

  test('in LaTeX is read without its commands', async () => {
    const source =
      String.raw`% a comment with \title{Wrong}
\documentclass[12pt]{article}
\usepackage[utf8]{inputenc} % more
\title{Herons of the\\ {\em Upper} Marsh}
\author{Anna Gr\"un\thanks{Paid by 100\% nobody} \and Jos\'{e} {\O}rsted\\ Institute of Birds}
\date{17 May 2024}
\begin{document}
\maketitle
\begin{abstract}
We count herons\footnote{by hand}.
\end{abstract}
\section{Introduction}\label{sec:intro}
Herons \cite[p.~3]{heron} eat 90\% ` +
      "``fish''" +
      String.raw` --- see~\ref{sec:intro} and \href{http://example.org/survey}{the survey}.

In $n$ ponds, $\sum_{i=1}^n x_i$ fish.
\begin{equation} E = mc^2 \end{equation}
\begin{itemize}\item one \item two\end{itemize}
\begin{thebibliography}{9}
\bibitem{heron} A. Gray. \emph{Birds}. 1999.
\end{thebibliography}
\end{document}
ignored`;
    expect(await read(Buffer.from(source), {}, 'text/plain')).toMatchObject({
      kind: 'latex',
      title: 'Herons of the Upper Marsh',
      text: [
        'Herons of the Upper Marsh',
        'Anna Grün, José Ørsted',
        'Abstract',
        'We count herons by hand.',
        'Introduction',
        'Herons eat 90% “fish” — see and the survey.',
        'In n ponds, fish.',
        'one',
        'two',
        'References',
        '[1] A. Gray. Birds. 1999.',
      ].join('\n'),
      links: [LINK],
      document: {
        authors: ['Anna Grün', 'José Ørsted'],
        abstract: 'We count herons by hand.',
        created: '2024',
      },
    });
  });

  test('that is a PDF says what it declares, and shows the sizes of its first lines', async () => {
    const body = pdfFile({
      content: 'BT /F1 18 Tf 100 700 Td (Herons) Tj /F1 10 Tf 0 -20 Td (by Anna Gray) Tj ET',
      title: 'Herons) /Author (Anna Gray; Ben Reed) /CreationDate (D:20240517080000Z',
    });
    expect(await read(body)).toMatchObject({
      kind: 'pdf',
      document: {
        title: 'Herons',
        authors: ['Anna Gray', 'Ben Reed'],
        created: '2024-05-17',
        pages: 1,
        opening: [
          { text: 'Herons', size: 18 },
          { text: 'by Anna Gray', size: 10 },
        ],
      },
    });
  });

  test('of pictures without text is known as a scan', async () => {
    const image = 'q 500 0 0 700 50 50 cm BI /W 2 /H 2 /CS /G /BPC 8 ID \x00\xff\x00\xff EI Q';
    expect(await read(pdfFile({ content: image }))).toMatchObject({ text: '', document: { scanned: true } });
    const empty = await read(pdfFile({ content: '' }));
    expect(empty).toMatchObject({ text: '' });
    expect('document' in empty && empty.document?.scanned).toBeFalsy();
  });

  test('on disk is read as one from the Web', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forage-file-'));
    writeFileSync(join(folder, 'a.odt'), odtFile(PAPER));
    writeFileSync(join(folder, 'b.tex'), 'Just \\emph{words}.');
    expect(await readLocalFile(join(folder, 'a.odt'))).toMatchObject({ kind: 'odt', text: TEXT });
    expect(await readLocalFile(join(folder, 'b.tex'))).toMatchObject({ kind: 'latex', text: 'Just words.' });
    rmSync(folder, { recursive: true });
  });

  test('that is packed is read as what is inside, and keeps the digest of what was served', async () => {
    const readAt = (url: string, body: Uint8Array) =>
      readDocument({ url, headers: [['Content-Type', 'application/x-gzip']], body });
    const packed = gzipSync('\\documentclass{article}\\begin{document}Just \\emph{words}.\\end{document}');
    expect(await readAt('http://example.org/a.tex.gz', packed)).toMatchObject({
      kind: 'latex',
      text: 'Just words.',
      digest: createHash('sha256').update(packed).digest('hex'),
    });
    expect(await readAt('http://example.org/all.tar.gz', packed)).toMatchObject({ refused: 'binary' });
    expect(await readAt('http://example.org/a.ps.gz', gzipSync(Buffer.alloc(70_000_000)))).toMatchObject({
      refused: 'parse-memory',
    });
    expect(await readAt('http://example.org/a.ps.gz', packed.subarray(0, 30))).toMatchObject({
      refused: 'parse-error',
    });
  });

  const PS =
    '%!PS-Adobe-3.0\n%%Title: (Herons at night)\n%%Pages: 1\n/Courier findfont 12 scalefont setfont 72 700 moveto (Herons fly) show showpage\n';
  test('in PostScript is read where Ghostscript is installed, and otherwise the refusal says so', async () => {
    const answer = await read(Buffer.from(PS));
    if (hasGhostscript()) {
      expect(answer).toMatchObject({ kind: 'postscript', title: 'Herons at night', text: 'Herons fly' });
      const endless = await read(Buffer.from('%!PS\n{ } loop\n'), { documents: { timeoutMs: 500 } });
      expect(endless).toMatchObject({ refused: 'parse-timeout' });
      const greedy = await read(Buffer.from('%!PS\n{ 60000 array } loop\n'));
      expect(greedy).toMatchObject({ refused: 'parse-memory' });
      const curious = await read(
        Buffer.from('%!PS\n(/etc/hostname) (r) file 99 string readstring pop show\n'),
      );
      expect(curious).toMatchObject({
        refused: 'parse-error',
        detail: expect.stringContaining('invalidfileaccess'),
      });
    } else
      expect(answer).toMatchObject({
        refused: 'unsupported-type',
        detail: 'PostScript is read with Ghostscript (gs), which is not installed.',
      });
  });
});

function hasGhostscript(): boolean {
  try {
    execFileSync('gs', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('a hostile document', () => {
  const bomb = (name: string, first: string) =>
    zipFile([
      { name: 'mimetype', content: first, isStored: true },
      {
        name: 'META-INF/container.xml',
        content: '<container><rootfile full-path="content.xml"/></container>',
      },
      { name, content: Buffer.alloc(80_000_000, ' ') },
    ]);
  const deep = '<w:p>'.repeat(5000);
  const entities = '<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;">]><w:p><w:r><w:t>&d;</w:t></w:r></w:p>';
  const odt = 'application/vnd.oasis.opendocument.text';
  const whole = docFile(PAPER);
  const looped = Buffer.from(whole);
  // The first sector of the directory follows itself.
  looped.writeUInt32LE(1, 512 + 4);
  const cases: [what: string, body: Uint8Array, refusal: string, detail: RegExp][] = [
    [
      'DOCX that unpacks into 80 MB',
      zipFile([{ name: 'word/document.xml', content: Buffer.alloc(80_000_000, ' ') }]),
      'parse-memory',
      /more than 67 MB/,
    ],
    ['ODT that unpacks into 80 MB', bomb('content.xml', odt), 'parse-memory', /more than 67 MB/],
    [
      'EPUB that unpacks into 80 MB',
      bomb('content.xml', 'application/epub+zip'),
      'parse-memory',
      /more than 67 MB/,
    ],
    [
      'PPTX that unpacks into 80 MB',
      zipFile([{ name: 'ppt/slides/slide1.xml', content: Buffer.alloc(80_000_000, ' ') }]),
      'parse-memory',
      /more than 67 MB/,
    ],
    ['DOCX of 5,000 levels', docxFile(PAPER, deep), 'parse-error', /more than 1000 levels/],
    ['DOCX with entities', docxFile(PAPER, entities), 'parse-error', /XML entities/],
    ['DOCX cut in the middle', docxFile(PAPER).subarray(0, 900), 'parse-error', /not complete/],
    ['ODT cut in the middle', odtFile(PAPER).subarray(0, 900), 'parse-error', /not complete/],
    [
      'EPUB without its package',
      zipFile([{ name: 'mimetype', content: 'application/epub+zip', isStored: true }]),
      'parse-error',
      /no package/,
    ],
    [
      'RTF of 5,000 levels',
      Buffer.from(`{\\rtf1 ${'{'.repeat(5000)}`),
      'parse-error',
      /more than 1000 levels/,
    ],
    ['RTF that ends at once', Buffer.from('{\\rtf1{\\fonttbl'), 'parse-error', /not complete/],
    ['DOC cut in the middle', whole.subarray(0, 3000), 'parse-error', /not complete/],
    ['DOC whose sectors form a circle', looped, 'parse-error', /circle/],
    [
      'DOC of noise',
      Buffer.concat([whole.subarray(0, 2048), Buffer.alloc(6000, 0x41)]),
      'parse-error',
      /damaged|no Word/,
    ],
  ];
  test.each(cases)('%s is refused', async (_, body, refused, detail) => {
    expect(await read(body)).toMatchObject({ refused, detail: expect.stringMatching(detail) });
  });

  test('of LaTeX ends as a page, however deep its groups are', async () => {
    const body = Buffer.from(`\\documentclass{article}\\begin{document}${'{\\bf '.repeat(200_000)}deep`);
    expect(await read(body)).toMatchObject({ kind: 'latex', text: 'deep' });
  });

  test('with a password is refused as encrypted', async () => {
    const protectedZip = docxFile(PAPER);
    // General purpose bit 0 of every entry of the directory.
    for (
      let at = protectedZip.indexOf('PK\x01\x02', 0, 'latin1');
      at !== -1;
      at = protectedZip.indexOf('PK\x01\x02', at + 4, 'latin1')
    )
      protectedZip.writeUInt16LE(1, at + 8);
    expect(await read(protectedZip)).toMatchObject({ refused: 'encrypted' });
  });

  test('does not keep the next one from being read', async () => {
    expect(await read(docxFile(PAPER))).toMatchObject({ kind: 'docx', text: TEXT });
  });
});

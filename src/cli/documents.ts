import { Command, Option } from 'commander';
import type { DocumentFilter, DocumentRecord } from '../archive/document-reader.ts';
import { HandNotes } from '../archive/hand-notes.ts';
import { whoAsks } from '../crawl/control.ts';
import { notesPath } from '../crawl/folder.ts';
import { labelPages } from '../crawl/label-pages.ts';
import { documentIn, type OpenDocuments, openDocumentsOf } from '../crawl/open-documents.ts';
import { similarTo } from '../documents/similar.ts';
import { ForageError } from '../errors.ts';
import { typed } from '../suggest.ts';
import { bytes, count, oneLine, percent, table } from './format.ts';
import { labelledText } from './label.ts';
import { asJson, print } from './print.ts';
import { whole } from './values.ts';

interface Options {
  type?: string;
  format?: string;
  rejected?: boolean;
  all?: boolean;
  sort?: NonNullable<DocumentFilter['sort']>;
  limit: number;
  accept?: boolean;
  reject?: boolean;
  as?: string;
  json?: boolean;
}

export const documentsCommand = new Command('documents')
  .argument('<crawl>', 'the folder of the crawl')
  .argument('[document]', 'one document, by its number, name or URL: all that is known of it')
  .option(
    '--type <name>',
    'only documents of this type: thesis, technical-report, academic-paper, faq, your own',
  )
  .option('--format <name>', 'only this format: pdf, docx …')
  .addOption(new Option('--rejected', 'those that were rejected, with the reason').conflicts('all'))
  .option('--all', 'accepted and rejected ones')
  .addOption(
    new Option('--sort <by>', 'best first (default: in order of arrival)').choices([
      'references',
      'score',
      'title',
      'date',
    ]),
  )
  .option('-n, --limit <n>', 'at most N documents', whole, 20)
  .addOption(
    new Option('--accept', 'correct the verdict on the document: it is accepted').conflicts('reject'),
  )
  .option('--reject', 'correct the verdict on the document: it is rejected')
  .option('--as <type>', 'with --accept or --reject: the type that it is')
  .option('--json', 'print one JSON object per line')
  .action(async (path: string, asked: string | undefined, options: Options) => {
    const crawl = openDocumentsOf(path);
    let document: DocumentRecord;
    try {
      if (asked === undefined) return list(crawl, path, options);
      document = documentIn(crawl, path, asked);
      if (!options.accept && !options.reject) return show(crawl, document, options);
    } finally {
      crawl.close();
    }
    await correct(path, document, options);
  });

function list({ documents }: OpenDocuments, path: string, options: Options): void {
  if (options.accept || options.reject || options.as)
    throw new ForageError(
      'USAGE',
      `Name the document to correct: forage documents ${typed(path)} 17 --accept`,
    );
  const accepted = options.all ? undefined : !options.rejected;
  const { type, format, sort } = options;
  const chosen = documents.list({ type, format, accepted, sort });
  const shown = chosen.slice(0, options.limit);
  if (options.json) {
    for (const document of shown) print(asJson(document));
    return;
  }
  if (shown.length > 0)
    print(
      table(
        [
          ['no.', 'type', 'date', 'refs', 'author', 'title', ...(accepted === true ? [] : ['why'])],
          ...shown.map((one) => row(one, accepted !== true)),
        ],
        [0, 3],
      ),
    );
  const { discovered, downloaded, accepted: taken, unreadable, copies, leftOut } = documents.counts();
  const rate = downloaded === 0 ? '' : ` (${percent(taken / downloaded)})`;
  print(
    `${shown.length === 0 ? '' : '\n'}${count(shown.length)} of ${count(chosen.length)} shown. ` +
      `In all: ${count(discovered)} links to documents found, ${count(downloaded)} documents downloaded, ${count(taken)} accepted${rate}, ${count(unreadable)} not readable, ${count(copies)} copies, ${count(leftOut)} left out by name, format or size.`,
  );
}

function row({ page, type, header, references, name, why }: DocumentRecord, withReason: boolean): string[] {
  const authors = header.authors ?? [];
  const author = authors.length > 1 ? `${authors[0]} and ${authors.length - 1} more` : (authors[0] ?? '');
  return [
    String(page),
    type ?? '–',
    header.date ?? '',
    String(references.pages),
    oneLine(author, 30),
    oneLine(header.title ?? name, 60),
    ...(withReason ? [oneLine(why, 90)] : []),
  ];
}

const SIMILAR_TEXT = 5000;

function show({ documents, notes, read }: OpenDocuments, document: DocumentRecord, { json }: Options): void {
  const { header, references, name, url } = document;
  if (json) return print(asJson({ ...document, annotations: notes?.annotations(url) ?? [] }));
  print(`${header.title ?? name}\n${url}\n`);
  const facts: [string, string | undefined][] = [
    ['number', String(document.page)],
    ['file', `documents/${name} (${document.format}, ${bytes(document.bytes)})`],
    ['verdict', `${document.accepted ? 'accepted' : 'rejected'}: ${document.why}`],
    ['type', document.type],
    [
      'topic',
      document.score === undefined
        ? undefined
        : `score ${document.score.toFixed(3)}: ${document.judgeWhy.join('; ')}`,
    ],
    ['author', header.authors?.join(', ')],
    ['date', header.date],
    ['keywords', header.keywords?.join(', ')],
    ['subjects', header.subjects?.join(', ')],
    ['language', header.language],
    ['pages', header.pages?.toString()],
    ['abstract', header.abstract && oneLine(header.abstract, 500)],
    ['references', header.references && `${header.references.length} in its bibliography`],
    ['referred to', `by ${count(references.pages)} pages on ${count(references.sites)} sites`],
    ['other formats', document.otherFormats.map((one) => `no. ${one}`).join(', ')],
    ['copies', document.copies === 0 ? undefined : `${document.copies} more addresses with the same bytes`],
  ];
  print(table(facts.filter(([, value]) => value).map(([label, value]) => [label, value!])));
  const described = documents.list().map((one) => ({
    id: one.page,
    header: one.header,
    text: (read.textOf(one.page)?.text ?? '').slice(0, SIMILAR_TEXT),
  }));
  const similar = similarTo(document.page, described);
  if (similar.length > 0) print('\nSimilar documents:');
  for (const { id, similarity } of similar) {
    const other = described.find((one) => one.id === id)!;
    print(`  ${similarity.toFixed(2)}  no. ${id}  ${oneLine(other.header.title ?? '(no title)', 80)}`);
  }
  for (const { by, at, text } of notes?.annotations(url) ?? [])
    print(`\n${by}, ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}:\n  ${text}`);
}

/**
 * Kept by URL beside the crawl, so that it holds for the next crawl of the address, too. The recipe learns from it as
 * from an answer about any page: yes if it is accepted; no if it is rejected, unless its type is why.
 */
async function correct(
  path: string,
  { url, header, name, type }: DocumentRecord,
  options: Options,
): Promise<void> {
  const accepted = options.accept === true;
  const by = whoAsks().replace(/, process \d+$/, '');
  const notes = new HandNotes(notesPath(path));
  notes.judge(url, {
    accepted,
    by,
    at: Date.now(),
    ...(options.as === undefined ? {} : { type: options.as }),
  });
  notes.close();
  const shown = options.as ?? type;
  print(
    `${accepted ? 'Accepted' : 'Rejected'}${shown === undefined ? '' : ` as ${shown}`}: ${oneLine(header.title ?? name, 80)}`,
  );
  const isAboutTopic = accepted || (options.as === undefined && type !== undefined);
  if (!isAboutTopic) return;
  const labelled = await labelPages(path, [{ url, answer: accepted ? 'yes' : 'no' }], { by });
  if (labelled.kept > 0) print(labelledText(labelled));
}

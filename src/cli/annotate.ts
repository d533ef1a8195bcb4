import { Command } from 'commander';
import { HandNotes } from '../archive/hand-notes.ts';
import { whoAsks } from '../crawl/control.ts';
import { notesPath } from '../crawl/folder.ts';
import { documentIn, openDocumentsOf } from '../crawl/open-documents.ts';
import { ForageError } from '../errors.ts';
import { typed } from '../suggest.ts';
import { beforeWriting } from './dry-run.ts';
import { oneLine } from './format.ts';
import { print } from './print.ts';

const LONGEST = 20_000;

export const annotateCommand = new Command('annotate')
  .argument('<crawl>', 'the folder of the crawl')
  .argument('<document>', 'its number, name or URL')
  .argument('<text...>', 'what to write about it')
  .option('--by <name>', 'who writes it (default: your user name)')
  .action((path: string, asked: string, words: string[], options: { by?: string }) => {
    const text = words.join(' ').trim();
    if (text === '' || text.length > LONGEST)
      throw new ForageError('USAGE', `An annotation has between 1 and ${LONGEST} characters.`);
    const crawl = openDocumentsOf(path);
    const { url, header, name } = documentIn(crawl, path, asked);
    crawl.close();
    beforeWriting(`write a note on ${url}`, () => ({ text }));
    const notes = new HandNotes(notesPath(path));
    const by = options.by ?? whoAsks().replace(/, process \d+$/, '');
    const { id } = notes.annotate({ url, by, at: Date.now(), text });
    notes.close();
    print(
      `Annotation ${id} on "${oneLine(header.title ?? name, 80)}". Find it again: forage search ${typed(path)} annotation:word`,
    );
  });

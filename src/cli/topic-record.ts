import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Command } from 'commander';
import { parseDocument } from 'yaml';
import { openCrawl } from '../crawl/open.ts';
import { privateSeedHosts } from '../crawl/private-seeds.ts';
import { untilDone } from '../desk/local-server.ts';
import { RecordLog, visitsOfCrawl, writeLog } from '../desk/record-log.ts';
import { startRecorder } from '../desk/record-server.ts';
import { pages, summary } from '../desk/record-views.ts';
import { ForageError } from '../errors.ts';
import { openFrozenWeb } from '../frozen/frozen.ts';
import { typed } from '../suggest.ts';
import { maxVisits } from '../topic/browsing-log.ts';
import { loadTopic } from '../topic/load.ts';
import { readText } from '../topic/text-file.ts';
import type { Topic } from '../topic/topic.ts';
import { userAgent } from '../web/http/agent.ts';
import { createHttpWeb } from '../web/http/http.ts';
import type { Web } from '../web/web.ts';
import { contactOption } from './contact.ts';
import { print } from './print.ts';
import { assignment, port, whole } from './values.ts';

interface Options {
  web?: string[];
  fromCrawl?: string;
  limit: number;
  out?: string;
  write?: boolean;
  port: number;
  contact?: string;
  connectTo?: Record<string, string>;
}

export const recordCommand = new Command('record')
  .description(
    'browse a web, live or frozen, and record which pages are relevant: the log that an HMM learns from',
  )
  .argument('<topic>', 'the topic file (YAML or JSON)')
  .option(
    '-o, --out <file>',
    'the log; an existing one is continued (default: beside the topic, its name + -browsing.yaml)',
  )
  .option('-w, --web <path...>', 'WARC files or crawl folders that answer instead of the live Web')
  .option('-p, --port <n>', 'the port on loopback, 0 for any', port, 0)
  .addOption(contactOption)
  .option('--connect-to <host=address:port>', 'connect there instead; may be repeated', assignment)
  .option('--from-crawl <folder>', 'make the log from a crawl’s pages and links instead of browsing')
  .option('--limit <n>', 'with --from-crawl: the first N pages', whole, 1000)
  .option('--write', 'add the log to the topic file')
  .action(async (path: string, options: Options) => {
    const topic = loadTopic(path);
    const out = options.out ?? join(dirname(path), `${topic.name}-browsing.yaml`);
    if (options.fromCrawl === undefined) await browse(topic, out, options);
    else fromCrawl(topic, out, options.fromCrawl, options.limit);
    if (!existsSync(out)) return;
    // A topic's files are resolved relative to it.
    const named = relative(dirname(path), out);
    if (options.write) addToTopic(path, named);
    else print(`To learn from it, add to ${path} (or use --write):  browsingLog: ${named}`);
    print(`Crawl with it: forage crawl ${typed(path)} --recipe crete/j`);
  });

/** Everything else in the file stays as it is, comments too. */
function addToTopic(path: string, browsingLog: string): void {
  const document = parseDocument(readText(path));
  document.set('browsingLog', browsingLog);
  writeFileSync(path, document.toString({ lineWidth: 0 }));
  print(`${path} has the log now.`);
}

async function browse(topic: Topic, out: string, options: Options): Promise<void> {
  const log = new RecordLog(out, topic.name);
  const web = options.web === undefined ? await liveWeb(topic, options) : await openFrozenWeb(options.web);
  try {
    const recorder = await startRecorder({ web, topic, log, port: options.port });
    await untilDone(recorder, () => {
      if (log.visits.length > 0) print(`Continues ${summary(log)}`);
      print(`Open this URL in a browser on this machine:\n  ${recorder.url}`);
      print('End with the button Done or Ctrl-C. Every step is saved immediately.');
    });
  } finally {
    await web.close();
  }
  print(log.visits.length === 0 ? 'No page was visited; no log was written.' : summary(log));
}

async function liveWeb(topic: Topic, options: Options): Promise<Web> {
  const contact = options.contact ?? process.env.FORAGE_CONTACT;
  if (!contact) {
    throw new ForageError(
      'CONTACT_MISSING',
      'A live crawl needs a contact: pass --contact you@example.org or set FORAGE_CONTACT. To read from an archive instead, pass it with --web.',
    );
  }
  const connectTo = options.connectTo as Record<string, string> | undefined;
  return createHttpWeb({
    userAgent: userAgent(contact),
    allowHosts: await privateSeedHosts(topic.seeds),
    ...(connectTo === undefined ? {} : { connectTo }),
  });
}

function fromCrawl(topic: Topic, out: string, folder: string, limit: number): void {
  if (limit > maxVisits)
    throw new ForageError('USAGE', `A log can have at most ${maxVisits} visits; lower --limit.`);
  const crawl = openCrawl(folder);
  try {
    const visits = visitsOfCrawl(crawl, limit);
    if (visits.length === 0)
      throw new ForageError(
        'CRAWL_FOLDER',
        `${folder} has no pages yet. Continue it: forage resume ${typed(folder)}`,
      );
    writeLog(out, visits, topic.name);
    const relevant = visits.filter((visit) => visit.relevant).length;
    print(`${out}: ${pages(visits.length)}, ${relevant} relevant by the judge of the crawl.`);
  } finally {
    crawl.db.close();
  }
}

/**
 * Reads documents in a separate thread that can be terminated: a hostile one ends as a refusal for time or memory,
 * whatever its reader does with it. The thread is started by the first document, reads one at a time, does not keep the
 * program alive when idle, and is replaced regularly. PostScript is read by a process instead.
 */
import { Worker } from 'node:worker_threads';
import { ownModule, threadFlags } from '../own-module.ts';
import { assemble } from './assemble.ts';
import type { DocumentAnswer, DocumentRequest } from './document-worker.ts';
import { type DocumentContent, Unreadable } from './formats/content.ts';
import { HeadReader } from './head.ts';
import type { DocumentFormat, ThreadFormat } from './kind.ts';
import { LinkCollector } from './links.ts';
import {
  DEFAULT_AGENT,
  DEFAULT_MAX_LINKS,
  DEFAULT_MAX_TEXT_LENGTH,
  type Document,
  type ReadOptions,
} from './options.ts';
import type { NotAPage, Page } from './page.ts';
import { readPlain } from './plain.ts';
import { VisibleText } from './visible-text.ts';

const DEFAULT_TIMEOUT_MS = 20_000;
const DEFAULT_MEMORY_MB = 256;
const DEFAULT_MAX_PAGES = 200;
/** A thread is replaced after this many documents, because of what they may have left in memory. */
const DOCUMENTS_A_THREAD = 200;
const START_TIMEOUT_MS = 60_000;
const MEMORY_CHECK_MS = 100;

/** One at a time: each document waits for the end of the previous one. */
let queue: Promise<unknown> = Promise.resolve();

export async function readFormat(
  format: DocumentFormat,
  document: Document,
  options: ReadOptions = {},
): Promise<Page | NotAPage> {
  const content =
    format === 'postscript'
      ? await readByProcess(document, options)
      : await inTurn(() => readInThread(format, document, options));
  return 'refused' in content ? content : pageOf(format, content, document, options);
}

/** Terminates the thread, if there is one. The next document starts another. */
export async function closeDocumentThread(): Promise<void> {
  await thread?.worker.terminate();
  thread = undefined;
}

function inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
  const turn = queue.then(read);
  queue = turn.catch(() => undefined);
  return turn;
}

const limitsOf = ({ documents = {}, maxTextLength, maxLinks }: ReadOptions) => ({
  timeoutMs: documents.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  maxMemoryMb: documents.maxMemoryMb ?? DEFAULT_MEMORY_MB,
  content: {
    maxPages: documents.maxPages ?? DEFAULT_MAX_PAGES,
    maxTextLength: maxTextLength ?? DEFAULT_MAX_TEXT_LENGTH,
    maxLinks: maxLinks ?? DEFAULT_MAX_LINKS,
  },
});

async function readByProcess(document: Document, options: ReadOptions): Promise<DocumentContent | NotAPage> {
  const { content, ...limits } = limitsOf(options);
  const { readPostScript } = await import('./formats/postscript.ts');
  try {
    return await readPostScript(document.body, content, limits);
  } catch (error) {
    if (error instanceof Unreadable) return { refused: error.refused, detail: error.message };
    throw error;
  }
}

function pageOf(
  format: DocumentFormat,
  content: DocumentContent,
  document: Document,
  options: ReadOptions,
): Page {
  const { facts } = content;
  const head = new HeadReader(options.agent ?? DEFAULT_AGENT);
  head.addTitle(facts.title ?? '');
  head.addLanguage(facts.language ?? '');
  head.addMeta('description', facts.description ?? '');
  head.addMeta('keywords', facts.keywords?.join(', ') ?? '');
  const visible = new VisibleText(content.text, options.maxTextLength ?? DEFAULT_MAX_TEXT_LENGTH);
  const links = new LinkCollector(options.maxLinks ?? DEFAULT_MAX_LINKS);
  readPlain(visible, links, content.pieces);
  const tag = format === 'pdf' ? 'pdf' : 'text';
  for (const href of content.silent) if (links.wants()) links.addSilent(href, tag);
  const page = assemble({ document, kind: format, charset: 'utf-8', head, visible, links }, options);
  page.document = facts;
  if (facts.authors !== undefined) page.meta.authors = facts.authors;
  if (facts.created !== undefined) page.meta.published = facts.created;
  if (facts.modified !== undefined) page.meta.modified = facts.modified;
  if (content.cut !== undefined) page.truncated ??= content.cut;
  return page;
}

interface DocumentThread {
  worker: Worker;
  memoryMb: number;
  documents: number;
}

let thread: DocumentThread | undefined;

async function readInThread(
  format: ThreadFormat,
  document: Document,
  options: ReadOptions,
): Promise<DocumentContent | NotAPage> {
  const { timeoutMs, maxMemoryMb, content: limits } = limitsOf(options);
  if (thread !== undefined && (thread.memoryMb !== maxMemoryMb || thread.documents >= DOCUMENTS_A_THREAD)) {
    await closeDocumentThread();
  }
  if (thread === undefined) {
    const started = await startThread(maxMemoryMb);
    if ('refused' in started) return started;
    thread = started;
  }
  thread.documents++;
  const { worker } = thread;
  // A copy, because it is transferred with the message.
  const bytes = new Uint8Array(document.body);
  // An unpacked part is in memory as bytes and as text at the same time.
  const mostBytes = (maxMemoryMb * MEBIBYTE) / 4;
  const request: DocumentRequest = { format, bytes, limits, mostBytes };
  const mostMb = maxMemoryMb + bytes.length / MEBIBYTE;
  const answer = await answerOf<DocumentAnswer>(worker, timeoutMs, mostMb, () =>
    worker.postMessage(request, [bytes.buffer]),
  );
  // A thread that did not answer is replaced.
  if ('refused' in answer) {
    await closeDocumentThread();
    return answer;
  }
  worker.unref();
  return answer.content ?? answer.unreadable;
}

async function startThread(memoryMb: number): Promise<DocumentThread | NotAPage> {
  const worker = new Worker(ownModule('./document-worker', import.meta.url), {
    execArgv: threadFlags(),
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: 4 },
    // Its output is not for the user.
    stdout: true,
    stderr: true,
  });
  // It may fail while no request is pending.
  worker.on('error', () => {});
  worker.on('exit', () => {
    if (thread?.worker === worker) thread = undefined;
  });
  const ready = await answerOf<'ready'>(worker, START_TIMEOUT_MS, Number.POSITIVE_INFINITY, () => {});
  if (typeof ready === 'object') {
    await worker.terminate();
    return ready;
  }
  return { worker, memoryMb, documents: 0 };
}

const MEBIBYTE = 1024 * 1024;

/** The next message of a thread, or the reason why none came. */
function answerOf<Answer>(
  worker: Worker,
  timeoutMs: number,
  memoryMb: number,
  ask: () => void,
): Promise<Answer | NotAPage> {
  return new Promise((resolve) => {
    const timeout = setTimeout(() => {
      settle({ refused: 'parse-timeout', detail: `The document was not read within ${timeoutMs} ms.` });
    }, timeoutMs);
    // A thread's limits apply to its heap; what documents decompress into is outside of it.
    const check = setInterval(async () => {
      const heap = await worker.getHeapStatistics().catch(() => undefined);
      if (heap !== undefined && heap.external_memory > memoryMb * MEBIBYTE) settle(outOfMemory(memoryMb));
    }, MEMORY_CHECK_MS);
    const onMessage = (answer: Answer) => settle(answer);
    const onError = (error: Error & { code?: string }) =>
      settle(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? outOfMemory(memoryMb)
          : { refused: 'parse-error', detail: error.message },
      );
    const onExit = () =>
      settle({ refused: 'parse-error', detail: 'The thread that read the document exited.' });

    function settle(answer: Answer | NotAPage): void {
      clearTimeout(timeout);
      clearInterval(check);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      resolve(answer);
    }

    worker.ref();
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    ask();
  });
}

function outOfMemory(memoryMb: number): NotAPage {
  return { refused: 'parse-memory', detail: `The document needs more than ${Math.round(memoryMb)} MiB.` };
}

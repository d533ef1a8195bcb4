/**
 * Reads PDFs in a separate thread that can be terminated: a hostile document ends as a refusal for time or memory,
 * whatever pdf.js does with it. The thread is started by the first PDF, reads one at a time, does not keep the program
 * alive when idle, and is replaced regularly.
 */
import { Worker } from 'node:worker_threads';
import { ownModule, threadFlags } from '../own-module.ts';
import { assemble } from './assemble.ts';
import { HeadReader } from './head.ts';
import { LinkCollector } from './links.ts';
import {
  DEFAULT_AGENT,
  DEFAULT_MAX_LINKS,
  DEFAULT_MAX_TEXT_LENGTH,
  type Document,
  type ReadOptions,
} from './options.ts';
import type { NotAPage, Page } from './page.ts';
import type { PdfAnswer, PdfContent, PdfRequest } from './pdf-worker.ts';
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

export async function readPdf(document: Document, options: ReadOptions = {}): Promise<Page | NotAPage> {
  const turn = queue.then(() => readContent(document, options));
  queue = turn.catch(() => undefined);
  const content = await turn;
  return 'refused' in content ? content : pageOf(content, document, options);
}

/** Terminates the thread, if there is one. The next PDF starts another. */
export async function closePdfThread(): Promise<void> {
  await thread?.worker.terminate();
  thread = undefined;
}

function pageOf(content: PdfContent, document: Document, options: ReadOptions): Page {
  const head = new HeadReader(options.agent ?? DEFAULT_AGENT);
  head.addTitle(content.title);
  head.addLanguage(content.language);
  const visible = new VisibleText(content.text, options.maxTextLength ?? DEFAULT_MAX_TEXT_LENGTH);
  const links = new LinkCollector(options.maxLinks ?? DEFAULT_MAX_LINKS);
  readPlain(visible, links, content.pieces);
  for (const href of content.silent) if (links.wants()) links.addSilent(href, 'pdf');
  const page = assemble({ document, kind: 'pdf', charset: 'utf-8', head, visible, links }, options);
  if (content.cut) page.truncated ??= 'pages';
  return page;
}

interface PdfThread {
  worker: Worker;
  memoryMb: number;
  documents: number;
}

let thread: PdfThread | undefined;

async function readContent(document: Document, options: ReadOptions): Promise<PdfContent | NotAPage> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, maxMemoryMb = DEFAULT_MEMORY_MB } = options.pdf ?? {};
  if (thread !== undefined && (thread.memoryMb !== maxMemoryMb || thread.documents >= DOCUMENTS_A_THREAD)) {
    await closePdfThread();
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
  const request: PdfRequest = {
    bytes,
    maxPages: options.pdf?.maxPages ?? DEFAULT_MAX_PAGES,
    maxTextLength: options.maxTextLength ?? DEFAULT_MAX_TEXT_LENGTH,
    maxLinks: options.maxLinks ?? DEFAULT_MAX_LINKS,
  };
  const answer = await answerOf<PdfAnswer>(worker, timeoutMs, maxMemoryMb + bytes.length / MEBIBYTE, () =>
    worker.postMessage(request, [bytes.buffer]),
  );
  if ('refused' in answer) {
    await closePdfThread();
    return answer;
  }
  worker.unref();
  return answer.ok ? answer.content : { refused: 'parse-error', detail: answer.detail };
}

async function startThread(memoryMb: number): Promise<PdfThread | NotAPage> {
  const worker = new Worker(ownModule('./pdf-worker', import.meta.url), {
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
      settle({ refused: 'parse-timeout', detail: `The PDF was not read within ${timeoutMs} ms.` });
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
    const onExit = () => settle({ refused: 'parse-error', detail: 'The thread that read the PDF exited.' });

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
  return { refused: 'parse-memory', detail: `The PDF needs more than ${Math.round(memoryMb)} MiB.` };
}

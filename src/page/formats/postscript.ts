/**
 * PostScript is a program, so Ghostscript runs it: a process of its own without access to files (`-dSAFER`), ended
 * after a limit of time and memory, also if we are gone by then. Where Ghostscript is not installed the refusal says so.
 */
import { spawn } from 'node:child_process';
import { type ContentLimits, type DocumentContent, DocumentText, factsOf, Unreadable } from './content.ts';

export interface ProcessLimits {
  timeoutMs: number;
  maxMemoryMb: number;
}

export async function readPostScript(
  bytes: Uint8Array,
  limits: ContentLimits,
  processLimits: ProcessLimits,
): Promise<DocumentContent> {
  const output = await ghostscript(bytes, limits, processLimits);
  const text = new DocumentText(limits);
  for (const line of output.split('\n')) {
    if (line.trim() === '') text.paragraph();
    else {
      text.add(line.trim());
      text.newline();
    }
  }
  return text.finish(commentsIn(Buffer.from(bytes.subarray(0, 8192)).toString('latin1')));
}

/** Document structuring comments. `%%Creator` is the program, not the author. */
function commentsIn(head: string): ReturnType<typeof factsOf> {
  const comment = (name: string): string | undefined =>
    new RegExp(`^%%${name}:[ \\t]*\\(?(.*?)\\)?[ \\t]*\\r?$`, 'm').exec(head)?.[1];
  const title = comment('Title');
  return factsOf({
    // Mostly the name of the file that was printed.
    title: title !== undefined && /^\S+\.\w{2,4}$/.test(title) ? undefined : title,
    authors: [comment('Author') ?? comment('For') ?? ''],
    pages: Number(comment('Pages')),
  });
}

const FLAGS = [
  '-q',
  '-dSAFER',
  '-dBATCH',
  '-dNOPAUSE',
  '-sDEVICE=txtwrite',
  '-sstdout=%stderr',
  '-sOutputFile=-',
];

function ghostscript(
  bytes: Uint8Array,
  { maxTextLength, maxPages }: ContentLimits,
  { timeoutMs, maxMemoryMb }: ProcessLimits,
): Promise<string> {
  const seconds = Math.ceil(timeoutMs / 1000);
  // The shell's limit of processor time holds even if this process is killed and can end nothing any more.
  const command = `ulimit -t ${seconds}; exec gs "$@"`;
  const flags = [...FLAGS, `-K${maxMemoryMb * 1024}`, `-dLastPage=${maxPages}`, '-'];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn('sh', ['-c', command, 'sh', ...flags], { stdio: ['pipe', 'pipe', 'pipe'] });
  const timer = setTimeout(() => {
    child.kill('SIGKILL');
    reject(new Unreadable('parse-timeout', `Ghostscript did not read the document within ${timeoutMs} ms.`));
  }, timeoutMs);
  const output: Buffer[] = [];
  let length = 0;
  let complaint = '';
  child.stdout.on('data', (part: Buffer) => {
    length += part.length;
    // Four bytes a character at most; what is beyond would be cut anyway.
    if (length <= 4 * maxTextLength) output.push(part);
    else child.kill('SIGKILL');
  });
  child.stderr.on('data', (part: Buffer) => {
    complaint = (complaint + part.toString('latin1')).slice(-2000);
  });
  child.stdin.on('error', () => {}); // it may end before it has read everything
  child.on('error', (error) =>
    reject(new Unreadable('unsupported-type', `Ghostscript cannot be started: ${error.message}`)),
  );
  child.on('close', (code) => {
    clearTimeout(timer);
    const text = Buffer.concat(output).toString('utf8');
    if (code === NOT_FOUND) reject(new Unreadable('unsupported-type', NOT_INSTALLED));
    else if (/VMerror/.test(complaint))
      reject(new Unreadable('parse-memory', `The document needs more than ${maxMemoryMb} MiB.`));
    else if (code === 0 || text.trim() !== '') resolve(text);
    else
      reject(
        new Unreadable(
          'parse-error',
          `Ghostscript: ${complaint.split('\n', 1)[0]!.slice(0, 200) || `ended with ${code}`}`,
        ),
      );
  });
  child.stdin.end(bytes);
  return promise;
}

/** What a shell answers if there is no such program. */
const NOT_FOUND = 127;
const NOT_INSTALLED = 'PostScript is read with Ghostscript (gs), which is not installed.';

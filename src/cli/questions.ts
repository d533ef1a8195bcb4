/** Asks questions in the terminal, one line each; Ctrl-C and the end of the input cancel. */
import { createInterface } from 'node:readline/promises';
import { InvalidArgumentError } from 'commander';
import { ForageError } from '../errors.ts';

export interface Questions {
  /** The answer, as `read` understands it; asked again while `read` throws an `InvalidArgumentError`. */
  ask<T>(question: string, read: (answer: string) => T): Promise<T>;
  close(): void;
}

export interface Terminal {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

export const isInteractive = (): boolean => process.stdin.isTTY === true && process.stdout.isTTY === true;

export function openQuestions(
  { input, output }: Terminal = { input: process.stdin, output: process.stdout },
): Questions {
  const terminal = createInterface({ input, output });
  // Iterated rather than asked line by line: lines that come before the next question are not lost.
  const lines = terminal[Symbol.asyncIterator]();
  terminal.once('SIGINT', () => terminal.close());
  return {
    async ask(question, read) {
      while (true) {
        output.write(`${question} `);
        const { value, done } = await lines.next();
        if (done) throw new ForageError('USAGE', '\nCancelled: nothing was written.');
        try {
          return read(value.trim());
        } catch (error) {
          if (!(error instanceof InvalidArgumentError)) throw error;
          output.write(`  ${error.message}\n`);
        }
      }
    },
    close: () => terminal.close(),
  };
}

/**
 * One error class with a stable code and a sentence that tells the user what to do next.
 * Commands print `message`; a stack trace is for bugs only.
 */
export type ErrorCode =
  | 'TOPIC_INVALID'
  | 'FILE_UNREADABLE'
  | 'USAGE'
  | 'CRAWL_FOLDER'
  | 'RECIPE_UNKNOWN'
  | 'WARC_INVALID'
  | 'MODEL_INVALID'
  | 'TRAINING'
  | 'CONTACT_MISSING'
  | 'INPUT_INVALID'
  | 'PLUGIN_INVALID'
  | 'FLEET'
  | 'DESTINATION';

/** One thing that is wrong in what was given: the path of its key, and a sentence without that key. */
export interface Fault {
  path: readonly (string | number)[];
  text: string;
}

export class ForageError extends Error {
  readonly code: ErrorCode;
  /** What the message sums up, for a caller that knows the file and the line of each key. */
  readonly faults: readonly Fault[] | undefined;

  constructor(code: ErrorCode, message: string, options: ErrorOptions & { faults?: readonly Fault[] } = {}) {
    super(message, options);
    this.name = 'ForageError';
    this.code = code;
    this.faults = options.faults;
  }
}

/** What was thrown, in words; anything can be thrown, also what has none. */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'what it threw has no text';
  }
}

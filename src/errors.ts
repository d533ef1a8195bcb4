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
  | 'INPUT_INVALID';

export class ForageError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ForageError';
    this.code = code;
  }
}

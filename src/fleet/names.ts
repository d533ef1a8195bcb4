/** What the streams and subjects of a fleet are called. A fleet's name is checked before it gets here. */
export interface FleetNames {
  control: string;
  controlSubject: string;
  inbox: string;
  inboxSubject(p: number | string): string;
  blobs: string;
  blobSubject(name: string): string;
  lessons: string;
  lessonSubject: string;
  /** In the same stream: where what was learnt up to a lesson is stored. */
  learntSubject: string;
  /** With `--archive shared`: the WARC files, each with its subject. */
  archive: string;
  archiveSubject(file: string): string;
  log(p: number): string;
  logSubject(p: number): string;
  /** In the same stream, so that the last one is found at once. */
  baseSubject(p: number): string;
  /** Core messages without storage: who is alive, who should answer now, and that there is something to read. */
  alive: string;
  ask: string;
  news(subject: string): string;
}

export function namesOf(fleet: string): FleetNames {
  const stream = (what: string): string => `FORAGE_${fleet}_${what}`;
  const subject = (what: string): string => `forage.${fleet}.${what}`;
  return {
    control: stream('CONTROL'),
    controlSubject: subject('control'),
    inbox: stream('INBOX'),
    inboxSubject: (p) => subject(`in.${p}`),
    blobs: stream('BLOBS'),
    blobSubject: (name) => subject(`blob.${name}`),
    lessons: stream('LESSONS'),
    lessonSubject: subject('lessons.new'),
    learntSubject: subject('lessons.learnt'),
    archive: stream('ARCHIVE'),
    // Dots divide a subject; no file name has an exclamation mark.
    archiveSubject: (file) => subject(`archive.${file.replaceAll('.', '!')}`),
    log: (p) => stream(`LOG_${p}`),
    logSubject: (p) => subject(`log.${p}.entry`),
    baseSubject: (p) => subject(`log.${p}.base`),
    alive: subject('alive'),
    ask: subject('ask'),
    news: (of) => of.replace('forage.', 'forage-news.'),
  };
}

/** The fleets whose streams are among these. */
export const fleetsIn = (streams: readonly string[]): string[] =>
  streams.flatMap((stream) => /^FORAGE_(.+)_CONTROL$/.exec(stream)?.[1] ?? []).sort();

export const isFleetName = (text: string): boolean => /^[A-Za-z0-9-]{1,60}$/.test(text);

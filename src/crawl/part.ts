/**
 * A crawl that is one part of a larger one: the same loop, with other hosts than its own left to others, and a right to
 * send requests that may end at any time. It never ends by itself, because links may come from other parts.
 */
import type { CrawlDatabase } from '../archive/database.ts';
import type { Border, PartFrontier } from '../frontier/part-frontier.ts';
import type { AddressLanes } from '../host/ip-lanes.ts';
import type { WarcPosition } from '../warc/files.ts';
import type { SendingRight } from '../web/http/settings.ts';
import type { Equipment } from './equipment.ts';
import type { SharedLearning } from './shared-learning.ts';
import type { Turns } from './turns.ts';

export interface Part extends Border, SendingRight {
  /** What its WARC files are called; those of another name are not its own to continue. */
  archiveName: string;
  /** Before anything is read from the database or written to it. */
  opened(db: CrawlDatabase): void;
  /** How long requests of a former owner may still be under way; undefined if nobody can have sent any. */
  othersAskForMs(): number | undefined;
  /** At each commit, before it: when the records of its pages are on the disk, and where they end. */
  storing(stored: Promise<void>, end: WarcPosition): void;
  /** The crawl is ready for its first request. */
  begun(on: PartEquipment): void;
  /** Shares the requests in flight with the other parts of this process. */
  turns: Turns;
  /** Of the IP addresses that hosts of several parts share. */
  lanes: AddressLanes;
  /** Its number, and how many parts there are. */
  number: number;
  parts: number;
  /** What all parts learn together. */
  shared: SharedLearning;
}

export type PartEquipment = Equipment & { frontier: PartFrontier };

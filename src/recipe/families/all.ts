/** All families, put on the shelf where kinds and recipes are looked up, in the order in which they are listed. */

import { shelve } from '../shelf.ts';
import { cindi } from './cindi.ts';
import { crete } from './crete.ts';
import { darmstadt } from './darmstadt.ts';
import { general } from './general.ts';
import { judges } from './judges.ts';
import { lund } from './lund.ts';
import { minas } from './minas.ts';
import { online } from './online.ts';

shelve({ general, judges, crete, lund, minas, cindi, darmstadt, online });

export { families } from '../shelf.ts';

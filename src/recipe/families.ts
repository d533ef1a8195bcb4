/** All families. A function, because kinds that are made of other kinds look them up here. */
import { cindi } from './cindi.ts';
import { crete } from './crete.ts';
import { darmstadt } from './darmstadt.ts';
import type { Family } from './family.ts';
import { general } from './general.ts';
import { judges } from './judges.ts';
import { lund } from './lund.ts';
import { minas } from './minas.ts';
import { online } from './online.ts';

export const families = (): readonly Family[] => [
  general,
  judges,
  crete,
  lund,
  minas,
  cindi,
  darmstadt,
  online,
];

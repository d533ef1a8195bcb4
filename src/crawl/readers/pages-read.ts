/** What earlier crawls of the same frozen web made of its pages, for a study that crawls it many times. */
import type { NotAPage, Page } from '../../page/page.ts';
import type { LearntBefore } from '../../recipe/prepare.ts';
import type { MadeBefore } from '../../recipe/reader.ts';
import type { LinksRead } from '../training/graph.ts';

/** By URL. It may know what judges and measures made of them, the links between, and what was learnt, too. */
export type PagesRead = Map<string, Page | NotAPage> & {
  madeBefore?: MadeBefore;
  links?: LinksRead;
  learnt?: LearntBefore;
};

/** Both frontiers, for tests of what both promise. */
import { openDatabase } from '../../src/archive/database.ts';
import type { Frontier, FrontierOptions, RobotsTask, Task } from '../../src/frontier/frontier.ts';
import { MemoryFrontier } from '../../src/frontier/memory-frontier.ts';
import { SqliteFrontier } from '../../src/frontier/sqlite-frontier.ts';

export const frontiers: { name: string; open: (options?: FrontierOptions) => Frontier }[] = [
  {
    name: 'SqliteFrontier',
    open: (options) => new SqliteFrontier(openDatabase('', { fleeting: true }), options),
  },
  { name: 'MemoryFrontier', open: (options) => new MemoryFrontier(options) },
];

/** Where no robots.txt is asked for. */
export const linksOf = (tasks: (Task | RobotsTask)[]): Task[] =>
  tasks.filter((task): task is Task => task.type !== 'robots');

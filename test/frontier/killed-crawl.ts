/** A process for the crash test: commits, continues without a commit, says so and waits to be killed. */
import { openDatabase } from '../../src/archive/database.ts';
import { SqliteFrontier } from '../../src/frontier/sqlite-frontier.ts';

const db = openDatabase(process.argv[2]!);
const frontier = new SqliteFrontier(db);
frontier.add(
  ['a', 'b', 'c'].map((name, i) => ({
    url: `https://${name}.test/`,
    host: `${name}.test`,
    priority: i,
    depth: 0,
  })),
);
const [first] = frontier.take(1, 1000);
frontier.settle(first!, { kind: 'done', page: 1 });
frontier.take(1, 1000);
db.commit();

const [last] = frontier.take(1, 1000);
frontier.settle(last!, { kind: 'done', page: 2 });
frontier.add([{ url: 'https://d.test/', host: 'd.test', priority: 9, depth: 0 }]);
process.stdout.write('ready\n');
setTimeout(() => {}, 60_000);

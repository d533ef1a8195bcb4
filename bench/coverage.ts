/**
 * How far is the estimate of what is left to find from the truth? Crawls frozen webs to the end as the lab does, and
 * compares the estimate of `forage status` at a fifth and at half of the crawl with what was found in the end.
 *
 *   npm run bench:coverage -- PATH/webs                                       all topics, the default recipe
 *   npm run bench:coverage -- PATH/webs --topic webkb/course,wikispeedia/war --recipe lund/svm
 *
 * PATH/webs holds a folder a web: web.warc.gz and topics/NAME.json.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Coverage, coverageOf } from '../src/answers/coverage.ts';
import { table } from '../src/cli/format.ts';
import { openCrawl } from '../src/crawl/open.ts';
import { crawlWith } from '../src/crawl/start.ts';
import { loadTopic, openFrozenWeb } from '../src/index.ts';
import { crawlSettings } from '../src/lab/run-settings.ts';
import { SharedLessons } from '../src/lab/shared-lessons.ts';
import { SharedReaders } from '../src/lab/shared-readers.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { topic: { type: 'string' }, recipe: { type: 'string', default: 'best-first/page+anchor' } },
});
const [webs] = positionals;
if (webs === undefined) throw new Error('Name the folder of the webs.');
/** The last ones are not known before the end: asked about every hundred pages, the nearest to the share counts. */
const EVERY = 100;
const SHARES = [0.2, 0.5];

interface Asked {
  pages: number;
  coverage: Coverage | undefined;
}

const rows: string[][] = [];
for (const topic of values.topic?.split(',') ?? allTopics(webs)) {
  const { asked, found, pages } = await followed(topic);
  for (const share of SHARES) {
    const near = asked.reduce((a, b) =>
      Math.abs(b.pages - share * pages) < Math.abs(a.pages - share * pages) ? b : a,
    );
    rows.push(rowOf(topic, share, near, found));
    console.log(rows.at(-1)!.join('\t'));
  }
}
console.log(`\n${table([['topic', 'after', 'found', 'estimate', 'interval', 'truth', 'holds'], ...rows])}`);

function rowOf(topic: string, share: number, { coverage }: Asked, truth: number): string[] {
  if (coverage === undefined) return [topic, `${100 * share} %`, '', 'none', '', String(truth), ''];
  const { found, reachable } = coverage;
  const holds = reachable.low <= truth && truth <= reachable.high;
  return [
    topic,
    `${100 * share} %`,
    String(found),
    String(reachable.estimate),
    `${reachable.low}–${reachable.high}`,
    String(truth),
    holds ? 'yes' : 'no',
  ];
}

function allTopics(folder: string): string[] {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names.flatMap(({ name }) =>
    readdirSync(join(folder, name, 'topics')).map((file) => `${name}/${file.replace(/\.json$/, '')}`),
  );
}

async function followed(topic: string): Promise<{ asked: Asked[]; found: number; pages: number }> {
  const [webName, name] = topic.split('/') as [string, string];
  const files = [join(webs!, webName, 'web.warc.gz')];
  const web = await openFrozenWeb(files);
  const readers = new SharedReaders(web);
  const lessons = new SharedLessons(web, files, readers);
  const out = mkdtempSync(join(tmpdir(), 'forage-coverage-'));
  const crawlFolder = join(out, 'crawl');
  try {
    const run = crawlWith(
      {
        topic: loadTopic(join(webs!, webName, 'topics', `${name}.json`)),
        out: crawlFolder,
        web,
        settings: crawlSettings(
          { settings: {}, pages: undefined },
          { recipe: values.recipe, set: {}, web: files },
        ),
      },
      { readers: readers.forRun(), training: lessons.training },
    );
    const asked: Asked[] = [];
    for await (const event of run.listen({ wait: true })) {
      if (event.type !== 'page' || event.duplicateOf !== undefined || event.n % EVERY !== 0) continue;
      // A pause commits what was found, so that it can be read.
      await run.pause();
      const crawl = openCrawl(crawlFolder);
      asked.push({ pages: event.n, coverage: coverageOf(crawl) });
      crawl.db.close();
      await run.go();
    }
    const { summary } = await run.finished;
    return { asked, found: summary.relevant, pages: summary.pages };
  } finally {
    rmSync(out, { recursive: true, force: true });
    await readers.close();
    await web.close();
  }
}

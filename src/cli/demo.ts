import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import type { CrawlEvent, Stop } from '../crawl/events.ts';
import { crawl } from '../crawl/start.ts';
import { subjectNames } from '../demo/subjects.ts';
import { createDemoWeb, type DemoWeb } from '../demo/web.ts';
import { ForageError } from '../errors.ts';
import { ownModule } from '../own-module.ts';
import { instead } from '../suggest.ts';
import { fitted } from './fitted.ts';
import { count, duration, percent, table } from './format.ts';
import { createView, defaultViewKind, type ViewKind } from './live.ts';
import { print } from './print.ts';
import { whole } from './values.ts';

interface Options {
  topic: string;
  pages: number;
  out: string;
  json?: boolean;
}

const FOCUSED = 'adaptive';
const BASELINE = 'breadth-first';

export const demoCommand = new Command('demo')
  .option('-t, --topic <name>', 'one of its topics', 'birds')
  .option('-n, --pages <n>', 'pages of each crawl', whole, 3000)
  .option('-o, --out <folder>', 'folder of the crawls', 'forage-demo')
  .option('--json', 'print events, one JSON object per line')
  .action(async (options: Options) => {
    const names = subjectNames();
    if (!names.includes(options.topic))
      throw new ForageError(
        'USAGE',
        `The demonstration web has no topic "${options.topic}"${instead(options.topic, names)}`,
      );
    clear(options.out);
    const kind = defaultViewKind(options);
    const say = (text: string): void => void (kind === 'json' || print(text));
    say('Generating a web from WordNet …');
    const server = await startServer();
    try {
      const web = createDemoWeb();
      const topic = web.topics.find(({ name }) => name === options.topic)!;
      say(
        `${count(web.size)} pages on ${count(web.hosts.length)} hosts, served on 127.0.0.1:${server.port}. ${count(web.relevantCount(topic.name))} of them are about: ${topic.title}.\n`,
      );
      const runs: Run[] = [];
      for (const recipe of [FOCUSED, BASELINE]) {
        const out = join(options.out, recipe === FOCUSED ? 'focused' : 'breadth-first');
        const run = await oneCrawl(
          web,
          server.port,
          topic,
          recipe,
          out,
          options.pages,
          recipe === FOCUSED || kind === 'json' ? kind : 'quiet',
          say,
        );
        if (run.stop.reason === 'interrupted') return say('\nStopped.');
        runs.push(run);
      }
      if (kind !== 'json') print(fitted(comparison(runs, web.relevantCount(topic.name), options)));
    } finally {
      server.stop();
    }
  });

interface Run {
  recipe: string;
  stop: Stop;
  /** Pages that are about the topic by the generator's labels. */
  trulyRelevant: number;
}

async function oneCrawl(
  web: DemoWeb,
  port: number,
  topic: DemoWeb['topics'][number],
  recipe: string,
  out: string,
  pages: number,
  kind: ViewKind,
  say: (text: string) => void,
): Promise<Run> {
  if (kind === 'quiet') say(`\nThe same budget with ${recipe}, for comparison …`);
  const run = crawl({
    topic: { ...topic, language: 'en' },
    out,
    settings: {
      recipe,
      budget: { pages },
      politeness: { minDelayMs: 50, delayFactor: 1 },
      http: {
        contact: 'https://demo.forage.test/contact',
        connectTo: { '*.test': `127.0.0.1:${port}` },
      },
    },
  });
  const interrupt = (): void => run.stop();
  process.once('SIGINT', interrupt);
  const view = createView(kind);
  // A page found under several URLs counts once.
  const finds = new Set<string>();
  for await (const event of run as AsyncIterable<CrawlEvent>) {
    if (event.type === 'page' && web.isRelevant(event.url, topic.name))
      finds.add(web.canonicalOf(event.url) ?? event.url);
    view.show(event);
  }
  view.end();
  process.off('SIGINT', interrupt);
  return { recipe, stop: await run.finished, trulyRelevant: finds.size };
}

function comparison(runs: Run[], relevantInAll: number, options: Options): string {
  const rows = runs.map(({ recipe, stop: { summary }, trulyRelevant }) => [
    recipe,
    count(summary.pages),
    count(trulyRelevant),
    percent(trulyRelevant / Math.max(1, summary.pages)),
    percent(trulyRelevant / relevantInAll),
    duration(summary.elapsedMs),
  ]);
  const [focused, plain] = runs;
  const times = focused!.trulyRelevant / Math.max(1, plain!.trulyRelevant);
  const folder = join(options.out, 'focused');
  const forage = commandName();
  return [
    '',
    'Results by the true subject of every page (known to the generator, not to the crawler):',
    '',
    table(
      [['recipe', 'pages', 'on topic', 'harvest rate', 'of all on topic', 'time'], ...rows],
      [1, 2, 3, 4, 5],
    ),
    '',
    `With the same budget the focused crawl found ${times.toFixed(1)} times as many pages on topic.`,
    `It ended because ${focused!.stop.detail}.`,
    '',
    'Try next:',
    `  ${forage} status ${folder}`,
    `  ${forage} model ${folder}`,
    `  ${forage} search ${folder} WORDS`,
    `  ${forage} export ${folder} --format csv --relevant`,
    `  ${forage} crawl your-topic.yaml --contact you@example.org --pages 500`,
  ].join('\n');
}

/** The command that starts this program the way it was started: from a checkout, with npx, or installed. */
function commandName(): string {
  if (import.meta.url.endsWith('.ts')) return 'npm run forage --';
  return process.env.npm_command === 'exec' ? 'npx forage-crawler' : 'forage';
}

/** The demo's own folder is replaced each time; any other folder is left alone. */
function clear(out: string): void {
  if (!existsSync(out)) return;
  const foreign = readdirSync(out).filter((name) => name !== 'focused' && name !== 'breadth-first');
  if (foreign.length > 0)
    throw new ForageError(
      'CRAWL_FOLDER',
      `${out} contains more than a demonstration. Give --out another folder.`,
    );
  rmSync(out, { recursive: true });
}

async function startServer(): Promise<{ port: number; stop(): void }> {
  const path = fileURLToPath(ownModule('../demo/serve', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [path, '{}'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).once('line', resolve);
    child.once('exit', (code) =>
      reject(new ForageError('INPUT_INVALID', `The demonstration web exited with code ${code}.`)),
    );
  });
  const { port } = JSON.parse(line) as { port: number };
  return { port, stop: () => child.stdin!.end() };
}

/** One crawl on several machines. NATS is loaded by these commands alone, when they run. */
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { openFolder } from '../crawl/folder.ts';
import type { SettingsInput } from '../crawl/settings.ts';
import { ForageError } from '../errors.ts';
import type { Nats } from '../fleet/connect.ts';
import type { FleetState, Order } from '../fleet/control.ts';
import { useModules } from '../plugin/load.ts';
import { loadTopic } from '../topic/load.ts';
import type { Topic } from '../topic/topic.ts';
import { answerOf, readAnswers } from './answers-file.ts';
import { personName } from './ask-pages.ts';
import { contactOf, contactOption } from './contact.ts';
import { type CrawlFlags, settingsOf } from './crawl.ts';
import {
  type CollectFlags,
  collectFleet,
  type ExportFlags,
  exportFleet,
  followFleet,
} from './fleet-results.ts';
import { fleetTable } from './fleet-table.ts';
import { count } from './format.ts';
import { onInterruption } from './interruption.ts';
import { overlay } from './overlay.ts';
import { asJson, complain, print } from './print.ts';
import { runInTerminal } from './run.ts';
import { seeds } from './topic-flags.ts';
import { amount, assignment, modules, since, span, whole } from './values.ts';

interface Reach {
  nats?: string;
  creds?: string;
  tlsCa?: string;
  tlsCert?: string;
  tlsKey?: string;
  fleet?: string;
}

/** A command with the flags by which a fleet is reached. */
const below = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .option(
      '--nats <servers>',
      'NATS servers: nats://host:4222, several separated by commas (or set FORAGE_NATS)',
    )
    .option('--fleet <name>', 'the fleet, if there are several on these servers')
    .option('--creds <file>', 'credentials for NATS, as nsc writes them')
    .option('--tls-ca <file>', "the authority of the servers' certificates, as PEM")
    .option('--tls-cert <file>', 'our own certificate, as PEM')
    .option('--tls-key <file>', 'its key, as PEM');

async function withNats<T>(reach: Reach, work: (nats: Nats) => Promise<T>): Promise<T> {
  const servers = reach.nats ?? process.env.FORAGE_NATS;
  if (servers === undefined)
    throw new ForageError('USAGE', 'Which NATS servers? Add --nats nats://host:4222, or set FORAGE_NATS.');
  const { connectNats, isPassing } = await import('../fleet/connect.ts');
  const { creds, tlsCa: ca, tlsCert: cert, tlsKey: key } = reach;
  const nats = await connectNats({ servers, creds, ca, cert, key });
  try {
    return await work(nats);
  } catch (cause) {
    if (!isPassing(cause)) throw cause;
    const { message } = cause as Error;
    throw new ForageError('FLEET', `NATS has not answered (${message}). Try again in a minute.`, { cause });
  } finally {
    await nats.close();
  }
}

const withFleet = <T>(reach: Reach, work: (nats: Nats, fleet: FleetState) => Promise<T>): Promise<T> =>
  withNats(reach, async (nats) => {
    const { readFleet } = await import('../fleet/control.ts');
    return work(nats, await readFleet(nats, reach.fleet));
  });

/** Gives the fleet an order and says which. */
async function give(
  reach: Reach,
  make: (fleet: FleetState, by: string) => Order,
  said: string,
): Promise<void> {
  await withFleet(reach, async (nats, fleet) => {
    const { send, whoOrders } = await import('../fleet/control.ts');
    await send(nats, fleet.name, make(fleet, whoOrders()));
    print(said);
  });
}

interface LabelFlags {
  answers?: string;
  by?: string;
}

interface CreateFlags extends Reach, CrawlFlags {
  from?: string;
  partitions: number;
  replicas: number;
  ttl: number;
  durability: number;
  maxBytes: number;
  archive: FleetState['archive'];
}

const create = below(
  'create',
  'create a fleet for a topic: its streams, its settings, and what its recipe learns',
)
  .argument('[topic]', 'the topic file (YAML or JSON)')
  .option('--from <crawl>', 'continue a stopped crawl instead: its folder, whose topic and settings are used')
  .option('--partitions <n>', 'parts of the crawl, fixed for its life: at least 8 for each worker', whole, 64)
  .option('--replicas <n>', 'how many NATS servers keep each message: 1 or 3', whole, 1)
  .option('--ttl <time>', 'how long a worker may be silent before others take its partitions', span, 15_000)
  .option(
    '--durability <time>',
    'how often a worker commits: what a lost machine may lose at most',
    span,
    2000,
  )
  .addOption(
    new Option(
      '--archive <where>',
      "the bodies of pages: on the workers' disks (local), or in NATS as well (shared), so that no lost disk costs any",
    )
      .choices(['local', 'shared'])
      .default('local'),
  )
  .option('--max-bytes <n>', 'how much all streams of the fleet may hold', whole, 20_000_000_000)
  .option('-r, --recipe <name>', 'the recipe to crawl with; see "forage recipes"')
  .option('--use <module>', 'your own module, on every machine at the same path; may be repeated', modules)
  .option('--set <key=value>', 'a setting of the recipe; may be repeated', assignment)
  .option('-n, --pages <n>', 'stop after N pages', whole)
  .option('--relevant <n>', 'stop after N relevant pages', whole)
  .option('--seconds <n>', 'stop after N seconds', amount)
  .option('--depth <n>', 'follow links up to N steps from the seeds', amount)
  .option('--pages-per-host <n>', 'at most N pages of one host', whole)
  .option('-c, --concurrency <n>', 'requests in flight of each worker', whole)
  .option('--threads <n>', 'threads of each worker that parse and judge', amount)
  .option('--delay <ms>', 'at least this many milliseconds between two requests to a host', amount)
  .addOption(contactOption)
  .option('--connect-to <host=address:port>', 'connect there instead; may be repeated', assignment)
  .option('--allow-private', 'allow host names that resolve to private and loopback addresses')
  .option('--settings <file>', 'a YAML file with any settings; flags override it')
  .action(async (path: string | undefined, options: CreateFlags) => {
    const use = useModules(options.use);
    const { topic, settings } = startOf(path, options, use);
    settings.http = { ...settings.http, contact: await contactOf(settings) };
    settings.archive = { ...settings.archive, commitEveryMs: options.durability };
    const name = options.fleet ?? topic.name.replace(/[^A-Za-z0-9-]+/g, '-');
    const { partitions, replicas, ttl: ttlMs, maxBytes, archive, from } = options;
    await withNats(options, async (nats) => {
      const { createFleet } = await import('../fleet/create.ts');
      await createFleet(
        nats,
        { name, topic, settings, partitions, replicas, ttlMs, maxBytes, archive, from },
        async (run) => {
          await runInTerminal(run, 'quiet');
        },
      );
      print(
        `Fleet "${name}" with ${count(partitions)} partitions. On every machine: forage fleet work --nats … --fleet ${name}`,
      );
    });
  });

/** Topic and settings of a file, or of a crawl that is continued; flags override the latter. */
function startOf(
  path: string | undefined,
  options: CreateFlags,
  use: string[],
): { topic: Topic; settings: SettingsInput } {
  const flags = settingsOf(options, use);
  if ((path === undefined) === (options.from === undefined))
    throw new ForageError('USAGE', 'Give a topic file, or a crawl to continue: --from CRAWL');
  if (path !== undefined) return { topic: loadTopic(path), settings: flags };
  const { topic, settings } = openFolder(options.from!);
  const all = [...new Set([...settings.use, ...use])];
  return { topic, settings: { ...(overlay(settings, flags) as SettingsInput), use: all } };
}

const work = below('work', 'work for a fleet until it has done its work, or until Ctrl-C')
  .option('--folder <dir>', 'where the partitions are kept', 'forage-fleet')
  .option('-c, --concurrency <n>', 'requests in flight of this worker', whole)
  .option('--threads <n>', 'threads of this worker that parse and judge', amount)
  .action(async (options: Reach & { folder: string; concurrency?: number; threads?: number }) => {
    await withNats(options, async (nats) => {
      const { Worker } = await import('../fleet/worker.ts');
      const { fleet, concurrency, threads } = options;
      const folder = resolve(options.folder);
      const worker = await Worker.open({ nats, fleet, folder, concurrency, threads, tell: complain });
      const listening = onInterruption((reason) => worker.stop(reason));
      print(`Worker ${worker.name}`);
      const { reason, detail } = await worker.run();
      listening();
      if (reason === 'failed') throw new ForageError('FLEET', detail);
      print(`Ended: ${detail}.`);
    });
  });

const status = below('status', 'how a fleet stands: workers, partitions, pages, links on their way')
  .option('--json', 'print one JSON object')
  .action(async (options: Reach & { json?: boolean }) => {
    await withFleet(options, async (nats, fleet) => {
      const { statusOf } = await import('../fleet/status.ts');
      const status = await statusOf(nats, fleet);
      print(options.json ? asJson(status) : fleetTable(status));
    });
  });

const pause = below('pause', 'no new requests until "forage fleet resume"').action((options: Reach) =>
  give(options, (_, by) => ({ order: 'pause', by }), 'Paused.'),
);

const resume = below('resume', 'end a pause, or take back a stop').action((options: Reach) =>
  give(
    options,
    (_, by) => ({ order: 'resume', by }),
    'Running, as soon as workers are there: forage fleet work',
  ),
);

const stop = below('stop', 'end the crawl on all machines; "forage fleet resume" takes it back').action(
  (options: Reach) =>
    give(
      options,
      (_, by) => ({ order: 'stop', reason: 'interrupted', detail: `stopped by ${by}`, by }),
      'Stopped. To go on: forage fleet resume, then forage fleet work',
    ),
);

const add = below('add', 'add seeds')
  .argument('<url|file...>', 'URLs, or files with one URL per line ("#" starts a comment)', seeds)
  .action((urls: string[], options: Reach) =>
    give(options, (_, by) => ({ order: 'seeds', urls, by }), `${count(urls.length)} seeds added.`),
  );

const set = below('set', 'change settings of a running fleet')
  .argument('<key=value...>', 'as for "forage set"')
  .action(async (assignments: string[], options: Reach) => {
    const changes = assignments.reduce<Record<string, unknown>>(
      (before, text) => assignment(text, before),
      {},
    );
    const { changedSettings } = await import('../crawl/changes.ts');
    await give(
      options,
      (fleet, by) => {
        changedSettings(fleet, changes);
        return { order: 'set', changes, by };
      },
      'In force on all machines as soon as they have read it.',
    );
  });

const label = below('label', 'say whether pages are relevant, as "forage label" does')
  .argument('[url]', 'the URL of a page that was fetched')
  .argument('[answer]', 'yes, no or unsure; unsure takes back an earlier answer')
  .option('--answers <file>', 'a file with a URL, a tab, and yes, no or unsure on each line')
  .option('--by <name>', 'who answers (default: your user name)')
  .action(async (url: string | undefined, word: string | undefined, options: Reach & LabelFlags) => {
    const answer = word === undefined ? undefined : answerOf(word);
    if (options.answers === undefined && (url === undefined || answer === undefined))
      throw new ForageError('USAGE', 'Write a URL and yes, no or unsure, or name a file: --answers FILE');
    const by = personName(options.by);
    const labels =
      options.answers === undefined
        ? [{ url: url!, label: answer! }]
        : Array.from(readAnswers(options.answers, {}), ([url, label]) => ({ url, label }));
    const said = `${count(labels.length)} ${labels.length === 1 ? 'answer' : 'answers'} on the way to the workers.`;
    await give(options, () => ({ order: 'label', labels, by }), said);
  });

const collectAll = below(
  'collect',
  'make one ordinary crawl of a fleet, to search, show, judge, export or resume; again: bring it up to date',
)
  .argument('<crawl>', 'the folder to make or to bring up to date')
  .option(
    '--folder <dir>',
    'a folder of a worker, or of the crawl that the fleet continued, for its WARC files; may be repeated (default: forage-fleet)',
    modules,
  )
  .option('--no-text', 'do not read the texts: quicker, but they cannot be searched')
  .action((out: string, options: Reach & CollectFlags) =>
    withFleet(options, (nats, fleet) => collectFleet(nats, fleet, out, options)),
  );

const exportAll = below('export', 'write the pages of all partitions, from their logs')
  .option(
    '-f, --format <name>',
    'jsonl, or another format of "forage export"; those with texts or WARC records need --folder',
    'jsonl',
  )
  .option(
    '--folder <dir>',
    'a folder of a worker, for its WARC files; may be repeated (default: forage-fleet)',
    modules,
  )
  .option('-o, --out <file>', 'output file (default: standard output)')
  .option('--relevant', 'only pages that were judged relevant')
  .option('--min-score <s>', 'only pages with at least this score', amount)
  .option('--language <code>', 'only pages in this language')
  .option('--host <name>', 'only pages of this host')
  .option('--everything', 'also redirects, errors, refusals and copies')
  .option('--force', 'replace the output file if it exists')
  .action((options: Reach & ExportFlags) =>
    withFleet(options, (nats, fleet) => exportFleet(nats, fleet, options)),
  );

const follow = below('follow', 'print the pages of all partitions as JSON lines, as their logs accept them')
  .option('--relevant', 'only pages that were judged relevant')
  .option('--since <date>', 'only what was fetched since then: 2026-11-17, 2026-11-17T12:00Z', since)
  .action((options: Reach & { relevant?: boolean; since?: number }) =>
    withFleet(options, (nats, fleet) => followFleet(nats, fleet, options)),
  );

const remove = below('delete', 'delete the streams of a fleet; the folders of its workers stay').action(
  async (options: Reach) => {
    if (options.fleet === undefined) throw new ForageError('USAGE', 'Which fleet? Name it: --fleet NAME');
    await withNats(options, async (nats) => {
      const { deleteFleet } = await import('../fleet/create.ts');
      const streams = await deleteFleet(nats, options.fleet!);
      if (streams === 0)
        throw new ForageError('FLEET', `There is no fleet "${options.fleet}" on these servers.`);
      print(`Deleted ${count(streams)} streams of "${options.fleet}".`);
    });
  },
);

export const fleetCommand = new Command('fleet')
  .addCommand(create)
  .addCommand(work)
  .addCommand(status)
  .addCommand(pause)
  .addCommand(resume)
  .addCommand(set)
  .addCommand(add)
  .addCommand(stop)
  .addCommand(label)
  .addCommand(collectAll)
  .addCommand(exportAll)
  .addCommand(follow)
  .addCommand(remove);

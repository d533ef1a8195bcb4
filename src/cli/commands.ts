/**
 * All commands with their descriptions. A command's own file is loaded when the command is used: loading all of them
 * takes longer than most commands do.
 */
import type { Command } from 'commander';

export interface Listed {
  name: string;
  description: string;
  load(): Promise<Command>;
}

export const commands: readonly Listed[] = [
  {
    name: 'demo',
    description:
      'generate the demonstration web, serve it on loopback, crawl it for a topic, compare with breadth-first',
    load: async () => (await import('./demo.ts')).demoCommand,
  },
  {
    name: 'init',
    description: 'write a topic file: asks what to look for, or takes it from flags',
    load: async () => (await import('./init.ts')).initCommand,
  },
  {
    name: 'crawl',
    description: 'crawl the live Web, or a frozen one with --web, for a topic',
    load: async () => (await import('./crawl.ts')).crawlCommand,
  },
  {
    name: 'resume',
    description: 'continue a crawl after Ctrl-C, a crash or a reboot',
    load: async () => (await import('./resume.ts')).resumeCommand,
  },
  {
    name: 'judge',
    description: 'judge the stored pages of a crawl again, without fetching them',
    load: async () => (await import('./judge.ts')).judgeCommand,
  },
  {
    name: 'status',
    description:
      'progress of a crawl: counts, outcomes, hosts, refusals; with --host, the ledger of one host',
    load: async () => (await import('./status.ts')).statusCommand,
  },
  {
    name: 'check-sample',
    description: 'answer yes or no to random pages called relevant, to know how many of them are',
    load: async () => (await import('./check-sample.ts')).checkSampleCommand,
  },
  {
    name: 'tune',
    description: 'find the score from which a page should count, from answers about some thirty pages',
    load: async () => (await import('./tune.ts')).tuneCommand,
  },
  {
    name: 'follow',
    description: 'print the pages of a crawl as JSON lines, as they are committed',
    load: async () => (await import('./follow.ts')).followCommand,
  },
  {
    name: 'set',
    description: 'change settings of a crawl: immediately if it is running, otherwise at the next resume',
    load: async () => (await import('./set.ts')).setCommand,
  },
  {
    name: 'seeds',
    description: 'work on the seeds of a crawl',
    load: async () => (await import('./seeds.ts')).seedsCommand,
  },
  {
    name: 'pause',
    description: 'pause a running crawl: no new requests until "forage go"',
    load: async () => (await import('./pause.ts')).pauseCommand,
  },
  {
    name: 'go',
    description: 'continue a paused crawl',
    load: async () => (await import('./go.ts')).goCommand,
  },
  {
    name: 'stop',
    description: 'end a running crawl cleanly, as Ctrl-C does',
    load: async () => (await import('./stop.ts')).stopCommand,
  },
  {
    name: 'search',
    description: 'full-text search over the pages of a crawl: words, "phrases", prefix*, -without, OR',
    load: async () => (await import('./search.ts')).searchCommand,
  },
  {
    name: 'show',
    description:
      'show one page of a crawl: why it was fetched, how it was judged, what happened to its links',
    load: async () => (await import('./show.ts')).showCommand,
  },
  {
    name: 'export',
    description: 'write the pages of a crawl as JSON lines, CSV, WARC, a text corpus or a link graph',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  {
    name: 'replay',
    description:
      'serve a crawl or WARC files as a web on loopback: a proxy that answers for every recorded host',
    load: async () => (await import('./replay.ts')).replayCommand,
  },
  {
    name: 'check',
    description: 'check that a crawl is whole: database, archive and digests, against each other',
    load: async () => (await import('./check.ts')).checkCommand,
  },
  {
    name: 'repair',
    description: 'rebuild a damaged or deleted database of a crawl from its archive',
    load: async () => (await import('./repair.ts')).repairCommand,
  },
  {
    name: 'recipes',
    description: 'list the recipes for --recipe; with a name or a file, show how it works and its settings',
    load: async () => (await import('./recipes.ts')).recipesCommand,
  },
  {
    name: 'model',
    description: 'what a crawl has learnt, in words: its judge, its strategy, and their versions',
    load: async () => (await import('./model.ts')).modelCommand,
  },
  {
    name: 'topic',
    description: 'work on topic files',
    load: async () => (await import('./topic.ts')).topicCommand,
  },
  {
    name: 'evaluate',
    description: 'measure finished crawls by relevant pages that they were not given, or by labels',
    load: async () => (await import('./evaluate.ts')).evaluateCommand,
  },
  {
    name: 'lab',
    description:
      'compare recipes on frozen webs: run a plan, report on it, have people judge the pages found',
    load: async () => (await import('./lab.ts')).labCommand,
  },
  {
    name: 'completion',
    description: 'print a script that completes commands and flags in your shell',
    load: async () => (await import('./completion.ts')).completionCommand,
  },
];

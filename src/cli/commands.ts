/**
 * All commands with their descriptions. A command's own file is loaded when the command is used: loading all of them
 * takes longer than most commands do.
 */
import type { Command } from 'commander';

export interface Listed {
  name: string;
  description: string;
  /** As they are typed; shown at the end of its help. */
  examples: readonly string[];
  load(): Promise<Command>;
}

/** In the order of the help. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  'Find pages': ['demo', 'init', 'topic', 'seeds', 'crawl', 'grow', 'resume', 'recrawl', 'fleet'],
  'Watch and steer': ['desk', 'status', 'pause', 'go', 'stop', 'set'],
  'Say what is relevant': ['label', 'check-sample', 'tune', 'judge'],
  'Look at what was found': ['search', 'show', 'documents', 'annotate', 'model'],
  'Pass it on': ['export', 'send', 'follow', 'serve', 'mcp', 'replay'],
  'Compare ways to crawl': ['recipes', 'evaluate', 'lab'],
  'Keep it in order': ['check', 'repair', 'completion'],
};

export const commands: readonly Listed[] = [
  {
    name: 'demo',
    description:
      'generate the demonstration web, serve it on loopback, crawl it for a topic, compare with breadth-first',
    examples: ['forage demo', 'forage demo --topic birds --pages 500'],
    load: async () => (await import('./demo.ts')).demoCommand,
  },
  {
    name: 'init',
    description: 'write a topic file: asks what to look for, or takes it from flags',
    examples: [
      'forage init',
      'forage init owls.yaml --title "Owls of Europe" --keywords "barn owl, roost" --seed https://example.org/',
    ],
    load: async () => (await import('./init.ts')).initCommand,
  },
  {
    name: 'crawl',
    description: 'crawl the live Web, or a frozen one with --web, for a topic',
    examples: [
      'forage crawl owls.yaml --contact you@example.org --pages 500',
      'forage crawl owls.yaml --web archive/*.warc.gz --out again',
      'forage crawl owls.yaml --recipe lund/svm --set threshold=0.3 --json > owls.log',
    ],
    load: async () => (await import('./crawl.ts')).crawlCommand,
  },
  {
    name: 'grow',
    description: 'from a folder of documents to a corpus of pages like them: trains a judge, crawls, exports',
    examples: [
      'forage grow my-documents --seed https://example.org/ --words 1M --contact you@example.org',
      'forage grow --out my-documents-corpus --words 2M',
      'forage grow my-documents --seed https://example.org/ --pages 2000 --until judge',
    ],
    load: async () => (await import('./grow.ts')).growCommand,
  },
  {
    name: 'resume',
    description: 'continue a crawl after Ctrl-C, a crash or a reboot',
    examples: ['forage resume owls', 'forage resume owls --pages 5000'],
    load: async () => (await import('./resume.ts')).resumeCommand,
  },
  {
    name: 'recrawl',
    description: 'ask for the pages of a crawl again: what is new, changed, moved or gone',
    examples: [
      'forage recrawl owls --budget 2000',
      'forage recrawl owls --every 7d',
      'forage recrawl owls --by interval --every 30d --due',
    ],
    load: async () => (await import('./recrawl.ts')).recrawlCommand,
  },
  {
    name: 'judge',
    description: 'judge the stored pages of a crawl again, without fetching them',
    examples: ['forage judge owls --threshold 0.3 --dry-run', 'forage judge owls --topic owls.yaml'],
    load: async () => (await import('./judge.ts')).judgeCommand,
  },
  {
    name: 'status',
    description:
      'progress of a crawl: counts, outcomes, hosts, refusals; with --host, the ledger of one host',
    examples: ['forage status owls', 'forage status owls --host example.org'],
    load: async () => (await import('./status.ts')).statusCommand,
  },
  {
    name: 'check-sample',
    description: 'answer yes or no to random pages called relevant, to know how many of them are',
    examples: ['forage check-sample owls --pages 20'],
    load: async () => (await import('./check-sample.ts')).checkSampleCommand,
  },
  {
    name: 'label',
    description: 'say whether pages are relevant: your answer counts at once and wins over the judge',
    examples: [
      'forage label owls https://example.org/barn-owl yes',
      'forage label owls --answers answers.tsv --by ann',
    ],
    load: async () => (await import('./label.ts')).labelCommand,
  },
  {
    name: 'tune',
    description: 'find the score from which a page should count, from answers about some thirty pages',
    examples: ['forage tune owls'],
    load: async () => (await import('./tune.ts')).tuneCommand,
  },
  {
    name: 'follow',
    description: 'print the pages of a crawl as JSON lines, as they are committed',
    examples: ['forage follow owls --relevant --text | jq .title'],
    load: async () => (await import('./follow.ts')).followCommand,
  },
  {
    name: 'send',
    description:
      'send the pages of a crawl to a search index, storage, a webhook or NATS, as they are committed',
    examples: [
      'forage send owls --to opensearch+https://localhost:9200/owls --relevant --wait',
      'forage send owls --to s3://my-bucket/crawls',
      'forage send owls --to destination.yaml',
    ],
    load: async () => (await import('./send.ts')).sendCommand,
  },
  {
    name: 'set',
    description: 'change settings of a crawl: immediately if it is running, otherwise at the next resume',
    examples: ['forage set owls budget.pages=5000 scope.excludeHosts+=example.org'],
    load: async () => (await import('./set.ts')).setCommand,
  },
  {
    name: 'seeds',
    description: 'find seeds for a topic, and add seeds to a crawl',
    examples: [
      'forage seeds find owls.yaml --directory content.rdf.u8.gz --search http://localhost:8888/ --out pool.txt',
      'forage seeds categories content.rdf.u8.gz --category "Top/Science/*/Birds"',
      'forage seeds add owls https://example.org/',
    ],
    load: async () => (await import('./seeds.ts')).seedsCommand,
  },
  {
    name: 'pause',
    description: 'pause a running crawl: no new requests until "forage go"',
    examples: ['forage pause owls'],
    load: async () => (await import('./pause.ts')).pauseCommand,
  },
  {
    name: 'go',
    description: 'continue a paused crawl',
    examples: ['forage go owls'],
    load: async () => (await import('./go.ts')).goCommand,
  },
  {
    name: 'stop',
    description: 'end a running crawl cleanly, as Ctrl-C does',
    examples: ['forage stop owls'],
    load: async () => (await import('./stop.ts')).stopCommand,
  },
  {
    name: 'search',
    description: 'full-text search over the pages of a crawl: words, "phrases", prefix*, -without, OR',
    examples: [
      'forage search owls barn owl',
      'forage search owls \'"barn owl" title:roost -museum host:example.org\'',
    ],
    load: async () => (await import('./search.ts')).searchCommand,
  },
  {
    name: 'show',
    description:
      'show one page of a crawl: why it was fetched, how it was judged, what happened to its links',
    examples: ['forage show owls https://example.org/', 'forage show owls https://example.org/ --text'],
    load: async () => (await import('./show.ts')).showCommand,
  },
  {
    name: 'documents',
    description: 'list the documents of a crawl with author, title and type; show one; correct a verdict',
    examples: [
      'forage documents owls --type thesis --sort references',
      'forage documents owls --rejected',
      'forage documents owls 17 --accept --as thesis',
    ],
    load: async () => (await import('./documents.ts')).documentsCommand,
  },
  {
    name: 'annotate',
    description: 'write a note on a document; "forage search" finds it',
    examples: ['forage annotate owls 17 "Table 3 has the ringing data"'],
    load: async () => (await import('./annotate.ts')).annotateCommand,
  },
  {
    name: 'export',
    description:
      'write the pages of a crawl as JSON lines, CSV, Parquet, WARC, WACZ, a text corpus or a link graph',
    examples: [
      'forage export owls --relevant --text > owls.jsonl',
      'forage export owls --format csv --best 100 --out best.csv',
      'forage export owls --format wacz --out owls.wacz',
      'forage export owls --format parquet --text --out owls-tables',
    ],
    load: async () => (await import('./export.ts')).exportCommand,
  },
  {
    name: 'desk',
    description:
      'open a local web page over all crawls of a folder: watch, search, label, steer, compare; and a REST interface',
    examples: ['forage desk', 'forage desk crawls --port 8000 --guests label'],
    load: async () => (await import('./desk.ts')).deskCommand,
  },
  {
    name: 'serve',
    description:
      'a search page and JSON over crawls, to put online: snippets, sites, types, languages, years',
    examples: [
      'forage serve owls',
      'forage serve owls bats --title "Night animals" --listen 0.0.0.0 --public',
    ],
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  {
    name: 'fleet',
    description: 'one crawl on several machines, over NATS JetStream',
    examples: [
      'forage fleet create owls.yaml --nats nats://a:4222,nats://b:4222 --contact you@example.org --partitions 64',
      'forage fleet work --nats nats://a:4222 --folder /data/forage',
      'forage fleet status --nats nats://a:4222',
    ],
    load: async () => (await import('./fleet.ts')).fleetCommand,
  },
  {
    name: 'mcp',
    description:
      'the crawls of a folder as tools for agents: the Model Context Protocol on standard input and output',
    examples: ['forage mcp crawls', 'forage mcp crawls --allow read'],
    load: async () => (await import('./mcp.ts')).mcpCommand,
  },
  {
    name: 'replay',
    description:
      'serve a crawl or WARC files as a web on loopback: a proxy that answers for every recorded host',
    examples: ['forage replay owls --port 8080 --ca ca.pem'],
    load: async () => (await import('./replay.ts')).replayCommand,
  },
  {
    name: 'check',
    description: 'check that a crawl is whole: database, archive and digests, against each other',
    examples: ['forage check owls'],
    load: async () => (await import('./check.ts')).checkCommand,
  },
  {
    name: 'repair',
    description: 'rebuild a damaged or deleted database of a crawl from its archive',
    examples: ['forage repair owls'],
    load: async () => (await import('./repair.ts')).repairCommand,
  },
  {
    name: 'recipes',
    description: 'list the recipes for --recipe; with a name or a file, show how it works and its settings',
    examples: ['forage recipes', 'forage recipes lund/svm'],
    load: async () => (await import('./recipes.ts')).recipesCommand,
  },
  {
    name: 'model',
    description: 'what a crawl has learnt, in words: its judge, its strategy, and their versions',
    examples: ['forage model owls'],
    load: async () => (await import('./model.ts')).modelCommand,
  },
  {
    name: 'topic',
    description: 'work on topic files',
    examples: ['forage topic new "barn owls and what they eat" > owls.yaml', 'forage topic check owls.yaml'],
    load: async () => (await import('./topic.ts')).topicCommand,
  },
  {
    name: 'evaluate',
    description: 'measure finished crawls by relevant pages that they were not given, or by labels',
    examples: ['forage evaluate owls --labels labels.tsv'],
    load: async () => (await import('./evaluate.ts')).evaluateCommand,
  },
  {
    name: 'lab',
    description:
      'compare recipes on frozen webs: run a plan, report on it, have people judge the pages found',
    examples: ['forage lab plan.yaml --out study', 'forage lab report study'],
    load: async () => (await import('./lab.ts')).labCommand,
  },
  {
    name: 'completion',
    description: 'print a script that completes commands and flags in your shell',
    examples: [
      'source <(forage completion bash)    # in ~/.bashrc; for zsh in ~/.zshrc, after compinit',
      'forage completion fish > ~/.config/fish/completions/forage.fish',
    ],
    load: async () => (await import('./completion.ts')).completionCommand,
  },
];

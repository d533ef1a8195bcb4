/** The commands of a whole day with one crawl. What crawls or waits is a process of its own. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WARCParser } from 'warcio';
import { newFolder, page, prose, removeFolders, type SmallWeb, smallWeb } from '../crawl/small-web.ts';
import { forage, type Ran } from './forage.ts';
import { forageHere } from './forage-here.ts';

const cwd = newFolder();
let web: SmallWeb;
let first: Ran;
let second: Ran;
let batched: Ran;

const comet = 'A comet is a small body of ice; a comet near the sun has a tail. ';

beforeAll(async () => {
  web = await smallWeb({
    'sky.test/': page(
      { '/halley': 'comet', '/garden': 'roses', '/gone': 'gone', 'http://far.test/': 'far' },
      comet,
    ),
    'sky.test/halley': page({ '/encke': 'comet Encke' }, `Halley ${comet.repeat(3)} Returns every 76 years.`),
    'sky.test/encke': page([], `Encke ${comet.repeat(2)} Returns every three years.`),
    'sky.test/garden': page([], prose('garden')),
    'far.test/': page([], `${prose('far')} telescope`),
  });
  writeFileSync(
    join(cwd, 'comets.yaml'),
    'name: comets\ntitle: Comets of the sky\nkeywords: [comet]\nseeds: ["http://sky.test/"]\n',
  );
  const flags = [
    '--contact',
    'test@example.org',
    '--connect-to',
    `*.test=127.0.0.1:${web.port}`,
    '--delay',
    '10',
  ];
  // One at a time: no request is under way when the budget is used up, to be repeated by the resume.
  const few = ['--pages', '2', '--threads', '1', '--concurrency', '1'];
  first = await forage(['crawl', 'comets.yaml', ...flags, ...few], { cwd });
  second = await forage(['resume', 'comets', '--pages', '1000', '--json'], { cwd });
  const inBatches = ['--recipe', 'n-best-first', '--out', 'batched', '--concurrency', '1'];
  batched = await forage(['crawl', 'comets.yaml', ...flags, ...inBatches, '--pages', '2'], { cwd });
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

const run = (...args: string[]) => forageHere(args, { cwd });
const jsonLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('crawl stops at its budget and says how to continue', () => {
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toContain('Crawling Comets of the sky with adaptive into comets');
  expect(first.out).toContain('Stopped: the budget of 2 pages is used up.');
  expect(first.out).toContain('forage resume comets');
});

it('status counts what waits in a batch, too', async () => {
  expect(batched).toMatchObject({ code: 0, err: '' });
  // The start and one of its four links are done; the comet, if it was that one, has a link of its own.
  const { waiting, finds } = JSON.parse((await run('status', 'batched', '--json')).out);
  expect(waiting).toBe(finds.some(({ url }: { url: string }) => url.endsWith('/halley')) ? 4 : 3);
});

it('resume continues to the end, with events as one JSON object per line', () => {
  expect(second).toMatchObject({ code: 0, err: '' });
  const events = jsonLines(second.out);
  expect(events[0]).toMatchObject({ type: 'start', resumed: true });
  expect(events.at(-1)).toMatchObject({
    type: 'stop',
    reason: 'frontier-empty',
    summary: { pages: 5, relevant: 3 },
  });
  // Which of the seed's links came second is a matter of which host was ready first.
  const pages = events.filter(({ type }) => type === 'page').map(({ url }) => url as string);
  const others = [
    'http://far.test/',
    'http://sky.test/encke',
    'http://sky.test/garden',
    'http://sky.test/halley',
  ];
  expect(new Set(pages).size).toBe(3);
  expect(others).toEqual(expect.arrayContaining(pages));
});

describe('a finished crawl', () => {
  it('crawl in the same folder is refused and changes nothing', async () => {
    const ran = await run('crawl', 'comets.yaml', '--contact', 'test@example.org');
    expect(ran).toMatchObject({
      code: 1,
      out: '',
      err: 'comets already contains a crawl. Continue it: forage resume comets\n',
    });
  });

  it('status counts outcomes and hosts', async () => {
    const { code, out } = await run('status', 'comets');
    expect(code).toBe(0);
    expect(out).toContain('Comets of the sky');
    expect(out).toContain('Pages in any language count: the topic has no "language:".');
    expect(first.out).toContain('The topic has no "language:", so pages in any language count');
    expect(out).toMatch(/http 404\s+1/);
    expect(out).toMatch(/sky\.test\s+4\s+3/);
    const json = await run('status', 'comets', '--json');
    expect(JSON.parse(json.out)).toMatchObject({ counts: { pages: 5, relevant: 3 } });
  });

  it('status --host shows the ledger, the pauses and the rules of a host', async () => {
    const { code, out } = await run('status', 'comets', '--host', 'sky.test');
    expect(code).toBe(0);
    expect(out).toContain('sky.test: 4 pages, 3 relevant');
    expect(out).toContain('no robots.txt (404): everything is allowed');
    const json = JSON.parse((await run('status', 'comets', '--host', 'sky.test', '--json')).out);
    expect(json.ledger.filter(({ kind }: { kind: string }) => kind === 'fetch')).toHaveLength(5);
    const unknown = await run('status', 'comets', '--host', 'nowhere.test');
    expect(unknown).toMatchObject({
      code: 2,
      err: 'The crawl has no host "nowhere.test". What it has: forage status comets --sites\n',
    });
  });

  it('search finds pages by their words', async () => {
    const { out } = await run('search', 'comets', 'returns', '76');
    expect(out).toContain('http://sky.test/halley');
    expect(out).not.toContain('http://sky.test/encke');
    expect(jsonLines((await run('search', 'comets', 'telescope', '--json')).out)).toMatchObject([
      { url: 'http://far.test/' },
    ]);
    expect(await run('search', 'comets', 'zeppelin')).toMatchObject({ code: 0, out: 'Nothing found.\n' });
    expect(await run('search', 'comets', '"')).toMatchObject({ code: 0 });
  });

  it('show prints how the crawl got to a page and what happened to its links', async () => {
    const { code, out } = await run('show', 'comets', 'http://sky.test/encke');
    expect(code).toBe(0);
    expect(out).toMatch(/http:\/\/sky\.test\/\n[\s\S]*http:\/\/sky\.test\/halley\n[\s\S]*by "comet Encke"/);
    expect((await run('show', 'comets', 'http://sky.test/', '--text')).out).toContain('small body of ice');
    const seed = JSON.parse((await run('show', 'comets', 'http://sky.test/', '--json')).out);
    expect(seed.links).toHaveLength(4);
    expect(await run('show', 'comets', 'http://sky.test/never')).toMatchObject({ code: 2 });
  });

  it.each(['jsonl', 'csv', 'graphml', 'gexf'])('export writes %s', async (format) => {
    const { code, out } = await run('export', 'comets', '--format', format, '--relevant');
    expect(code).toBe(0);
    for (const name of ['halley', 'encke']) expect(out).toContain(`http://sky.test/${name}`);
    if (format === 'jsonl') expect(jsonLines(out)).toHaveLength(3);
    if (format === 'csv') expect(out.trimEnd().split('\n')).toHaveLength(4);
    if (format === 'graphml') expect(out.match(/<node /g)).toHaveLength(3);
    if (format === 'gexf') expect(out.match(/<node /g)).toHaveLength(3);
  });

  it('export replaces a file only with --force, and refuses --text where there is no place for it', async () => {
    expect(await run('export', 'comets', '--format', 'csv', '--text', '--out', 'kept.csv')).toMatchObject({
      code: 0,
      err: '',
    });
    expect(readFileSync(join(cwd, 'kept.csv'), 'utf8')).toContain('Returns every 76 years');
    writeFileSync(join(cwd, 'kept.csv'), 'mine');
    expect(await run('export', 'comets', '--format', 'csv', '--out', 'kept.csv')).toEqual({
      code: 2,
      out: '',
      err: 'kept.csv exists. Choose another --out, or replace it with --force.\n',
    });
    expect(readFileSync(join(cwd, 'kept.csv'), 'utf8')).toBe('mine');
    expect((await run('export', 'comets', '--out', 'kept.csv', '--force')).code).toBe(0);
    expect(await run('export', 'comets', '--format', 'graphml', '--text')).toEqual({
      code: 2,
      out: '',
      err: '--text is for jsonl, csv and parquet: graphml has no place for texts.\n',
    });
    for (const format of ['csv', 'warc', 'wacz', 'parquet', 'gexf'])
      expect(await run('export', 'comets', '--format', format, '--unique-paragraphs', '--out', 'u')).toEqual({
        code: 2,
        out: '',
        err: `--unique-paragraphs is for jsonl, text, vertical and tei: ${format} has the pages as they are.\n`,
      });
  });

  it('export writes WARC files that another reader reads, and a text corpus', async () => {
    const warc = await run('export', 'comets', '--format', 'warc', '--out', 'out.warc.gz');
    expect(warc).toMatchObject({ code: 0, err: '' });
    const found: string[] = [];
    for await (const record of new WARCParser(Readable.from([readFileSync(join(cwd, 'out.warc.gz'))])))
      if (record.warcType === 'response') found.push(record.warcTargetURI ?? '');
    expect(found.toSorted()).toContain('http://sky.test/halley');
    expect(await run('export', 'comets', '--host', 'none.test', '--relevant', '--out', 'none.jsonl')).toEqual(
      {
        code: 0,
        out: '0 pages written to none.jsonl\n',
        err: 'No pages fit --relevant and --host none.test. What the crawl has: forage status comets --sites\n',
      },
    );
    const tei = await run('export', 'comets', '--format', 'tei');
    expect(/<title>(.*?)<\/title>/.exec(tei.out)?.[1]).toBe('Comets of the sky');
    const text = await run('export', 'comets', '--format', 'text', '--out', 'corpus');
    expect(text.code).toBe(0);
    expect(readdirSync(join(cwd, 'corpus'), { recursive: true }).length).toBeGreaterThanOrEqual(5);
    expect(await run('export', 'comets', '--format', 'text')).toMatchObject({
      code: 2,
      err: 'This format needs an output: --out FOLDER\n',
    });
    expect(await run('export', 'comets', '--format', 'xml')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^There is no exporter "xml"; there are: jsonl, .*, markdown\n$/),
    });
  });

  it('replay serves it to any client of a proxy, and ends with Ctrl-C', async () => {
    const replay = forage(['replay', 'comets', '--port', '0'], { cwd });
    await replay.printed('Press Ctrl-C to end.');
    const port = Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(replay.soFar.out)?.[1]);
    const through = (url: string) =>
      new Promise<{ status: number; body: string }>((resolve, reject) => {
        get({ host: '127.0.0.1', port, path: url, headers: { host: new URL(url).host } }, (response) => {
          let body = '';
          response.setEncoding('utf8').on('data', (part: string) => {
            body += part;
          });
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
        }).on('error', reject);
      });
    const halley = await through('http://sky.test/halley');
    expect(halley.status).toBe(200);
    expect(halley.body).toContain('every 76 years');
    expect((await through('http://sky.test/gone')).status).toBe(404);
    replay.child.kill('SIGINT');
    expect(await replay).toMatchObject({ code: 0, err: '' });
  });

  it('a crawl of the frozen web finds the same pages without asking anybody', async () => {
    const asked = web.log.length;
    const ran = await run(
      'crawl',
      'comets.yaml',
      '--web',
      'comets',
      '--out',
      'again',
      '--json',
      '--recipe',
      'breadth-first',
    );
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(jsonLines(ran.out).at(-1)).toMatchObject({
      reason: 'frontier-empty',
      summary: { pages: 5, relevant: 3 },
    });
    expect(web.log.length).toBe(asked);
  });
});

describe('without a crawl', () => {
  it('recipes lists what there is, and one of them with its settings', async () => {
    const { code, out } = await run('recipes');
    expect(code).toBe(0);
    for (const name of ['breadth-first', 'best-first/page', 'best-first/anchor', 'best-first/page+anchor'])
      expect(out).toContain(name);
    expect((await run('recipes', 'best-first/anchor')).out).toContain('--set anchorShare=1');
  });

  it('topic check says what a topic contains', async () => {
    expect(await run('topic', 'check', 'comets.yaml')).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/comets \(Comets of the sky\)[\s\S]*1 keyword, .*1 seed,/),
    });
  });

  it('--version and --help end well', async () => {
    expect(await forage(['--version'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
    expect(await run('crawl', '--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('--pages-per-host'),
    });
  });
});

/** Judging by keys in a terminal and over real HTTP: both read the pages from a real WARC file and keep what is said. */
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { judgeInTerminal } from '../../src/cli/judge-terminal.ts';
import { wrapped } from '../../src/cli/wrap.ts';
import { startJudgeServer } from '../../src/desk/judge-server.ts';
import type { LocalServer } from '../../src/desk/local-server.ts';
import { JudgementsFile, readJudgements } from '../../src/lab/judgements.ts';
import { Judging } from '../../src/lab/judging.ts';
import { PageTexts } from '../../src/lab/page-texts.ts';
import type { SampledPage } from '../../src/lab/sampling.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import { digestOf, htmlOf, writeWeb } from '../lab/study-of.ts';

afterAll(removeFolders);

const long = `<!doctype html><title>Long</title>${Array.from({ length: 60 }, (_, i) => `<p>Paragraph number ${i} tells of comets and of their tails.</p>`).join('')}`;
const hostile =
  '<!doctype html><title>&lt;script>alert(1)&lt;/script></title><p>&lt;img src=x onerror=alert(2)> "quoted" \u001b[31mred and a good many words more, so that it is read as a text.</p><script>alert(3)</script>';
const bodies: Record<string, string> = { long, hostile, changed: htmlOf('something else') };

const sampled = (name: string, body = bodies[name] ?? htmlOf(name)): SampledPage => ({
  ...{ web: 'w', topic: 'comets', digest: digestOf(body) },
  url: `http://w.test/${name}`,
});

let folder: string;
let texts: PageTexts;
let file: JudgementsFile;

beforeEach(() => {
  folder = newFolder();
  const path = writeWeb(folder, ['p1', 'p2', 'p3', 'long', 'hostile', 'changed'], bodies);
  texts = new PageTexts(() => [[path]]);
  file = new JudgementsFile(folder);
});

afterEach(async () => {
  file.close();
  await texts.close();
});

const said = (): [string, string, string][] =>
  readJudgements(folder).judgements.map(({ url, judge, label }) => [url.slice(14), judge, label]);
const wantedBy = () => ({
  title: 'Comets & meteors',
  viewpoint: 'as an <observer> sees them',
  rules: ['Shops are not relevant.', 'Pictures are.'],
});

describe('in the terminal', () => {
  /** Types the keys one after another, then ends the input; all that was shown. */
  async function type(keys: string, pages: SampledPage[], judge = 'anna'): Promise<string> {
    const input = new PassThrough();
    const output = new PassThrough();
    const judging = new Judging(judge, pages, readJudgements(folder).judgements, file);
    input.end(keys);
    await judgeInTerminal(judging, texts, wantedBy, { input, output });
    return String(output.read() ?? '');
  }

  it('r, n and u say what the page is, and nothing is left when all are judged', async () => {
    const shown = await type(
      'rnu',
      ['p1', 'p2', 'p3'].map((name) => sampled(name)),
    );
    expect(said()).toEqual([
      ['p1', 'anna', 'relevant'],
      ['p2', 'anna', 'not-relevant'],
      ['p3', 'anna', 'unsure'],
    ]);
    expect(shown).toContain(
      'Wanted: Comets & meteors – as an <observer> sees them\n1. Shops are not relevant.',
    );
    expect(shown).toContain('About p2\n');
    expect(shown).toContain('A page that tells of p3 at some length.');
    expect(await type('r', [sampled('p1')])).toBe('');
  });

  it('continues where it stopped', async () => {
    const pages = ['p1', 'p2', 'p3'].map((name) => sampled(name));
    await type('rq', pages);
    const shown = await type('nq', pages);
    expect(shown).not.toContain('About p1');
    expect(said().map(([page]) => page)).toEqual(['p1', 'p2']);
  });

  it('lets a judge go back, see her answer and change it', async () => {
    const pages = ['p1', 'p2', 'p3'].map((name) => sampled(name));
    const shown = await type('rbnrbbbu', pages);
    expect(shown).toContain('Your answer: relevant');
    expect(shown).toContain('This is the first page.');
    expect(said()).toEqual([
      ['p1', 'anna', 'unsure'],
      ['p2', 'anna', 'relevant'],
    ]);
    expect(readFileSync(join(folder, 'judgements.jsonl'), 'utf8').trim().split('\n')).toHaveLength(4);
  });

  it('hides the URL until it is requested', async () => {
    expect(await type('q', [sampled('p1')])).not.toContain('w.test');
    expect(await type('aq', [sampled('p1')])).toContain('http://w.test/p1');
  });

  it('shows a long page a screen at a time', async () => {
    const screens = (await type('  \x1b[Bq', [sampled('long')])).split('Wanted: ');
    expect(screens).toHaveLength(5);
    const first = screens.slice(1).map((screen) => Number(/number (\d+)/.exec(screen)?.[1]));
    expect(first[1]).toBeGreaterThan(first[0]!);
    expect(first[2]).toBeGreaterThan(first[1]!);
    expect(first[3]).toBe(first[2]! + 1);
    // 24 rows, less nine of our own, the wanted topic and its two rules.
    expect(screens[1]).toMatch(/lines 1–12 of \d+/);
  });

  it('keeps no key that means nothing, and ends with its input', async () => {
    await type('xyz\r\n\x1b[Z', [sampled('p1')]);
    await type('\x03r', [sampled('p1')]);
    expect(existsSync(join(folder, 'judgements.jsonl'))).toBe(false);
  });

  it('lets a page neither move the cursor nor colour the screen', async () => {
    const shown = await type('q', [sampled('hostile')]);
    expect(shown).toContain('<img src=x onerror=alert(2)> "quoted" [31mred');
    expect(shown).not.toContain('\x1b');
    expect(shown).not.toContain('alert(3)');
  });

  it('does not let a page be judged that differs from the sampled one', async () => {
    const shown = await type('rnu', [sampled('changed', htmlOf('as it was')), sampled('missing')]);
    expect(shown).toContain('different bytes under this URL');
    expect(shown).toContain('cannot be read');
    expect(said()).toEqual([['changed', 'anna', 'unsure']]);
  });
});

describe('lines of text', () => {
  it.each([
    ['one two three', 7, ['one two', 'three']],
    ['abcdefghij kl', 4, ['abcd', 'efgh', 'ij', 'kl']],
    ['first\n\nsecond\r\nthird', 20, ['first', '', 'second', 'third']],
    ['彗星的尾巴', 4, ['彗星', '的尾', '巴']],
    ['e\u0301a\u0301o', 3, ['e\u0301a\u0301o']],
    ['tab\tand\u200b bell\u0007', 20, ['tab and bell']],
  ])('of %j in %i columns are %j', (text, columns, lines) => {
    expect(wrapped(text, columns)).toEqual(lines);
  });
});

describe('as a web page', () => {
  let server: LocalServer;
  const pages = (): SampledPage[] => ['p1', 'hostile', 'p2'].map((name) => sampled(name));

  beforeEach(async () => {
    server = await start();
  });
  afterEach(() => server.close());

  const start = (): Promise<LocalServer> =>
    startJudgeServer({
      ...{ pages: pages(), texts, wantedBy, file, port: 0 },
      readBefore: () => readJudgements(folder).judgements,
    });
  const get = (where: string) => fetch(new URL(where, server.url), { redirect: 'manual' });
  const text = async (where: string) => (await get(where)).text();
  const say = (form: Record<string, string>, what = 'say') =>
    fetch(new URL(what, server.url), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

  it('leads each judge from one page to the next, and saves every answer immediately', async () => {
    expect(await text('')).toContain('3 pages wait');
    const first = await text('page?judge=Zo%C3%AB');
    expect(first).toContain('About p1');
    expect(first).toContain('<b>Comets &#38; meteors</b> – as an &#60;observer&#62; sees them');
    expect(first).toContain('<li>Shops are not relevant.</li>');
    const answer = await say({ judge: 'Zoë', at: '0', label: 'relevant' });
    expect(answer.status).toBe(303);
    expect(said()).toEqual([['p1', 'Zoë', 'relevant']]);
    const next = new URL(answer.headers.get('location')!, server.url);
    expect(next.searchParams.get('at')).toBe('1');
    await say({ judge: 'Zoë', at: '1', label: 'unsure' });
    await say({ judge: 'ben', at: '0', label: 'not-relevant' });
    const last = await say({ judge: 'Zoë', at: '2', label: 'not-relevant' });
    expect(await text(last.headers.get('location')!)).toContain('All 3 pages are judged');
    expect(await text('')).toMatch(/Zoë<\/a>: 3 of 3.*ben<\/a>: 1 of 3/s);
  });

  it('continues after it was ended, where each judge stopped', async () => {
    await say({ judge: 'ben', at: '0', label: 'relevant' });
    await server.close();
    server = await start();
    expect(await text('page?judge=ben')).toContain('page 2 of 3');
    expect(await text('page?judge=ben&at=0')).toContain('value="relevant" class="chosen"');
    expect(await text('page?judge=anna')).toContain('page 1 of 3');
    expect(await text('page?judge=anna&at=0')).not.toContain('class="chosen"');
  });

  it('shows pages as text alone, under a policy that runs nothing of theirs', async () => {
    const shown = await get('page?judge=ben&at=1');
    const html = await shown.text();
    expect(html).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
    expect(html).toContain('&#60;img src=x onerror=alert(2)&#62; &#34;quoted&#34;');
    expect(html.match(/<script/g)).toHaveLength(1);
    const policy = shown.headers.get('content-security-policy')!;
    const nonce = /<script nonce="([^"]+)">/.exec(html)![1]!;
    expect(policy).toContain(`default-src 'none'`);
    expect(policy).toContain(`script-src 'nonce-${nonce}'`);
    expect((await get('page?judge=ben&at=1')).headers.get('content-security-policy')).not.toContain(nonce);
    expect((await get('')).headers.get('content-security-policy')).not.toContain('script-src');
  });

  it.each([
    [{ judge: 'ben', at: '0', label: 'perhaps' }, 400],
    [{ judge: 'ben', at: '3', label: 'relevant' }, 404],
    [{ judge: 'ben', at: '-1', label: 'relevant' }, 404],
    [{ judge: '<b>', at: '0', label: 'relevant' }, 400],
    [{ at: '0', label: 'relevant' }, 400],
  ])('refuses %o with %i and keeps nothing', async (form, status) => {
    expect((await say(form as Record<string, string>)).status).toBe(status);
    expect(existsSync(join(folder, 'judgements.jsonl'))).toBe(false);
  });

  it('refuses a form of any length before it has read all of it', async () => {
    expect((await say({ judge: 'x'.repeat(20_000) })).status).toBe(413);
  });

  it('answers only to its secret and its own name', async () => {
    const { origin, port, pathname } = new URL(server.url);
    expect((await fetch(`${origin}/`)).status).toBe(404);
    expect((await fetch(`${origin}/${'0'.repeat(32)}/page?judge=ben`)).status).toBe(404);
    const renamed = await new Promise((resolve) => {
      const asked = { port, host: '127.0.0.1', path: pathname, headers: { host: `evil.test:${port}` } };
      request(asked, (answer) => resolve(answer.resume().statusCode)).end();
    });
    expect(renamed).toBe(404);
  });

  it('is over when a judge ends it', async () => {
    expect(await (await say({}, 'done')).text()).toContain('Everything is kept');
    await server.done;
  });
});

/** Crawls that find little or nothing: each says why, and what to try next, at its end and in its status. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newFolder, page, prose, removeFolders, type SmallWeb, smallWeb } from '../crawl/small-web.ts';
import { forageHere } from './forage-here.ts';

const cwd = newFolder();
let web: SmallWeb;
let live: string[];
const run = (...args: string[]) => forageHere(args, { cwd });

const comet = 'A comet is a small body of ice, and near the sun a comet has a tail. ';
const german =
  'Ein Komet ist ein kleiner Himmelskörper, der in der Nähe der Sonne eine Hülle und einen Schweif ausbildet. Das Wort comet ist englisch und steht hier nur, damit die Seite das gesuchte Wort enthält: comet, comet, comet. Viele Menschen haben ihn mit dem bloßen Auge gesehen.';

beforeAll(async () => {
  web = await smallWeb(
    {
      'sky.test/': page(['/halley', '/garden'], prose('start')),
      'sky.test/halley': page([], comet.repeat(3)),
      'sky.test/garden': page([], prose('garden')),
      'de.test/': page(['/zwei'], german),
      'de.test/zwei': page([], `${german} Die zweite Seite ist etwas anders als die erste Seite.`),
      'quiet.test/': `<meta name="robots" content="noindex,nofollow">${page(['/on'], comet)}`,
      'closed.test/robots.txt': { body: 'User-agent: *\nDisallow: /\n' },
      'closed.test/': page([], comet),
      'wall.test/': { status: 302, headers: { location: '/', 'set-cookie': 'seen=1' } },
      'round.test/': { status: 302, headers: { location: '/cookie' } },
      'round.test/cookie': { status: 302, headers: { location: '/', 'set-cookie': 'seen=1' } },
      'far.test/': page(['http://sky.test/', 'http://de.test/'], prose('far')),
    },
    { threads: 0 },
  );
  writeFileSync(join(cwd, 'once.yaml'), 'politeness: { maxTries: 1, maxIdleSeconds: 5 }\n');
  live = ['--contact', 'test@example.org', '--connect-to', `*.test=127.0.0.1:${web.port}`];
  live.push('--settings', 'once.yaml', '--delay', '1', '--threads', '0', '--quiet');
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

const crawl = (out: string, ...args: string[]) =>
  run('crawl', '--out', out, '--keywords', 'comet', ...live, ...args);

describe('a crawl that fetches nothing ends with 3 and says what became of its seeds', () => {
  it('if the server has no such page', async () => {
    const ran = await crawl('missing', '--seed', 'http://sky.test/none');
    expect(ran.code).toBe(3);
    expect(ran.out).toContain('The seed could not be read. http://sky.test/none: the server answered 404.');
    expect(ran.out).toContain('forage seeds add missing URL, then forage resume missing');
    expect((await run('status', 'missing')).out).toContain(
      'The seed could not be read. http://sky.test/none',
    );
  });

  it('if it redirects in a circle, as sites do that want cookies', async () => {
    for (const host of ['wall', 'round']) {
      const ran = await crawl(host, '--seed', `http://${host}.test/`);
      expect(ran.code).toBe(3);
      expect(ran.out).toContain(`http://${host}.test/: it redirects in a circle.`);
      expect(ran.out).toContain('http: { keepCookies: true }');
    }
  });

  it('if no server answers', async () => {
    const ran = await crawl(
      'silent',
      ...['--seed', 'http://silent.example/', '--connect-to', 'silent.example=127.0.0.1:1'],
    );
    expect(ran.code).toBe(3);
    expect(ran.out).toMatch(
      /The seed could not be read\. http:\/\/silent\.example\/: No connection to silent\.example: ECONN\w+\./,
    );
    expect(ran.out).toContain('check the spelling of the URL and your connection');
  });

  it('if it is not in the frozen web; topic check says so before', async () => {
    await crawl('first', '--seed', 'http://sky.test/');
    const ran = await run(
      ...['crawl', '--seed', 'http://other.test/', '--keywords', 'comet'],
      ...['--web', 'first', '--out', 'frozen', '--threads', '0', '-q'],
    );
    expect(ran.code).toBe(3);
    expect(ran.out).toContain('http://other.test/: it is not in the frozen web');
    expect(ran.out).toContain('forage topic check TOPIC --web first');
    writeFileSync(
      join(cwd, 'seeds.yaml'),
      'name: s\nkeywords: [comet]\nseeds: ["http://other.test/", "https://sky.test"]\n',
    );
    const some = await run('topic', 'check', 'seeds.yaml', '--web', 'first');
    expect(some.code).toBe(0);
    expect(some.out).toContain('1 of 2 seeds are not in the web: http://other.test/.');
    writeFileSync(join(cwd, 'one.yaml'), 'name: s\nkeywords: [comet]\nseeds: ["http://sky.test/"]\n');
    const one = await run('topic', 'check', 'one.yaml', '--web', 'first');
    expect(one.out).toContain('The seed is in the web.');
    writeFileSync(join(cwd, 'none.yaml'), 'name: s\nkeywords: [comet]\nseeds: ["http://other.test/"]\n');
    const none = await run('topic', 'check', 'none.yaml', '--web', 'first');
    expect(none.code).toBe(1);
    expect(none.err).toMatch(/The seed is not in the web.*It has pages such as http:\/\/sky\.test\//);
  });

  it('if robots.txt or the page itself forbids it', async () => {
    const ran = await crawl('closed', '--seed', 'http://closed.test/', '--seed', 'http://quiet.test/');
    expect(ran.code).toBe(3);
    expect(ran.out).toContain('None of the 2 seeds could be read.');
    expect(ran.out).toMatch(/http:\/\/closed\.test\/: its robots\.txt says .*Disallow/);
    expect(ran.out).toContain('http://quiet.test/: it asks not to be indexed (noindex)');
    expect(ran.out).toContain('1 page asked not to be indexed (noindex) and was not kept;');
    expect(ran.out).not.toContain('forage export');
  });
});

describe('a crawl that finds little', () => {
  it('does not call seeds unreadable that it has not requested yet', async () => {
    const seeds = ['--seed', 'http://far.test/', '--seed', 'http://sky.test/'];
    const { out } = await crawl('brief', ...seeds, '--pages', '1', '--concurrency', '1');
    expect(out).toContain(
      '- 1 of 2 seeds was not requested yet.\n  Try: let the crawl go on: forage resume brief',
    );
    expect(out).not.toContain('could not be read');
  });

  it('names the languages that do not count', async () => {
    writeFileSync(
      join(cwd, 'english.yaml'),
      'name: english\nlanguage: en\nkeywords: [comet]\nseeds: ["http://de.test/"]\n',
    );
    const ran = await run('crawl', 'english.yaml', ...live);
    expect(ran.code).toBe(0);
    expect(ran.out).toContain(
      '2 of 2 pages that do not count are not in the topic\'s language "en": de 2. 2 of them would count without it.',
    );
    expect(ran.out).toContain('forage judge english --topic TOPIC');
  });

  it('shows the scores just under the threshold, and the command that shows a lower one', async () => {
    const rule = ['--recipe', 'best-first/page+anchor', '--set', 'threshold=0.9'];
    const ran = await crawl('strict', '--seed', 'http://sky.test/', ...rule);
    expect(ran.out).toMatch(
      /1 page scores at least half of the threshold 0\.9 .* the best has 0\.\d+: http:\/\/sky\.test\/halley/,
    );
    expect(ran.out).toContain('forage judge strict --threshold 0.45 --dry-run');
    const again = await run('judge', 'strict', '--threshold', '0.45', '--dry-run', '--quiet');
    expect(again.out).toContain('1 of 3 pages called relevant, 0 before');
  });

  it('says that the pages have none of the keywords', async () => {
    const ran = await run(
      ...['crawl', '--out', 'volcano', '--keywords', 'volcano', '--seed', 'http://sky.test/', ...live],
    );
    expect(ran.code).toBe(0);
    expect(ran.out).toContain('3 of the 3 pages read score 0: they contain none of the keywords.');
  });

  it('says what the scope kept out', async () => {
    const ran = await crawl('narrow', '--seed', 'http://far.test/', '--seed-hosts');
    expect(ran.out).toContain('The scope kept 2 links out: not a seed host 2.');
  });
});

it('a crawl that found enough explains nothing', async () => {
  const ran = await crawl('fine', '--seed', 'http://sky.test/halley');
  expect(ran.code).toBe(0);
  expect(ran.out).not.toContain('Why it found little');
});

it('a used-up budget is continued with a higher one, by the command that is printed', async () => {
  const ran = await crawl('short', '--seed', 'http://sky.test/', '-n', '1');
  const command = /forage (resume short --pages 2)/.exec(ran.out)?.[1];
  expect(command).toBeDefined();
  const more = await run(...command!.split(' '), '--quiet');
  expect(more.out).toContain('Stopped: the budget of 2 pages is used up.');
});

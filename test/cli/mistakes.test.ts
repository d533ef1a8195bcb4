/**
 * What a user may mistype: each ends with one clear message that says where and what would do, the right exit code and
 * nothing left behind.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import { zodWords } from '../zod-words.ts';
import { forageHere } from './forage-here.ts';

const cwd = newFolder();
let before: string[];
afterAll(removeFolders);

beforeAll(() => {
  delete process.env.FORAGE_CONTACT;
  const write = (name: string, text: string | Uint8Array): void => writeFileSync(join(cwd, name), text);
  write('topic.yaml', 'name: stars\nkeywords: [comet]\nseeds: ["http://a.test/"]\n');
  write('no-seeds.yaml', 'name: stars\nkeywords: [comet]\n');
  write('no-keywords.yaml', 'name: stars\nseeds: ["http://a.test/"]\n');
  write('bad.yaml', 'name: stars\nkeywords: [comet]\nseedz: []\n');
  write('examples.yaml', 'name: stars\nexamples: {relevant: ["http://a.test/"]}\n');
  write('language.yaml', 'name: stars\nlanguage: xx\n');
  write('two-words.yaml', 'name: stars\nkeywords:\n  - comet: 3\n    star: 2\n');
  write('empty.yaml', '');
  write(
    'bytes.yaml',
    Uint8Array.from({ length: 4000 }, (_, i) => (i * 7919) % 256),
  );
  write('settings.yaml', 'budget:\n  pagez: 3\n  seconds: long\nconcurency: 3\n');
  write('choice.yaml', 'politeness: { robots: obay }\n');
  write('set.yaml', 'recipe: best-first/page\nset:\n  treshold: 0.3\n');
  write('value.yaml', 'set:\n  threshold: 0.3\n  rate: lots\n');
  write('named.yaml', 'concurrency: 3\nrecipe: best-frist/page\n');
  write(
    'types.yaml',
    'name: my stars\nlenguage: en\nkeywords:\n  - comet: heavy\nseeds:\n  - a.test\n  - 5\nexamples: {relevent: []}\n',
  );
  write(
    'recipe.yaml',
    'name: mine\njudge:\n  kind: blend\n  judges:\n    - judge: { kind: string-match, hafl: 2 }\n    - judge: { kind: smv }\nstrategy:\n  kind: best-first\n  anchorSahre: 0.9\n',
  );
  write('kind.yaml', 'name: mine\njudge: keyword-cosine\nstrategy: best-frist\nstratgy: a\n');
  write('parts.yaml', 'name: mine\njudge: keyword-cosine\nstrategy: best-frist\n');
  write(
    'plan.yaml',
    'name: p\nwebs: [{name: a, files: not.warc.gz}]\ntopics:\n  - {web: b, file: topic.yml}\nrecipes:\n  - shrak-search\n  - recipe: shark-search\n    set: {dcay: 2}\nsettings:\n  budget: {pagez: 1}\njudge:\n  kind: nearest-exmaple\n',
  );
  write('plan-keys.yaml', 'name: p\nwebs: []\ntopcis: []\nrepeats: {times: twice}\n');
  write('not.warc.gz', 'this is no WARC file');
  mkdirSync(join(cwd, 'full'));
  writeFileSync(join(cwd, 'full', 'something'), '');
  for (const name of ['a/archive', 'b', 'c']) mkdirSync(join(cwd, 'crawls', name), { recursive: true });
  write('crawls/a/archive/a-00001.warc.gz', '');
  write('crawls/b/b.warc', '');
  write('topic.xml', '<topic/>');
  mkdirSync(join(cwd, 'broken'));
  writeFileSync(join(cwd, 'broken', 'crawl.yaml'), 'topic: [\n');
  before = readdirSync(cwd);
});

const live = ['--contact', 'test@example.org'];

describe('a mistake on the command line', () => {
  it.each<[string[], number, RegExp]>([
    [[], 2, /Usage: forage/],
    [['nonsense'], 2, /unknown command 'nonsense'/],
    [['crwal'], 2, /unknown command 'crwal'\n\(Did you mean crawl\?\)/],
    [['topic', 'check'], 2, /missing required argument 'topic'\n\(forage topic check --help/],
    [['seeds', 'add', 'full', 'none.txt'], 2, /'none\.txt'.*there is no such file\.\n/],
    [['seeds', 'categories', 'none.rdf'], 1, /There is no file none\.rdf\./],
    [['label', 'full', '--answers', 'none.tsv'], 1, /full is not a crawl/],
    [['topic', 'chek'], 2, /unknown command 'chek'\n\(Did you mean check\?\)/],
    [['lab', 'reprot', 'study'], 2, /no command "lab reprot"; did you mean "lab report"/],
    [['lab', 'one.yaml', 'two.yaml'], 2, /One plan at a time/],
    [['crawl'], 2, /Give a topic file \("forage init" writes one\), or start without: forage crawl --seed/],
    [['crawl', 'topic.yml'], 1, /There is no file topic\.yml; did you mean topic\.yaml\?/],
    [['crawl', 'topic.yaml', '--web', 'fulll'], 1, /There is no fulll; did you mean full\?/],
    [['crawl', 'topic.yaml', '--web', 'full'], 1, /full contains no WARC files; use a file that ends in/],
    [
      ['crawl', 'topic.yaml', '--web', 'crawls'],
      1,
      /no WARC files; the folders in it do: crawls\/a crawls\/b\n/,
    ],
    [
      ['crawl', 'topic.yaml', ...live, '--set', 'http.maxBytes=5'],
      2,
      /"http\.maxBytes".* go into a file: --settings FILE/,
    ],
    [['crawl', '--web', 'full', 'topic.yaml'], 2, /--web took topic\.yaml .*forage crawl topic\.yaml --web/],
    [['crawl', '--seed', 'a.test'], 2, /'--seed <url\|file>' argument 'a\.test'.*mean https:\/\/a\.test\//],
    [['crawl', '--seed', 'bad.yaml'], 2, /'--seed <url\|file>'.*bad\.yaml, line 1: a URL starts with/],
    [['crawl', '--seed', 'http://a.test/', ...live], 1, /needs keywords.*--keywords/],
    [['crawl', '--seed', 'http://a.test/', '--keywords', ', '], 2, /Write words separated by commas/],
    [['crawl', '--keywords', 'none.txt'], 2, /'--keywords <words>'.*There is no file none\.txt/],
    [['init'], 2, /no terminal to ask questions in.*forage init --keywords/],
    [['init', '--language', 'jp'], 2, /'--language <code>'.*did you mean "ja"\?/],
    [
      ['topic', 'check', 'language.yaml'],
      1,
      /line 2, language: pages in this language cannot be recognised.*\(found "xx"\)/,
    ],
    [['crawl', 'topic.yaml', '--nope'], 2, /unknown option '--nope'/],
    [['crawl', 'topic.yaml', '--page', '3'], 2, /unknown option '--page'\n\(Did you mean --pages\?\)/],
    [['search', 'full', 'comet', '--limti', '3'], 2, /unknown option "--limti"; did you mean "--limit"/],
    [['crawl', 'topic.yaml'], 2, /A live crawl needs a contact: pass --contact/],
    [
      ['crawl', 'topic.yaml', '--contact', 'me'],
      2,
      /'me' is not a valid contact: use an e-mail address or URL/,
    ],
    [['topic', 'terms', 'examples.yaml'], 2, /A live crawl needs a contact/],
    [
      ['crawl', 'topic.yaml', ...live, '--recipe', 'magic'],
      2,
      /no recipe "magic"; "forage recipes" lists what there is/,
    ],
    [
      ['crawl', 'topic.yaml', ...live, '--set', 'rate=lots'],
      2,
      /"adaptive-links": rate: give a number \(found "lots"\)/,
    ],
    [
      ['crawl', 'topic.yaml', ...live, '--set', 'surplsu=true'],
      2,
      /unknown setting "surplsu"; did you mean "surplus"\?\nSee: forage recipes adaptive/,
    ],
    [['crawl', 'topic.yaml', ...live, '--set', 'judge=smv'], 2, /no judge "smv"; did you mean "svm"\?/],
    [
      ['crawl', 'topic.yaml', ...live, '--set', 'strategy=zzzzzz'],
      2,
      /no strategy "zzzzzz"; there are: .*best-first/,
    ],
    [['crawl', 'topic.yaml', ...live, '--set', 'judge=[1]'], 2, /give the name of a kind \(found \[1\]\)/],
    [['crawl', 'topic.yaml', ...live, '--set', 'anchorShare'], 2, /'--set <key=value>'.*Write key=value/],
    [['crawl', 'topic.yaml', ...live, '--set', 'a=[1'], 2, /'--set <key=value>'.*not valid YAML/],
    [
      ['crawl', 'topic.yaml', ...live, '--recipe', 'best-frist/page'],
      2,
      /no recipe "best-frist\/page"; did you mean "best-first\/page"\?/,
    ],
    [
      ['crawl', 'topic.yaml', ...live, '--recipe', 'page+ancor'],
      2,
      /did you mean "best-first\/page\+anchor"\?/,
    ],
    [
      ['crawl', 'topic.yaml', ...live, '--concurrency', '20000'],
      2,
      /settings\.concurrency: give a number of at most 10000 \(found 20000\)/,
    ],
    [
      ['crawl', 'topic.yaml', ...live, '--recipe', 'recipe.yaml'],
      1,
      /line 5, judge\.judges\.0\.judge\.hafl: unknown key; did you mean "half"\?\n {2}line 6, judge\.judges\.1\.judge\.kind: There is no judge "smv"; did you mean "svm"\?\n {2}line 9, strategy\.anchorSahre: unknown key; did you mean "anchorShare"\?/,
    ],
    [
      ['crawl', 'topic.yaml', ...live, '--recipe', 'kind.yaml'],
      1,
      /line 4, stratgy: unknown key; did you mean "strategy"\?/,
    ],
    [
      ['crawl', 'topic.yaml', ...live, '--recipe', 'parts.yaml'],
      1,
      /parts\.yaml is not valid:\n {2}line 3, strategy\.kind: There is no strategy "best-frist"; did you mean "best-first"\?/,
    ],
    [
      ['crawl', 'topic.yaml', ...live, '--pages', '0'],
      2,
      /'-n, --pages <n>' argument '0' is invalid\. Give a whole number above 0/,
    ],
    [
      ['crawl', 'topic.yaml', ...live, '--depth', 'deep'],
      2,
      /'--depth <n>' argument 'deep' is invalid\. Give a number/,
    ],
    [
      ['crawl', 'topic.yaml', ...live, '--settings', 'settings.yaml'],
      1,
      /settings\.yaml is not valid:\n {2}line 2, budget\.pagez: unknown key; did you mean "pages"\?\n {2}line 3, budget\.seconds: give a number \(found "long"\)\n {2}line 4, concurency: unknown key; did you mean "concurrency"\?/,
    ],
    [
      ['crawl', 'topic.yaml', ...live, '--settings', 'choice.yaml'],
      1,
      /line 1, politeness\.robots: give "obey" or "ignore" \(found "obay"\); did you mean "obey"\?/,
    ],
    [
      ['crawl', 'topic.yaml', ...live, '--settings', 'set.yaml'],
      1,
      /line 3, set\.treshold: unknown setting "treshold"; did you mean "threshold"\?/,
    ],
    [
      ['crawl', 'topic.yaml', ...live, '--settings', 'value.yaml'],
      1,
      /line 3, set\.rate: give a number \(found "lots"\)/,
    ],
    [
      ['crawl', 'topic.yaml', ...live, '--settings', 'value.yaml', '--set', 'rate=few'],
      2,
      /^Settings of "adaptive-links": rate: give a number \(found "few"\)/,
    ],
    [
      ['crawl', 'topic.yaml', ...live, '--settings', 'named.yaml'],
      1,
      /line 2, recipe: There is no recipe "best-frist\/page"; did you mean "best-first\/page"\?/,
    ],
    [
      ['crawl', 'topic.yaml', ...live, '--settings', 'named.yaml', '--recipe', 'breath-first'],
      2,
      /^There is no recipe "breath-first"; did you mean "breadth-first"\?/,
    ],
    [['crawl', 'topic.yaml', ...live, '--proxy', 'nonsense'], 2, /not a proxy URL/],
    [['crawl', 'topic.yaml', '--web', 'not.warc.gz'], 1, /not\.warc\.gz/],
    [['crawl', 'missing.yaml', ...live], 1, /no file missing\.yaml\./],
    [['crawl', 'topci.yaml', ...live], 1, /no file topci\.yaml; did you mean topic\.yaml\?/],
    [['crawl', 'full', ...live], 1, /full is a folder, not a file/],
    [
      ['crawl', 'broken', ...live],
      2,
      /broken is a crawl, not a topic file\. Continue it: forage resume broken/,
    ],
    [['crawl', 'empty.yaml', ...live], 1, /empty\.yaml is empty/],
    [
      ['crawl', 'bad.yaml', ...live],
      1,
      /bad\.yaml is not valid:\n {2}line 3, seedz: unknown key; did you mean "seeds"\?/,
    ],
    [['crawl', 'no-seeds.yaml', ...live], 1, /no seeds/],
    [['crawl', 'no-keywords.yaml', ...live], 1, /needs keywords/],
    [['crawl', 'topic.yaml', ...live, '--out', 'full'], 1, /full is not empty/],
    [['crawl', 'topic.yaml', ...live, '--out', 'topic.yaml'], 1, /topic\.yaml is a file/],
    [
      ['topic', 'check', 'two-words.yaml'],
      1,
      /line 3, keywords\.0: give one word with its weight after each "- "/,
    ],
    [['topic', 'check', 'bytes.yaml'], 1, /bytes\.yaml/],
    [['topic', 'check', 'bad.yaml'], 1, /seedz/],
    [
      ['topic', 'check', 'types.yaml'],
      1,
      /line 1, name: .* \(found "my stars"\)\n {2}line 2, lenguage: unknown key; did you mean "language"\?\n {2}line 4, keywords\.0: give a word, or a word with a weight.*\n {2}line 6, seeds\.0: .*\(found "a\.test"\)\n {2}line 7, seeds\.1: give text \(found 5\)\n {2}line 8, examples\.relevent: unknown key; did you mean "relevant"\?/,
    ],
    [
      ['lab', 'plan.yaml'],
      1,
      /line 4, topics\.0\.web: no web is called "b"; there are: a\n {2}line 6, recipes\.0: There is no recipe "shrak-search"; did you mean "shark-search"\?.*\n {2}line 8, recipes\.1\.set\.dcay: unknown setting "dcay"; did you mean "decay"\?\n {2}line 10, settings\.budget\.pagez: unknown key; did you mean "pages"\?\n {2}line 12, judge\.kind: There is no judge "nearest-exmaple"; did you mean "nearest-example"\?/,
    ],
    [
      ['lab', 'plan-keys.yaml'],
      1,
      /topics: missing: give a list[\s\S]*line 2, webs: give a list of at least 1 entry\n {2}line 3, topcis: unknown key; did you mean "topics"\?\n {2}line 4, repeats\.times: give a number \(found "twice"\)/,
    ],
    [['resume', 'nowhere'], 1, /nowhere is not a crawl: there is no such folder\. Crawls here: broken\n/],
    [['resume', 'borken'], 1, /borken is not a crawl: there is no such folder; did you mean broken\?/],
    [['status', 'topic.yaml'], 1, /topic\.yaml is not a crawl: it is a file/],
    [['status', '.'], 1, /\. is not a crawl: it has no crawl\.yaml\. Crawls in it: broken\n/],
    [['resume', 'broken'], 1, /crawl\.yaml:.*not YAML/],
    [['status', 'full'], 1, /full is not a crawl/],
    [['search', 'full', 'comet'], 1, /full is not a crawl/],
    [['show', 'full', 'http://a.test/'], 1, /full is not a crawl/],
    [['export', 'full', '--language', 'english'], 2, /'--language <code>' argument 'english' is invalid/],
    [['export', 'full'], 1, /full is not a crawl/],
    [['replay', 'nowhere'], 1, /no nowhere/],
    [
      ['replay', 'full', '--port', 'http'],
      2,
      /'-p, --port <n>' argument 'http' is invalid\. Give a port from 0 to 65535/,
    ],
    [['demo', '--topic', 'brids'], 2, /no topic "brids"; did you mean "birds"\?/],
    [['replay', 'full'], 1, /no WARC files/],
    [['recipes', 'magic'], 2, /no recipe "magic"/],
  ])('forage %j ends with %i', async (args, code, says) => {
    const ran = await forageHere(args, { cwd });
    expect(ran.err).toMatch(says);
    expect(ran.code).toBe(code);
    expect(ran.out).toBe('');
    expect(ran.err).not.toMatch(/\n\s+at |node:internal|Error:/);
    expect(ran.err).not.toMatch(zodWords);
  });
});

it('a mistake leaves nothing behind that blocks the next attempt', () => {
  expect(readdirSync(cwd)).toEqual(before);
});

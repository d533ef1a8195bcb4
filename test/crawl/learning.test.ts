/** What a recipe learns before the first page: from which examples, how politely, and that it is learnt once. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { crawl, openFrozenWeb, resume } from '../../src/index.ts';
import { newFolder, optionsFor, page, prose, removeFolders, type SmallWeb, smallWeb } from './small-web.ts';

afterAll(removeFolders);

const comets = (name: string): string => `comet tail orbit ice nucleus comet ${prose(name, 30)}`;
const roses = (name: string): string => `rose petal garden thorn bloom rose ${prose(name, 30)}`;
const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** /c0…/c9 are about comets, /r0…/r9 about roses; the start links to one of each. */
const table = {
  'o.test/': page({ '/r0': 'one', '/c0': 'other' }, prose('start')),
  ...Object.fromEntries(numbers.map((n) => [`o.test/c${n}`, page([`/c${n + 1}`], comets(`c${n}`))])),
  ...Object.fromEntries(numbers.map((n) => [`o.test/r${n}`, page([`/r${n + 1}`], roses(`r${n}`))])),
  'o.test/moved': { status: 301, headers: { location: '/c9' } },
  'o.test/robots.txt': 'User-agent: *\nDisallow: /secret',
  'o.test/secret': page([], comets('secret')),
};
const address = (path: string): string => `http://o.test/${path}`;

function options(web: SmallWeb, examples: { relevant: string[]; irrelevant: string[] }) {
  const given = optionsFor(web, {
    seeds: ['http://o.test/'],
    settings: { recipe: 'lund/svm', concurrency: 1, budget: { pages: 6 } },
  });
  return { ...given, topic: { ...given.topic, name: 'comets', examples } };
}

const ten = {
  relevant: numbers.map((n) => address(`c${n}`)),
  irrelevant: numbers.map((n) => address(`r${n}`)),
};

async function notices(run: ReturnType<typeof crawl>): Promise<string[]> {
  const told: string[] = [];
  for await (const event of run) if (event.type === 'notice') told.push(event.message);
  await run.finished;
  return told;
}

describe('learning from examples', () => {
  it('asks for them as politely as for any page, archives them, and steers by what it learnt', async () => {
    const web = await smallWeb(table);
    const given = options(web, { ...ten, relevant: [...ten.relevant, address('moved'), address('secret')] });
    const told = await notices(crawl(given));
    await web.close();
    expect(web.paths()[0]).toBe('/robots.txt');
    expect(web.paths()).not.toContain('/secret');
    expect(told.join('\n')).toMatch(/secret is left out: robots\.txt/);
    // After the 21 examples (one by a redirect): the start, whose links tie, then comets before roses.
    expect(web.paths().slice(1 + 22)).toEqual(['/', '/r0', '/c0', '/c1', '/c2', '/c3']);
    const archived = await openFrozenWeb([given.out], { cache: false });
    expect(archived.status('http://o.test/r7')).toBe(200);
    await archived.close();
    const model = JSON.parse(readFileSync(join(given.out, 'models', 'recipe.json'), 'utf8'));
    expect(Object.values(model.body.quality)[0]).toHaveProperty('f1');
  });

  it('happens once: a crawl that is resumed asks for no example again', async () => {
    const web = await smallWeb(table);
    const given = options(web, ten);
    await crawl(given).finished;
    const before = web.paths().length;
    await resume(given.out, { budget: { pages: 9 } }).finished;
    await web.close();
    const after = web.paths().slice(before);
    expect(after.filter((path) => path !== '/robots.txt')).toHaveLength(3);
  });

  it('warns if the examples are few or teach little', async () => {
    const web = await smallWeb(table);
    const few = { relevant: ten.relevant.slice(0, 2), irrelevant: ten.irrelevant.slice(0, 2) };
    expect((await notices(crawl(options(web, few)))).join('\n')).toMatch(/trained on 2 relevant examples/);
    // Both classes are the same pages: nothing can be learnt.
    const alike = { relevant: ten.relevant, irrelevant: ten.relevant };
    expect((await notices(crawl(options(web, alike)))).join('\n')).toMatch(
      /separates unseen examples poorly/,
    );
    await web.close();
  });

  it('reads files and folders: HTML, text, in the order of their names', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'wanted', 'more'), { recursive: true });
    mkdirSync(join(folder, 'other'));
    for (const n of numbers) {
      writeFileSync(join(folder, 'wanted', `${n}.html`), page([], comets(`f${n}`)));
      writeFileSync(join(folder, 'wanted', 'more', `${n}.txt`), comets(`t${n}`));
      writeFileSync(join(folder, 'other', `${n}.txt`), roses(`g${n}`));
    }
    const web = await smallWeb(table);
    const given = options(web, { relevant: [join(folder, 'wanted')], irrelevant: [join(folder, 'other')] });
    await crawl(given).finished;
    await web.close();
    expect(web.paths().slice(1)).toEqual(['/', '/r0', '/c0', '/c1', '/c2', '/c3']);
  });

  it('fails with a sentence and leaves no folder behind if an example does not exist', async () => {
    const web = await smallWeb(table);
    const given = options(web, { ...ten, relevant: ['no/such/file.html'] });
    await expect(crawl(given).finished).rejects.toThrow(/no\/such\/file\.html does not exist/);
    await web.close();
    expect(existsSync(given.out)).toBe(false);
  });

  it('ends immediately when the user stops it, and starts again when the crawl is resumed', async () => {
    const slow = Object.fromEntries(
      Object.entries(table).map(([key, body]) => [
        key,
        typeof body === 'string' ? { body, delayMs: 100 } : body,
      ]),
    );
    const web = await smallWeb({ ...slow, 'o.test/robots.txt': '' });
    const given = options(web, ten);
    const run = crawl(given);
    while (web.log.length < 4) await new Promise((wake) => setTimeout(wake, 10));
    run.stop();
    expect(await run.finished).toMatchObject({ reason: 'interrupted', summary: { pages: 0 } });
    expect(web.log.length).toBeLessThan(10);
    expect(await resume(given.out).finished).toMatchObject({ summary: { pages: 6 } });
    await web.close();
  });
});

/** Term lists from example pages, as a user gets them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadTopic } from '../../src/topic/load.ts';
import { newFolder, page, removeFolders, smallWeb } from '../crawl/small-web.ts';
import { forageHere } from './forage-here.ts';

afterAll(removeFolders);

const course = (subject: string): string => page({}, `Syllabus. Exam. Grading. ${subject}`);

it('genre terms come from pages of the kind, content terms from the relevant ones, into a file that a topic can be given', async () => {
  const web = await smallWeb({
    'a.test/db1': course('Database. Database. SQL.'),
    // On hosts of their own, so that none has to wait for another.
    'b.test/db2': { status: 302, headers: { location: 'http://d.test/moved' } },
    'd.test/moved': course('Database. SQL. Trigger.'),
  });
  const folder = newFolder();
  const topic = join(folder, 'topic.yaml');
  const notes = join(folder, 'notes.txt');
  writeFileSync(notes, 'A database. SQL.');
  writeFileSync(join(folder, 'botany.html'), course('Flowers. Trees.'));
  writeFileSync(join(folder, 'law.html'), course('Courts.'));
  writeFileSync(
    topic,
    `name: databases
examples:
  relevant: [http://a.test/db1, http://b.test/db2, http://c.test/gone, ${notes}]
  genre: [botany.html, law.html]
`,
  );
  const to = ['--contact', 'mailto:test@example.org', '--connect-to', `*.test=127.0.0.1:${web.port}`];
  const sizes = ['--genre', '3', '--content', '2'];
  const printed = await forageHere(['topic', 'terms', topic, ...sizes, ...to]);
  const out = join(folder, 'terms.yaml');
  const written = await forageHere(['topic', 'terms', topic, ...sizes, ...to, '--out', out]);
  const again = await forageHere(['topic', 'terms', topic, ...sizes, ...to, '--out', out]);
  await web.close();

  expect(parse(printed.out)).toEqual({
    genre: expect.arrayContaining(['exam', 'grading', 'syllabus']),
    content: ['database', 'sql'],
    urlTerms: expect.arrayContaining(['gone']),
  });
  // Database: twice and once in the courses and their titles, once in the notes; SQL: in all three.
  expect(printed.out).toMatch(/- database +# \d+ in 3\n/);
  expect(printed.out).toContain('# From 3 relevant pages, without the genre terms.');
  expect(printed.err).toContain('http://c.test/gone is left out');
  expect(written.out).toContain('Lists written to');
  expect(readFileSync(out, 'utf8')).toBe(printed.out);
  expect(again.code).toBe(2);
  expect(again.err).toContain('already exists');

  writeFileSync(topic, `name: databases\n${printed.out}`);
  expect(loadTopic(topic).content.map(({ term }) => term)).toEqual(['database', 'sql']);
});

it('without genre examples there is no genre list, and the output says why', async () => {
  const folder = newFolder();
  const topic = join(folder, 'topic.yaml');
  writeFileSync(join(folder, 'a.txt'), 'Comet. Comet. Exam.');
  writeFileSync(join(folder, 'b.txt'), 'Exam. Exam.');
  writeFileSync(topic, 'name: t\nexamples: { relevant: [a.txt], irrelevant: [b.txt] }\n');
  const { code, out } = await forageHere(['topic', 'terms', topic, '--content', '1'], { cwd: folder });
  expect(code).toBe(0);
  expect(parse(out)).toEqual({ content: ['comet'] });
  expect(out).toContain('about other subjects under "examples:" as "genre:"');
  expect(out).toContain('against 1 irrelevant page.');
});

it('a topic without examples is refused with what to add', async () => {
  const topic = join(newFolder(), 'topic.yaml');
  writeFileSync(topic, 'name: t\n');
  const { code, err } = await forageHere(['topic', 'terms', topic]);
  expect(code).toBe(1);
  expect(err).toContain('add "examples:" with "relevant:"');
});

it('the live Web is not contacted without a contact', async () => {
  const topic = join(newFolder(), 'topic.yaml');
  writeFileSync(topic, 'name: t\nexamples: { relevant: [http://a.test/] }\n');
  const { code, err } = await forageHere(['topic', 'terms', topic]);
  expect(code).not.toBe(0);
  expect(err).toContain('--contact');
});

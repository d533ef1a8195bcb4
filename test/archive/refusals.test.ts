import { expect, test } from 'vitest';
import { SqliteCatalogue } from '../../src/archive/sqlite-catalogue.ts';
import { newCatalogue, openIn, temporaryFolder } from './crawl-folder.ts';

test('every refusal is counted by reason and host, and a few sample URLs are kept', () => {
  const catalogue = newCatalogue();
  for (let i = 0; i < 10; i++) catalogue.refuse('robots', 'a.example', `http://a.example/${i}`);
  catalogue.refuse('robots', 'b.example', 'http://b.example/');
  catalogue.refuse('too deep', 'a.example', 'http://a.example/x');
  catalogue.db.commit();
  for (let i = 0; i < 5; i++) catalogue.refuse('robots', 'a.example', `http://a.example/later/${i}`);
  catalogue.db.commit();
  expect(catalogue.read.refusals()).toEqual([
    {
      reason: 'robots',
      host: 'a.example',
      count: 15,
      samples: [0, 1, 2, 3, 4].map((i) => `http://a.example/${i}`),
    },
    { reason: 'robots', host: 'b.example', count: 1, samples: ['http://b.example/'] },
    { reason: 'too deep', host: 'a.example', count: 1, samples: ['http://a.example/x'] },
  ]);
  expect(catalogue.read.countsByRefusal()).toEqual([
    { reason: 'robots', count: 16 },
    { reason: 'too deep', count: 1 },
  ]);
});

test('hosts beyond ten thousand for one reason are counted together, also after a restart', () => {
  const folder = temporaryFolder();
  const before = new SqliteCatalogue(openIn(folder));
  for (let i = 0; i < 9_990; i++) before.refuse('outside', `h${i}.example`, `http://h${i}.example/`);
  before.db.close();
  const after = new SqliteCatalogue(openIn(folder));
  for (let i = 9_990; i < 25_000; i++) after.refuse('outside', `h${i}.example`, `http://h${i}.example/`);
  after.refuse('outside', 'h1.example', 'http://h1.example/again');
  after.db.commit();
  const rows = after.read.refusals(100_000);
  expect(rows).toHaveLength(10_001);
  expect(rows.find((row) => row.host === '')).toMatchObject({ count: 15_000 });
  expect(rows.find((row) => row.host === 'h1.example')).toMatchObject({ count: 2 });
  expect(after.read.countsByRefusal()).toEqual([{ reason: 'outside', count: 25_001 }]);
});

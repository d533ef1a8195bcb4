/** Readings in threads of their own: what happens when more is asked than can be read. */
import { afterAll, expect, it } from 'vitest';
import { Apart } from '../../src/desk/apart.ts';
import { crawlOf, newFolder, page, prose, removeFolders, smallWeb } from '../crawl/small-web.ts';

afterAll(removeFolders);

it('beyond a hundred questions that wait, a question is refused at once and the others are answered', async () => {
  const web = await smallWeb({ 'a.test/': page([], prose('comet')) });
  const { folder } = await crawlOf(web, { seeds: ['http://a.test/'], out: newFolder() });
  await web.close();
  const apart = new Apart();
  try {
    const asked = Array.from({ length: 130 }, (_, n) => apart.read(folder, 'scores', n / 1000));
    const said = await Promise.allSettled(asked);
    expect(said.slice(0, 100).every(({ status }) => status === 'fulfilled')).toBe(true);
    for (const refused of said.slice(100))
      expect(refused).toMatchObject({ status: 'rejected', reason: { status: 503, code: 'TOO_MANY' } });
    await expect(apart.read(folder, 'scores', 0.5)).resolves.toBeDefined();
  } finally {
    await apart.close();
  }
});

it('questions that wait while the desk closes, and later ones, are refused and no fault', async () => {
  const web = await smallWeb({ 'a.test/': page([], prose('comet')) });
  const { folder } = await crawlOf(web, { seeds: ['http://a.test/'], out: newFolder() });
  await web.close();
  const apart = new Apart();
  const asked = apart.read(folder, 'scores', 0.5);
  const [said] = await Promise.allSettled([asked, apart.close()]);
  const closing = { status: 503, code: 'CLOSING' };
  expect(said).toMatchObject({ status: 'rejected', reason: closing });
  await expect(apart.read(folder, 'scores', 0.6)).rejects.toMatchObject(closing);
});

import { expect, it } from 'vitest';
import { openWeb } from '../../src/crawl/open-web.ts';
import { privateSeedHosts } from '../../src/crawl/private-seeds.ts';
import { settingsSchema } from '../../src/crawl/settings.ts';
import { topicSchema } from '../../src/topic/topic.ts';

it('only seeds that lead into a private network are let through to it, each at its own port', async () => {
  const seeds = [
    'http://localhost:8080/',
    'http://127.0.0.1/',
    'http://[::1]/a',
    'http://192.168.1.7/',
    'http://192.0.2.1.nowhere.invalid/',
    'http://8.8.8.8/',
    'http://localhost/twice',
  ];
  expect(await privateSeedHosts(seeds)).toEqual([
    'localhost:8080',
    '127.0.0.1:80',
    '::1:80',
    '192.168.1.7:80',
    'localhost:80',
  ]);
});

it('each name is looked up once; none that is connected elsewhere, or that another part of the crawl asks', async () => {
  const seeds = [1, 2, 3].flatMap((n) => [`http://localhost/${n}`, `http://h${n}.test/`]);
  const topic = topicSchema.parse({ name: 'many', seeds });
  const http = { contact: 'mailto:test@example.org', connectTo: { '*.test': '127.0.0.1:9' } };
  const settings = settingsSchema.parse({ http });
  const lookUps = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'GetAddrInfoReqWrap').length;
  const lookUpsOf = async (...part: [Parameters<typeof openWeb>[1]?]): Promise<number> => {
    const before = lookUps();
    const opened = openWeb({ topic, settings }, ...part);
    const begun = lookUps() - before;
    await (await opened).close?.();
    return begun;
  };
  expect(await lookUpsOf()).toBe(1);
  const right = { maySend: () => true, sentLate() {} };
  expect(await lookUpsOf({ ...right, owns: (host) => host === 'h1.test' })).toBe(0);
});

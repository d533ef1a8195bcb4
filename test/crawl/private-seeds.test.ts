import { expect, it } from 'vitest';
import { privateSeedHosts } from '../../src/crawl/private-seeds.ts';

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

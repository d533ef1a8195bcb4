/** A crawl through two proxies, one of which is dead. */
import { afterAll, expect, test } from 'vitest';
import { forageHere } from '../cli/forage-here.ts';
import { httpProxy } from '../web/fixtures/proxy.ts';
import { crawlOf, newFolder, outcomesOf, page, prose, removeFolders, smallWeb } from './small-web.ts';

afterAll(removeFolders);

test('a crawl reads every page through the proxy that is well, and status tells of both', async () => {
  const hosts = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.test`);
  const links = hosts.map((host) => `http://${host}/`);
  const web = await smallWeb(
    Object.fromEntries(hosts.map((host) => [`${host}/`, page(links, prose(host))])),
    { threads: 0 },
  );
  const proxy = await httpProxy(web.port);
  const { folder } = await crawlOf(web, {
    seeds: [links[0]!],
    settings: {
      http: { connectTo: {}, proxy: [`http://127.0.0.1:${proxy.port}`, 'http://me:secret@127.0.0.1:1'] },
    },
  });
  await web.close();
  expect(outcomesOf(folder)).toEqual(Object.fromEntries(links.map((url) => [url, 'page'])));
  const { out } = await forageHere(['status', folder], { cwd: newFolder() });
  expect(out).toMatch(
    /2 proxies: http:\/\/127\.0\.0\.1:\d+ \(\d+ connections, 0 failures\), http:\/\/127\.0\.0\.1:1 \(0 connections, \d failures\)\./,
  );
  expect(out).not.toContain('secret');
});

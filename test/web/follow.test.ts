import { expect, test } from 'vitest';
import { fetchFollowing } from '../../src/web/follow.ts';
import { httpServer, webOn } from './fixtures/loopback.ts';

/** Redirects by path: /n leads to /n-1, /0 is a page. */
const countdown = () =>
  httpServer((request, response) => {
    const left = Number(request.url!.slice(1));
    if (left === 0) response.end('there');
    else response.writeHead([301, 302, 303, 307, 308][left % 5]!, { Location: `/${left - 1}#part` }).end();
  });

const to = (location: string, status = 302) =>
  httpServer((_, response) => void response.writeHead(status, { Location: location }).end());

test('redirects are followed to their end and all of them told', async () => {
  const web = webOn(await countdown());
  const { fetched, hops, stopped } = await fetchFollowing(web, { url: 'http://a.test/5' });
  expect(fetched).toMatchObject({ ok: true, status: 200, url: 'http://a.test/0' });
  expect(hops.map((hop) => hop.url)).toEqual([5, 4, 3, 2, 1].map((n) => `http://a.test/${n}`));
  expect(stopped).toBeUndefined();
});

test('redirects are followed no further than asked', async () => {
  const web = webOn(await countdown());
  const followed = await fetchFollowing(web, { url: 'http://a.test/5' }, { maxRedirects: 2 });
  expect(followed).toMatchObject({ stopped: 'too-many', fetched: { url: 'http://a.test/3' } });
  expect(followed.hops).toHaveLength(2);
});

test('a loop ends', async () => {
  const web = webOn(await to('http://a.test/'));
  expect(await fetchFollowing(web, { url: 'http://a.test/' })).toMatchObject({ stopped: 'loop', hops: [] });
});

test.each(['ftp://a.test/', 'http://', 'javascript:alert(1)'])(
  'the location %s is not followed',
  async (location) => {
    const web = webOn(await to(location));
    expect(await fetchFollowing(web, { url: 'http://a.test/' })).toMatchObject({ stopped: 'bad-location' });
  },
);

test('a location is taken relative to the page, and read as UTF-8', async () => {
  const port = await httpServer((request, response) => {
    if (request.url === '/a/b')
      response.writeHead(302, { Location: Buffer.from('../caf\u00e9').toString('latin1') }).end();
    else response.end(request.url);
  });
  const { fetched } = await fetchFollowing(webOn(port), { url: 'http://a.test/a/b' });
  expect(fetched.url).toBe('http://a.test/caf%C3%A9');
});

test('a status that is no redirect is not followed, whatever its location', async () => {
  const web = webOn(await to('/x', 201));
  expect(await fetchFollowing(web, { url: 'http://a.test/' })).toMatchObject({
    fetched: { status: 201, url: 'http://a.test/' },
  });
});

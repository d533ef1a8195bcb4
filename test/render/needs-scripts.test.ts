/** When a page is given to a browser: by a look at it, and by what it brought to others like it. */
import { describe, expect, it } from 'vitest';
import { findBrowser } from '../../src/render/find-browser.ts';
import { RenderHabits } from '../../src/render/habits.ts';
import { hasGained, outlineOf } from '../../src/render/needs-scripts.ts';
import { headersToSend, verdictOn } from '../../src/render/page-requests.ts';
import { prose } from '../crawl/small-web.ts';

const text = (words: number): string => `<p>${prose('a', words)}</p>`;
const APP = '<script src="/app.js"></script>';

describe('a page looks empty without scripts', () => {
  it.each([
    ['an empty root element', `<div id="root"></div>${text(100)}${APP}`],
    ['an empty root element', `<app-root>Loading…</app-root>${text(100)}${APP}`],
    ['it asks for JavaScript', `<noscript>You need to enable JavaScript</noscript>${text(100)}${APP}`],
    ['hardly any text or links', `<p>Welcome</p>${APP}`],
  ])('with %s', (why, html) => {
    expect(outlineOf(html).emptyFor).toBe(why);
  });

  it('but not with text of its own, and not without any script', () => {
    expect(outlineOf(`<noscript>Enable JavaScript</noscript>${text(500)}${APP}`).emptyFor).toBeUndefined();
    expect(outlineOf('<p>Welcome</p>').emptyFor).toBeUndefined();
    expect(
      outlineOf('<p>Welcome</p><script type="application/ld+json">{}</script>').emptyFor,
    ).toBeUndefined();
  });

  it('by its text and its links, which scripts, styles and comments are not', () => {
    const outline = outlineOf(
      `<style>a{}</style><script>var x = "<a href=/no>no</a>"</script><!-- <a href=/no> -->
       <a href="/one">one</a> <a href=/one>again</a> <a href='/two'>two</a> <a href="#here">here</a>`,
    );
    // "one again two here"
    expect(outline).toMatchObject({ text: 18, links: 2, scripts: 1 });
  });
});

it('a render has gained if it brought a fifth more text, or a tenth more links', () => {
  const plain = { text: 2000, links: 30, scripts: 1 };
  expect(hasGained(plain, { text: 2399, links: 32, scripts: 1 })).toBe(false);
  expect(hasGained(plain, { text: 2400, links: 30, scripts: 1 })).toBe(true);
  expect(hasGained(plain, { text: 2000, links: 33, scripts: 1 })).toBe(true);
});

describe('which pages of a host are rendered', () => {
  const full = { text: 3000, links: 20, scripts: 2 };

  it('is none after three that brought nothing, until one of another kind is far below the others', () => {
    const habits = new RenderHabits();
    const rendered: string[] = [];
    for (const kind of ['news', 'people', 'maps', 'shop', 'wiki']) {
      for (let n = 0; n < 10; n++) {
        const url = `http://a.test/${kind}/page-${n}.html`;
        if (habits.wants(url, full) === undefined) continue;
        rendered.push(url);
        habits.learn(url, full, false);
      }
    }
    expect(rendered.map((url) => url.split('/')[3])).toEqual(['news', 'people', 'maps']);
    expect(habits.wants('http://a.test/list/1', { text: 300, links: 2, scripts: 2 })).toContain(
      'far less text',
    );
  });

  it('is every one of a kind that gained, also after a resume', () => {
    const before = new RenderHabits();
    before.wants('http://a.test/list/1', full);
    before.learn('http://a.test/list/1', full, true);
    const after = new RenderHabits();
    after.restore(JSON.parse(JSON.stringify(before.save())));
    expect(after.wants('http://a.test/list/2', full)).toBe('others like it gained by it');
    expect(after.wants('http://b.test/list/2', { ...full, scripts: 0 })).toBeUndefined();
  });

  it('is not every one of a kind that stays empty in a browser, too', () => {
    const habits = new RenderHabits();
    const empty = { text: 10, links: 0, scripts: 1, emptyFor: 'hardly any text or links' };
    let renders = 0;
    for (let n = 1; n <= 100; n++) {
      if (habits.wants(`http://a.test/e/${n}`, empty) === undefined) continue;
      renders += 1;
      habits.learn(`http://a.test/e/${n}`, empty, false);
    }
    // The first three, then the 10th, 20th … 100th.
    expect(renders).toBe(13);
  });
});

describe('what a page requests', () => {
  const asked = { url: 'http://a.test/x', method: 'GET', type: 'fetch', headers: {} };

  it('is sent if it is GET for a script or data, and nothing else', () => {
    expect(verdictOn(asked, false)).toBe('send');
    expect(verdictOn({ ...asked, method: 'POST' }, false)).toEqual({ refused: 'method POST' });
    expect(verdictOn({ ...asked, type: 'image' }, false)).toEqual({ refused: 'image' });
    expect(verdictOn({ ...asked, type: 'image' }, true)).toBe('send');
    expect(verdictOn({ ...asked, type: 'stylesheet' }, false)).toBe('empty');
    expect(verdictOn({ ...asked, url: 'https://www.google-analytics.com/x' }, false)).toEqual({
      refused: 'tracker',
    });
  });

  it('carries few headers of its own', () => {
    const headers = { accept: 'application/json', authorization: 'secret', cookie: 'a=b', 'user-agent': 'x' };
    expect(headersToSend(headers, false)).toEqual({ accept: 'application/json' });
    expect(headersToSend(headers, true)).toEqual({ accept: 'application/json', cookie: 'a=b' });
  });
});

it('a machine without a browser says what to do', () => {
  expect(() => findBrowser(undefined, '/nowhere')).toThrow(/Install Chromium or Chrome.*--render never/);
  expect(() => findBrowser('/nowhere/chromium')).toThrow(
    'render.browser is /nowhere/chromium, which is not a program.',
  );
});

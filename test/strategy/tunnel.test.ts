/** Tunnelling and giving up: the numbers of the CINDI thesis, sections 5.6 and 6. */
import { describe, expect, it } from 'vitest';
import { SiteExit } from '../../src/strategy/site-exit.ts';
import { StopDirectories } from '../../src/strategy/stop-directories.ts';
import { Tunnel } from '../../src/strategy/tunnel.ts';

describe('the tunnel', () => {
  const rule = { gamma: 0.75, sites: 2, after: 2 };

  it('opens after N consecutive pages from the low queue, and closes with enough new sites', () => {
    const tunnel = new Tunnel(rule);
    const openAfter = (from: 'high' | 'low' | 'neither', newSite = false): boolean => {
      tunnel.visited(from, newSite);
      return tunnel.isOpen;
    };
    expect(openAfter('low')).toBe(false);
    expect(openAfter('high')).toBe(false);
    expect(openAfter('low')).toBe(false);
    // Links of the site at hand are in neither queue: they neither count nor break the row.
    expect(openAfter('neither')).toBe(false);
    expect(openAfter('low')).toBe(true);
    expect(openAfter('high', true)).toBe(true);
    expect(openAfter('low')).toBe(true);
    expect(openAfter('low', true)).toBe(false);
    expect(openAfter('low')).toBe(false);
    expect(openAfter('low')).toBe(true);
  });

  it('lets more pages through when it is open, and more for a smaller γ', () => {
    // By hand: −120 against −100 passes where −120 > −100/γ: for γ < 100/120 = 0.833.
    const open = (gamma: number): Tunnel => {
      const tunnel = new Tunnel({ ...rule, gamma, after: 1 });
      tunnel.visited('low', false);
      return tunnel;
    };
    expect(new Tunnel(rule).passes(-120, -100)).toBe(false);
    expect(new Tunnel(rule).passes(-99, -100)).toBe(true);
    expect(open(0.9).passes(-120, -100)).toBe(false);
    expect(open(0.75).passes(-120, -100)).toBe(true);
    // −140 < −133.3: as printed in the thesis, −120 > 0.75 · −100 would be false and γ = 0 would pass nothing.
    expect(open(0.75).passes(-140, -100)).toBe(false);
    expect(open(0.01).passes(-9000, -100)).toBe(true);
  });

  it('continues from its saved state', () => {
    const tunnel = new Tunnel(rule);
    tunnel.visited('low', false);
    const restored = new Tunnel(rule);
    restored.restore(structuredClone(tunnel.save()));
    restored.visited('low', false);
    expect(restored.isOpen).toBe(true);
  });
});

describe('a site', () => {
  it('is given up from the 200th page on while fewer than 5 % are relevant', () => {
    const exit = new SiteExit({ afterPages: 200, minShare: 0.05 });
    expect(exit.visited('a.org', { pages: 199, relevant: 0 })).toBe(false);
    expect(exit.visited('a.org', { pages: 200, relevant: 10 })).toBe(false);
    expect(exit.has('a.org')).toBe(false);
    expect(exit.visited('a.org', { pages: 201, relevant: 10 })).toBe(true);
    expect(exit.has('a.org')).toBe(true);
    expect(exit.visited('a.org', { pages: 202, relevant: 10 })).toBe(false);

    const restored = new SiteExit({ afterPages: 200, minShare: 0.05 });
    restored.restore(structuredClone(exit.save()));
    expect([restored.has('a.org'), restored.has('b.org')]).toEqual([true, false]);
  });

  it('is never given up if that is off', () => {
    const exit = new SiteExit({ afterPages: 0, minShare: 0.05 });
    expect(exit.visited('a.org', { pages: 10_000, relevant: 0 })).toBe(false);
  });
});

describe('a directory name', () => {
  const sites = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `http://${name}.org`);

  it('stops URLs once it was seen on more than five sites without a relevant page', () => {
    const directories = new StopDirectories();
    for (const site of sites.slice(0, 5)) {
      directories.visited(`${site}/alumni/x.html`, false);
      directories.visited(`${site}/alumni/y.html`, false);
    }
    expect(directories.stops('http://z.org/alumni/')).toBeUndefined();
    directories.visited(`${sites[5]}/news/Alumni/x.html`, false);
    expect(directories.stops('http://z.org/x/alumni/y.html')).toBe('alumni');
    expect(directories.stops('http://z.org/alumni')).toBeUndefined();
    expect(directories.names).toEqual(['alumni']);
  });

  it('is cleared for good by a relevant page, before or after it became a stop', () => {
    const directories = new StopDirectories();
    directories.visited('http://z.org/papers/x.html', true);
    for (const site of sites) {
      directories.visited(`${site}/papers/x.html`, false);
      directories.visited(`${site}/theses/x.html`, false);
    }
    expect(directories.names).toEqual(['theses']);
    directories.visited('http://z.org/theses/x.html', true);
    for (const site of sites) directories.visited(`${site}/theses/y.html`, false);
    expect(directories.names).toEqual([]);
  });

  it('is remembered up to a limit and across a resume', () => {
    const directories = new StopDirectories({ moreThanSites: 1, maxNames: 3 });
    for (const name of ['one', 'two', 'three', 'four']) {
      for (const site of sites) directories.visited(`${site}/${name}/`, false);
    }
    expect(directories.names).toEqual(['two', 'three', 'four']);
    const restored = new StopDirectories({ moreThanSites: 1, maxNames: 3 });
    restored.restore(structuredClone(directories.save()));
    expect(restored.names).toEqual(['two', 'three', 'four']);
    expect(restored.visited('http://q.org/two/', false)).toBe(false);
  });
});

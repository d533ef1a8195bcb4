/** Tunnelling and giving up: the numbers of the CINDI thesis, sections 4.3.5 and 4.4. */
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

  /** Opened, with pages in neither layer before: log P(out) = −100, log P(in) as given. */
  const open = (gamma: number, before: number[]): Tunnel => {
    const tunnel = new Tunnel({ ...rule, gamma, after: 1 });
    for (const logIn of before) tunnel.passes(logIn, -100);
    tunnel.visited('low', false);
    return tunnel;
  };

  it('lets nothing through while it is closed', () => {
    const tunnel = new Tunnel({ ...rule, gamma: 0 });
    expect([-101, -105, -100.1].map((logIn) => tunnel.passes(logIn, -100))).toEqual([false, false, false]);
  });

  it('lets the best quarter through with the γ of the thesis', () => {
    // Closeness is out/in: −101 0.990, −102 0.980, −103 0.971, −104 0.962. A fifth page passes if fewer than
    // 0.25 · 5 = 1.25 of the four are closer, so only one may be.
    const passes = (logIn: number): boolean => open(0.75, [-101, -102, -103, -104]).passes(logIn, -100);
    expect(passes(-100.5)).toBe(true);
    expect(passes(-101.5)).toBe(true);
    expect(passes(-102.5)).toBe(false);
    expect(passes(-110)).toBe(false);
  });

  it('does not depend on the length of a page', () => {
    const tunnel = open(0.75, [-101, -102, -103, -104]);
    // −10,150 against −10,000 is as close as −101.5 against −100.
    expect(tunnel.passes(-10_150, -10_000)).toBe(true);
  });

  it('passes nothing more at γ = 1, everything at γ = 0, and a share of 1 − γ between', () => {
    // A thousand pages, their closeness drawn by a generator of Park and Miller.
    let seed = 1;
    const next = (): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return -100 - 10 * (seed / 2_147_483_647);
    };
    const share = (gamma: number): number => {
      seed = 1;
      const tunnel = open(gamma, []);
      return Array.from({ length: 1000 }, () => tunnel.passes(next(), -100)).filter(Boolean).length / 1000;
    };
    expect(share(1)).toBe(0);
    expect(share(0)).toBe(1);
    for (const gamma of [0.99, 0.9, 0.75, 0.5, 0.25])
      expect(Math.abs(share(gamma) - (1 - gamma))).toBeLessThan(0.03);
  });

  it('continues from its saved state', () => {
    const tunnel = open(0.75, [-101, -102, -103, -104]);
    const restored = new Tunnel({ ...rule, after: 1 });
    restored.restore(structuredClone(tunnel.save()));
    expect(restored.isOpen).toBe(true);
    expect(restored.passes(-102.5, -100)).toBe(false);
    expect(restored.passes(-100.5, -100)).toBe(true);
  });
});

describe('a site', () => {
  const rule = { afterPages: 200, minShare: 0.05 };
  const several = (): SiteExit => {
    const exit = new SiteExit(rule);
    exit.visited('z.org', { pages: 1, relevant: 0 });
    return exit;
  };

  it('is given up from the 200th page on while fewer than 5 % are relevant', () => {
    const exit = several();
    const isGivenUpAfter = (pages: number, relevant: number): boolean => {
      exit.visited('a.org', { pages, relevant });
      return exit.has('a.org');
    };
    expect(isGivenUpAfter(199, 0)).toBe(false);
    expect(isGivenUpAfter(200, 10)).toBe(false);
    expect(isGivenUpAfter(201, 10)).toBe(true);
    const restored = new SiteExit(rule);
    restored.restore(structuredClone(exit.save()));
    expect([restored.has('a.org'), restored.has('b.org')]).toEqual([true, false]);
    restored.visited('b.org', { pages: 5000, relevant: 249 });
    expect(restored.sites).toEqual(['a.org', 'b.org']);
  });

  it('is not given up if it is the only one, until another is visited', () => {
    const exit = new SiteExit(rule);
    exit.visited('a.org', { pages: 1000, relevant: 0 });
    expect(exit.has('a.org')).toBe(false);
    const restored = new SiteExit(rule);
    restored.restore(structuredClone(exit.save()));
    restored.visited('a.org', { pages: 1001, relevant: 0 });
    expect(restored.has('a.org')).toBe(false);
    restored.visited('b.org', { pages: 1, relevant: 0 });
    restored.visited('a.org', { pages: 1002, relevant: 0 });
    expect(restored.has('a.org')).toBe(true);
  });

  it('is never given up if that is off', () => {
    const exit = new SiteExit({ afterPages: 0, minShare: 0.05 });
    exit.visited('z.org', { pages: 1, relevant: 0 });
    exit.visited('a.org', { pages: 10_000, relevant: 0 });
    expect(exit.sites).toEqual([]);
  });
});

describe('a directory name', () => {
  const sites = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `http://${name}.org`);
  const bySites = { minPages: 0 };

  it('stops URLs once it was seen on more than five sites without a relevant page', () => {
    const directories = new StopDirectories(bySites);
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

  it('needs sixty pages, so that fewer than 5 % of its pages are relevant with 95 % confidence', () => {
    // The rule of three: 3/60 = 5 %. Exactly: 0.95^59 = 0.0485.
    const directories = new StopDirectories();
    for (let page = 0; page < 59; page++)
      directories.visited(`${sites[page % 6]}/people/${page}.html`, false);
    expect(directories.names).toEqual([]);
    directories.visited(`${sites[0]}/people/59.html`, false);
    expect(directories.names).toEqual(['people']);
  });

  it('is cleared for good by a relevant page, before or after it became a stop', () => {
    const directories = new StopDirectories(bySites);
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

  it('is forgotten by use, not by age', () => {
    const directories = new StopDirectories({ ...bySites, moreThanSites: 5, maxNames: 5000 });
    directories.visited('http://z.org/papers/x.html', true);
    for (let user = 0; user < 6000; user++) {
      directories.visited(`http://z.org/~user${user}/`, false);
      // The common name is met now and then.
      if (user % 1000 === 0) directories.visited('http://y.org/papers/y.html', false);
    }
    for (const site of sites) directories.visited(`${site}/papers/x.html`, false);
    expect(directories.names).toEqual([]);
  });

  it('is kept while it stops links, though no page below it is visited any more', () => {
    const directories = new StopDirectories({ ...bySites, moreThanSites: 0, maxNames: 3 });
    directories.visited(`${sites[0]}/one/`, false);
    directories.visited(`${sites[0]}/two/`, false);
    expect(directories.stops('http://z.org/one/')).toBe('one');
    directories.visited(`${sites[0]}/three/`, false);
    directories.visited(`${sites[0]}/four/`, false);
    expect(directories.names).toEqual(['four', 'one', 'three']);
  });

  it('is remembered up to a limit and across a resume', () => {
    const rule = { ...bySites, moreThanSites: 1, maxNames: 3 };
    const directories = new StopDirectories(rule);
    for (const name of ['one', 'two', 'three', 'four']) {
      for (const site of sites) directories.visited(`${site}/${name}/`, false);
    }
    expect(directories.names).toEqual(['four', 'three', 'two']);
    const restored = new StopDirectories(rule);
    restored.restore(structuredClone(directories.save()));
    expect(restored.names).toEqual(['four', 'three', 'two']);
  });
});

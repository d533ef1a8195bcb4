/** Pruning and extracting by anchors, after the CINDI thesis, section 4.2.2; its examples are Wikipedia's menu. */
import { describe, expect, it } from 'vitest';
import { anchorForms, anchorLists } from '../../src/strategy/anchor-inspection.ts';
import { thesisPruned, usualExtracted, usualPruned } from '../../src/strategy/data/inspection-lists.ts';

describe('an anchor', () => {
  const form = anchorForms();

  it.each([
    // Porter's stems; "the", "of" and "us" are stop words.
    ['Publications of the group', 'public group'],
    ['Contact us', 'contact'],
    // Nothing but stop words: they are kept, else "Help" would be the same as an empty anchor.
    ['Help', 'help'],
    ['About us', 'about us'],
    ['', ''],
    [' >> ', ''],
  ])('"%s" is compared as "%s"', (anchor, expected) => {
    expect(form(anchor)).toBe(expected);
  });
});

describe('the pruning list', () => {
  const { prunes } = anchorLists({ prune: usualPruned, extract: [] });

  it.each([
    'About',
    'help',
    'Donate',
    'Upload file',
    'Contact us',
    'Printable version',
    'Privacy policy',
    'Disclaimers',
    'Copyright',
    'Login',
  ])('prunes "%s"', (anchor) => expect(prunes(anchor)).toBe(true));

  it.each(['About comets', 'Contact lenses', 'Privacy in peer-to-peer networks', '', '*'])(
    'leaves "%s"',
    (anchor) => expect(prunes(anchor)).toBe(false),
  );

  it('prunes all eleven anchors of the thesis’s example on Wikipedia', () => {
    const printed = [
      ...['About Wikipedia', 'Help', 'Donate to Wikipedia', 'Upload file', 'Contact Wikipedia'],
      ...['Printable version', 'Privacy policy', 'Disclaimers', 'GNU Free Documentation License'],
      ...['Copyright', 'Login'],
    ];
    expect(thesisPruned).toEqual(printed);
    expect(printed.filter((anchor) => !prunes(anchor, 'wikipedia'))).toEqual([]);
  });

  it('prunes an entry with the name of its own site, of no other', () => {
    expect(prunes('About Biographia', 'biographia')).toBe(true);
    expect(prunes('About Biographia', 'cometary')).toBe(false);
    expect(prunes('Biographia', 'biographia')).toBe(false);
    expect(prunes('About biographias', 'biographia')).toBe(false);
  });

  it('prunes texts of several links to one page only when all of them are in it', () => {
    expect(prunes('Help · Contact us')).toBe(true);
    expect(prunes('Help · Comets')).toBe(false);
  });
});

describe('the extracting list', () => {
  const { extracts } = anchorLists({ prune: [], extract: [...usualExtracted, 'solar system', 'comet'] });

  it.each([
    'Departments',
    'Our research groups',
    'Comets and meteors',
    'Objects of the Solar System',
    'x · Comets',
  ])('keeps "%s"', (anchor) => expect(extracts(anchor)).toBe(true));

  it.each(['Solar power in the Eighties', 'System administration', 'Sports', '', 'Help'])(
    'leaves "%s"',
    (anchor) => expect(extracts(anchor)).toBe(false),
  );

  it('keeps nothing if it is empty', () => {
    expect(anchorLists({ prune: [], extract: [] }).extracts('Research')).toBe(false);
  });
});

it('no default entry normalises to nothing, or to an entry of the other list', () => {
  const form = anchorForms();
  const pruned = usualPruned.map(form);
  expect(pruned).not.toContain('');
  expect(usualExtracted.map(form).filter((entry) => pruned.includes(entry))).toEqual([]);
});

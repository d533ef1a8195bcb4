/** Decisions about URLs, after the rules and the examples of the CINDI thesis, sections 3.2.3 and 4.2.1. */
import { describe, expect, it } from 'vitest';
import {
  computerScienceDepartments,
  thesisStopDirectories,
  usualStopDirectories,
} from '../../src/strategy/data/inspection-lists.ts';
import {
  directoriesOf,
  endingOf,
  inspectUrl,
  isDepartment,
  siteOf,
} from '../../src/strategy/url-inspection.ts';

const rules = {
  maxLevels: 7,
  stopDirectories: new Set(['calendar', 'login']),
  departments: new Set(['cs', 'it', 'informatics']),
};
const at = (path: string): string => `http://www.cs.example.edu${path}`;

describe('an address', () => {
  it.each([
    ['/a/b/c/d/e/f/g/page.html', 'page'],
    ['/a/b/c/d/e/f/g/h/page.html', 'too many directory levels'],
    ['/a/b/c/d/e/f/g/h/', 'too many directory levels'],
    // The thesis's own example: it falls by one of its names.
    ['/programs/ugrad/coop/calendar/index.html', 'stop directory'],
    ['/programs/CALENDAR/index.html', 'stop directory'],
    // A file is no directory, and part of a name is no name.
    ['/programs/calendar', 'page'],
    ['/programs/calendar.html', 'page'],
    ['/calendars-of-old/x.html', 'page'],
    ['/?next=/login/', 'page'],
    ['/', 'page'],
    ['/index/', 'page'],
    ['/index', 'page'],
    ['/x.PHP?id=3.zip', 'page'],
    ['/x.cfm', 'page'],
    ['/x.shtml', 'page'],
    ['/thesis.pdf', 'document'],
    ['/thesis.ps', 'unreadable document'],
    ['/thesis.ps.gz', 'unreadable document'],
    ['/thesis.dvi', 'unreadable document'],
    ['/thesis.doc', 'document'],
    ['/thesis.rtf', 'document'],
    ['/thesis.txt', 'document'],
    ['/thesis.tex', 'document'],
    ['/photo.jpg', 'format not wanted'],
    ['/code.zip', 'format not wanted'],
    // No formats: a number, a long name, a hidden file.
    ['/release-1.2', 'page'],
    ['/people/john.smithson', 'page'],
    ['/.profile', 'page'],
  ])('%s is: %s', (path, verdict) => {
    expect(inspectUrl(at(path), rules)).toBe(verdict);
  });

  it('has directories, an extension and a site', () => {
    expect(directoriesOf('http://a.org/One/two/three.html?x=/y/')).toEqual(['one', 'two']);
    expect(directoriesOf('http://a.org')).toEqual([]);
    expect(endingOf('http://a.org/x.tar.PS.GZ')).toBe('ps.gz');
    expect(endingOf('http://a.org')).toBeUndefined();
    expect(siteOf('http://a.org:8080/x')).toBe('a.org:8080');
    expect(siteOf('http://a.org')).toBe('a.org');
  });
});

describe('a department', () => {
  it.each([
    ['www.cs.concordia.ca', true],
    ['cs.example.ac.uk', true],
    ['informatics.example.org:8080', true],
    // `it` is Italy here, not a part of a university; and a registered name is no department of itself.
    ['www.example.it', false],
    ['cs.com', false],
    ['csx.example.edu', false],
    ['127.0.0.1', false],
    ['localhost', false],
  ])('%s: %s', (host, expected) => {
    expect(isDepartment(host, rules.departments)).toBe(expected);
  });
});

it('the default stop directories are unique names in comparable form', () => {
  expect(new Set(usualStopDirectories).size).toBe(usualStopDirectories.length);
  for (const name of usualStopDirectories) expect(directoriesOf(`http://a.org/${name}/`)).toEqual([name]);
});

describe('the lists of the thesis', () => {
  it('name the 57 departments of Table 4, eeecs twice as printed there', () => {
    expect(computerScienceDepartments).toHaveLength(57);
    expect(new Set(computerScienceDepartments).size).toBe(56);
    // Numbers 1, 20, 23, 35, 39, 57: the ends of its columns, and two that no other list would have.
    for (const [number, name] of [
      [1, 'cs'],
      [20, 'umcs'],
      [23, 'mathcs'],
      [35, 'lcsee'],
      [39, 'csis'],
      [57, 'mcs'],
    ] as const)
      expect(computerScienceDepartments[number - 1]).toBe(name);
    expect(isDepartment('www.cs.concordia.ca', new Set(computerScienceDepartments))).toBe(true);
    expect(isDepartment('www.concordia.ca', new Set(computerScienceDepartments))).toBe(false);
  });

  it('stop the ten entries of Table 7, five of them in both numbers', () => {
    const printed =
      'audio(s) image(s) section(s) puzzle calendar lecturenotesweb transparencies contact(s) login admission(s)';
    const names = printed.split(' ').flatMap((entry) => {
      const [name, plural] = entry.split('(');
      return plural === undefined ? [name!] : [name!, `${name}s`];
    });
    expect(thesisStopDirectories).toEqual(names);
    for (const name of names) expect(usualStopDirectories).toContain(name);
  });
});

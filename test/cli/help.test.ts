/** Every command has examples in its help, and they would be accepted as they stand. */
import { describe, expect, it } from 'vitest';
import { commands, groups } from '../../src/cli/commands.ts';
import { newFolder } from '../crawl/small-web.ts';
import { forageHere } from './forage-here.ts';

describe.each(commands)('forage $name', ({ name, examples, load }) => {
  it('has examples of its own flags', async () => {
    expect(examples.length).toBeGreaterThan(0);
    const command = await load();
    for (const line of examples) {
      expect(line).toMatch(new RegExp(`forage ${name}\\b`));
      const words = line
        .replace(/"[^"]*"/g, 'quoted')
        .replace(/'[^']*'/g, 'quoted')
        .split(/[|>#)]/)[0]!
        .split(' ');
      const at = words.findIndex((word) => word.endsWith('forage')) + 2;
      const below = command.commands.find((one) => one.name() === words[at]) ?? command;
      const known = new Set([...below.options.flatMap(({ short, long }) => [short, long]), '--help']);
      for (const flag of words.slice(at).filter((word) => /^--?[a-z]/.test(word)))
        expect(known, `${flag} of ${line}`).toContain(flag);
    }
  });
});

it('help ends with the examples of the command, once, however often it is asked for', async () => {
  const cwd = newFolder();
  await forageHere(['search', '--help'], { cwd });
  const { out, code } = await forageHere(['search', '--help'], { cwd });
  expect(code).toBe(0);
  expect(out.match(/^Examples:$/gm)).toHaveLength(1);
  expect(out).toContain('  forage search owls barn owl\n');
});

it('lists every command once, in groups', async () => {
  expect(Object.values(groups).flat().sort()).toEqual(commands.map(({ name }) => name).sort());
  const { out } = await forageHere(['--help'], { cwd: newFolder() });
  for (const heading of Object.keys(groups)) expect(out).toContain(`\n${heading}:\n`);
  expect(out.indexOf('\n  crawl ')).toBeLessThan(out.indexOf('\nWatch and steer:\n'));
});

import { Command } from 'commander';
import { ForageError } from '../errors.ts';
import { instead } from '../suggest.ts';
import { genres } from '../topic/genres.ts';
import { table } from './format.ts';
import { print } from './print.ts';

export const genresCommand = new Command('genres')
  .description('list the kinds of pages that a topic can name under "genre:"; with a name, its terms')
  .argument('[name]', 'one of them')
  .action((name: string | undefined) => {
    if (name === undefined) {
      print(table(Object.entries(genres).map(([one, { about, terms }]) => [one, `${terms.length}`, about])));
      print('\nIn a topic file: genre: syllabus. The terms of one: forage topic genres NAME');
      return;
    }
    const genre = genres[name];
    if (genre === undefined)
      throw new ForageError('USAGE', `There is no genre "${name}"${instead(name, Object.keys(genres))}`);
    print(`# ${name}: ${genre.about}\ngenre:\n${genre.terms.map((term) => `  - ${term}`).join('\n')}`);
  });

/** Parsers for the flags that describe a topic on the command line; commander adds the name of the flag to errors. */
import { existsSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { readList } from '../topic/list-file.ts';
import { termOf, type WeightedTerm } from '../topic/terms.ts';
import { isAddress, urlsIn } from '../topic/url-list.ts';

/** A URL, or a file with one URL per line; may be repeated. */
export function seeds(text: string, before: string[] = []): string[] {
  return [...before, ...urlsAt(text)];
}

function urlsAt(place: string): string[] {
  if (isAddress(place)) return [place];
  if (existsSync(place)) return listed(urlsIn(place));
  const meant = `https://${place}${place.includes('/') ? '' : '/'}`;
  const isHost = /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(place) && !/\.txt$/i.test(place);
  const hint = isHost ? ` Did you mean ${meant}?` : '';
  throw new InvalidArgumentError(`A URL starts with http:// or https://, and there is no such file.${hint}`);
}

/** "barn owl, pellet: 2", or a file with one term per line; may be repeated. */
export function keywords(text: string, before: WeightedTerm[] = []): WeightedTerm[] {
  const given = /\.txt$/i.test(text) ? listed(readList(text)).map((entry) => entry.text) : text.split(/[,;]/);
  const words = given.map((word) => word.trim()).filter((word) => word !== '');
  if (words.length === 0) throw new InvalidArgumentError('Write words separated by commas.');
  return [...before, ...words.map(termOf)];
}

function listed<T>(read: T[] | { fault: string }): T[] {
  if (Array.isArray(read)) return read;
  throw new InvalidArgumentError(`${read.fault.replace(/^there/, 'There')}.`);
}

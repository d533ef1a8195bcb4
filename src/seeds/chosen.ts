/** Sources as a user names them: files, folders, addresses of servers, and engines described in YAML. */
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { z } from 'zod';
import { addFaults } from '../check.ts';
import { ForageError } from '../errors.ts';
import { withModules } from '../plugin/load.ts';
import { find } from '../plugin/registry.ts';
import { settingsOf } from '../recipe/parts.ts';
import type { Spec } from '../recipe/recipe.ts';
import { parseYaml } from '../topic/load.ts';
import { readText } from '../topic/text-file.ts';
import { isAddress } from '../topic/url-list.ts';
import './sources/all.ts';
import type { ChosenSource } from './gather.ts';

export interface NamedSources {
  directory?: readonly string[] | undefined;
  categories?: readonly string[] | undefined;
  /** URLs of SearXNG servers, YAML files, or names of the user's own sources. */
  search?: readonly string[] | undefined;
  results?: readonly string[] | undefined;
  crawl?: readonly string[] | undefined;
  cdx?: readonly string[] | undefined;
  backlinks?: readonly string[] | undefined;
}

export function chosenSources(named: NamedSources): ChosenSource[] {
  const {
    directory = [],
    categories = [],
    search = [],
    results = [],
    crawl = [],
    cdx = [],
    backlinks = [],
  } = named;
  for (const file of [...directory, ...results, ...cdx.filter((place) => !isAddress(place))]) checkFile(file);
  const chosen = [
    ...(directory.length > 0 ? [made('directory', { kind: 'directory', files: directory, categories })] : []),
    ...search.map(engine),
    ...(results.length > 0 ? [made('results', { kind: 'results', files: results })] : []),
    ...crawl.map((folder) => made(`crawl ${folder}`, { kind: 'crawl', folder })),
    ...(cdx.length > 0 ? [made('cdx', { kind: 'cdx', from: cdx })] : []),
    ...(backlinks.length > 0 ? [made('back-links', { kind: 'backlinks', from: backlinks })] : []),
  ];
  if (chosen.length > 0) return chosen;
  throw new ForageError(
    'USAGE',
    'Name at least one source of seeds: --directory dump.rdf.gz, --search ENGINE, --results FILE, --crawl FOLDER, --cdx FILE or --backlinks FOLDER.',
  );
}

/** A file of the wrong name is a typing mistake, and found before anything is asked. */
function checkFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) return;
  throw new ForageError(
    'FILE_UNREADABLE',
    found === undefined ? `There is no file ${path}.` : `${path} is not a file.`,
  );
}

function made(name: string, spec: Spec): ChosenSource {
  const definition = find('seed source', spec.kind);
  return { name, definition, settings: settingsOf(definition, spec) };
}

function engine(text: string): ChosenSource {
  if (isAddress(text)) return made(new URL(text).host, { kind: 'searxng', url: text });
  if (/\.(?:ya?ml|json)$/i.test(text)) return engineOf(text);
  return made(text, { kind: text });
}

/** `kind:` with its settings; without a kind it is an engine that answers in JSON. */
const fileSchema = z
  .looseObject({
    name: z.string().min(1).optional(),
    kind: z.string().min(1).default('json-engine'),
    use: z.unknown().optional(),
  })
  .transform(({ name, use: _, ...spec }, context): ChosenSource | undefined =>
    addFaults(context, () => made(name ?? spec.kind, spec)),
  );

function engineOf(path: string): ChosenSource {
  const schema = z.preprocess(withModules(dirname(path)), fileSchema);
  const chosen = parseYaml(readText(path), path, schema, 'INPUT_INVALID')!;
  const isNamed = chosen.name !== chosen.definition.name;
  return isNamed ? chosen : { ...chosen, name: basename(path).replace(/\.\w+$/, '') };
}

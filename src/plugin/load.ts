/**
 * Loads the modules named by a recipe, a topic, settings, a plan or `--use`, and registers what they define. Errors are
 * reported with file and line before anything is crawled.
 *
 * Loading is synchronous (`require` loads ES modules, too), so that a file that names a module can be checked in one
 * pass. The price: a module must not use `await` at its top level.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { addFaults } from '../check.ts';
import { ForageError, messageOf } from '../errors.ts';
import { instead } from '../suggest.ts';
import { register } from './registry.ts';

/** By path, file URL or package name, relative to `folder`; returns the path of the module. */
export function useModule(specifier: string, folder = process.cwd()): string {
  const path = resolveModule(specifier, folder);
  let exports: unknown;
  try {
    exports = createRequire(path)(path);
  } catch (error) {
    throw unloadable(path, error);
  }
  if (typeof exports !== 'object' || exports === null || register(exports, path) === 0)
    throw invalid(
      `${shown(path)} defines nothing: export what defineJudge, defineStrategy, defineRecipe, defineReader, defineFilter, defineSink, defineExporter or defineSeedSource returns.`,
    );
  return path;
}

export const useModules = (specifiers: readonly string[] = [], folder?: string): string[] => [
  ...new Set(specifiers.map((specifier) => useModule(specifier, folder))),
];

/**
 * For `z.preprocess` over a file in this folder, or over the value `at` one of its keys: loads the modules under `use:`
 * and replaces them by their paths.
 */
export const withModules =
  (folder: string, at: readonly string[] = []) =>
  (value: unknown, context: z.RefinementCtx): unknown => {
    if (typeof value !== 'object' || value === null || !('use' in value)) return value;
    const used = typeof value.use === 'string' ? [value.use] : value.use;
    if (!Array.isArray(used)) return value;
    const use = used.map((one: unknown, i) =>
      typeof one !== 'string'
        ? one
        : addFaults(
            context,
            () => useModule(one, folder),
            () => [...at, 'use', i],
          ),
    );
    return { ...value, use };
  };

function resolveModule(specifier: string, folder: string): string {
  const name = specifier.startsWith('file:') ? fileURLToPath(specifier) : specifier;
  const path = resolve(folder, name);
  if (existsSync(path) && statSync(path).isFile()) return path;
  if (/^\.{0,2}[\\/]/.test(name) || isAbsolute(name) || SCRIPT.test(name)) throw noFile(path);
  for (const from of new Set([folder, process.cwd()])) {
    try {
      return createRequire(join(resolve(from), 'use.js')).resolve(name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw unloadable(name, error);
    }
  }
  throw invalid(
    `There is no package "${name}" in ${resolve(folder)}. Install it there: npm install ${name}. For a file, give its path: ./${name}.ts`,
  );
}

const SCRIPT = /\.[cm]?[jt]s$/;

function noFile(path: string): ForageError {
  const folder = dirname(path);
  const there = existsSync(folder) ? readdirSync(folder).filter((name) => SCRIPT.test(name)) : [];
  const text = `There is no file ${shown(path)}`;
  return invalid(there.length === 0 ? `${text}.` : `${text}${instead(basename(path), there)}`);
}

function unloadable(path: string, error: unknown): ForageError {
  const { code, name = 'Error' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  const message = messageOf(error);
  if (code === 'ERR_REQUIRE_ASYNC_MODULE')
    return invalid(`${shown(path)} uses "await" at its top level; move it into a function.`);
  if (error instanceof SyntaxError && MODULE_SYNTAX.test(message)) {
    const project = findPackageJSON(pathToFileURL(path));
    if (project !== undefined)
      return invalid(
        `${shown(path)} is an ES module, and ${shown(project)} does not have "type": "module". Set it: npm pkg set type=module`,
        error,
      );
  }
  const [, missing] = /^Cannot find (?:package|module) '([^'./][^']*)'/.exec(message) ?? [];
  const hint = missing === undefined ? '' : ` Install it beside that file: npm install ${missing}`;
  const first = message.split('\n', 1)[0]!.replace(/\.?$/, '.');
  const what = name === 'ForageError' || missing !== undefined ? first : `${name}: ${first}`;
  return invalid(`${placeOf(path, error)} cannot be loaded: ${what}${hint}`, error);
}

/** What Node says of an ES module that it reads as CommonJS, as `npm init` declares a project's files to be. */
const MODULE_SYNTAX = /^Cannot use import statement outside a module|^Unexpected token 'export'/;

/** File and line of an error, as precisely as possible. */
function placeOf(path: string, error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const [, atTop, topLine] = /^(file:\/\/\S+|\/\S+):(\d+)\n/.exec(stack) ?? [];
  if (atTop !== undefined) return `${shown(asPath(atTop))}:${topLine}`;
  for (const [, file, line] of stack.matchAll(/\(?((?:file:\/\/)?\/[^\s()]+?):(\d+):\d+\)?$/gm))
    if (asPath(file!) === path) return `${shown(path)}:${line}`;
  if (!(error instanceof SyntaxError)) return shown(path);
  // Node does not expose the line of a syntax error in JavaScript; it only prints it.
  const { stderr = '' } = spawnSync(process.execPath, ['--check', path], { encoding: 'utf8' });
  const [, line] = /^\S+?:(\d+)\n/.exec(stderr) ?? [];
  return line === undefined ? shown(path) : `${shown(path)}:${line}`;
}

const asPath = (file: string): string => (file.startsWith('file:') ? fileURLToPath(file) : file);

/** As the user would write it: relative to the working directory if it is inside. */
export function shown(path: string): string {
  const here = relative(process.cwd(), path);
  return here === '' || here.startsWith('..') || isAbsolute(here) ? path : here;
}

const invalid = (message: string, cause?: unknown): ForageError =>
  new ForageError('PLUGIN_INVALID', message, { cause, faults: [{ path: [], text: message }] });

/** Writes the pages of a crawl in a built-in format or one from a user's module. */
import '../archive/export/formats.ts';
import './export-markdown.ts';
import type { ExportTarget } from '../archive/export/output.ts';
import { nearDuplicatesLeftOut, selectedPages } from '../archive/export/selected-pages.ts';
import { ForageError } from '../errors.ts';
import type { Definition } from '../plugin/define.ts';
import type { ExportedCrawl, ExportOptions } from '../plugin/parts.ts';
import { find, registered } from '../plugin/registry.ts';
import { archivePath, openFolder, useModulesOf } from './folder.ts';
import { openCrawl } from './open.ts';

/** By name, or the definition itself. Returns the number of pages written. */
export async function exportCrawl(
  folder: string,
  format: string | Definition<'exporter'>,
  target: ExportTarget,
  options: ExportOptions = {},
): Promise<number> {
  const exporter = typeof format === 'string' ? exporterOf(folder, format) : format;
  const { db, read, folder: opened } = openCrawl(folder);
  try {
    const crawl = { path: folder, title: opened.topic.title, archive: archivePath(folder), db, read };
    const leftOut = (exporter.of ?? 'pages') === 'pages' ? nearDuplicatesLeftOut(db, options) : 0;
    if (leftOut > 0) options.leftOut?.(leftOut);
    const pages: ExportedCrawl['pages'] = (filter) => selectedPages(db, filter);
    const written = await exporter.export({ ...crawl, pages }, target, options);
    if (Number.isSafeInteger(written) && written >= 0) return written;
    throw new ForageError(
      'PLUGIN_INVALID',
      `The exporter "${exporter.name}" must return how many it has written, not ${String(written)}.`,
    );
  } finally {
    db.close();
  }
}

/** Formats of modules that the crawl used need not be named again. */
export function exporterOf(folder: string, format: string): Definition<'exporter'> {
  const isKnown = registered('exporter').some(({ definition }) => definition.name === format);
  if (!isKnown) useModulesOf(openFolder(folder));
  return find('exporter', format);
}

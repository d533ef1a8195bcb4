/** Registers the built-in sources of seeds. */
import { fileURLToPath } from 'node:url';
import { register } from '../../plugin/registry.ts';
import { backlinks } from './backlinks.ts';
import { cdx } from './cdx.ts';
import { crawl } from './crawl.ts';
import { directory } from './directory.ts';
import { jsonEngine, searxng } from './engines.ts';
import { results } from './results.ts';

register({ directory, searxng, jsonEngine, results, crawl, cdx, backlinks }, fileURLToPath(import.meta.url));

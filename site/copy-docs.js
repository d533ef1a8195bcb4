// The generator finds its own packages from where the pages are, so they are copied into this folder.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const pages = join(import.meta.dirname, 'pages');
rmSync(pages, { recursive: true, force: true });
cpSync(join(import.meta.dirname, '../docs'), pages, { recursive: true });

// The second half of `npm run build`: what lies in src/ and is not TypeScript, such as word tables, goes to its
// place in dist/.
import { cpSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
cpSync(join(root, 'src'), join(root, 'dist'), {
  recursive: true,
  filter: (path) => statSync(path).isDirectory() || !/(\.ts|tsconfig[\w.]*\.json)$/.test(path),
});

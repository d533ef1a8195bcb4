// Lets `import … from 'forage-crawler'` mean the sources of this checkout, without a build. What `npm run build` left is
// removed: in a checkout the sources are what runs and what is tested. Plain JavaScript: it runs on Node 20, too.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const text = "export * from '../src/index.ts';\n";

export default function sourcesAsPackage() {
  const files = [`${dist}index.js`, `${dist}index.d.ts`];
  if (files.every((file) => existsSync(file) && readFileSync(file, 'utf8') === text)) return;
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  for (const file of files) writeFileSync(file, text);
}

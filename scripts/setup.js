// Makes a fresh clone ready: installs what package-lock.json names, once, and lets the package's own name mean the
// sources. Plain JavaScript, because it runs before anything is installed, on Node 20 or newer.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sourcesAsPackage from './sources-as-package.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const lock = readFileSync(`${root}package-lock.json`, 'utf8');
const stamp = `${root}node_modules/.forage-setup`;

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  console.log('Setting up: npm ci (once; again only when package-lock.json changes)');
  // "engines" is about the published package: in a checkout, Node 24 is one of the things installed here.
  const quiet = ['--no-audit', '--no-fund', '--engine-strict=false', '--loglevel=error'];
  const install = spawnSync('npm', ['ci', ...quiet], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (install.status !== 0) {
    console.error('npm ci failed; see its message above. Nothing else was started.');
    process.exit(install.status ?? 1);
  }
  writeFileSync(stamp, lock);
}

sourcesAsPackage();

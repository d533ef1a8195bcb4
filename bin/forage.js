#!/usr/bin/env node
// Starts the command line under Node 24: this process if it is new enough, else the one that
// came as the dev dependency `node`. A published package has dist/, a checkout runs src/ as it is.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const newEnough = Number(process.versions.node.split('.')[0]) >= 24;

if (newEnough) {
  module.enableCompileCache(); // not imported by name: older versions of Node have no such export
  await import(existsSync(here('../src/cli')) ? here('../src/cli/main.ts') : here('../dist/cli/main.js'));
} else {
  const node = here('../node_modules/node/bin/node');
  if (!existsSync(node)) {
    const hint = existsSync(here('../src')) ? ': run "npm start" once, which installs it here' : '';
    console.error(`Forage needs Node 24 or newer, and this is Node ${process.versions.node}${hint}.`);
    process.exit(1);
  }
  const child = spawn(node, [here('./forage.js'), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.on('SIGINT', () => {}); // the terminal sends Ctrl-C to both processes; the child decides
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

#!/usr/bin/env node
// Starts the command line under Node 24: this process if it is new enough, else the one that
// came as the dev dependency `node`. A published package has dist/, a checkout runs src/ as it is.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const newEnough = Number(process.versions.node.split('.')[0]) >= 24;

/**
 * Each thread collects its own garbage: the other processors are busy reading pages, and their help costs a crawl 5 % more
 * processor time and 90 MB. V8 takes this only when a process starts. A library cannot ask for it, and short commands
 * need not.
 */
const FLAG = '--single-threaded-gc';
const isCrawling = ['crawl', 'resume', 'recrawl', 'grow', 'fleet', 'demo'].includes(process.argv[2]);

if (!newEnough) startNewer();
else {
  if (isCrawling && !process.execArgv.includes(FLAG)) startAgain();
  if (process.env.FORAGE_STARTER !== undefined) endWithStarter();
  module.enableCompileCache(); // not imported by name: older versions of Node have no such export
  await import(existsSync(here('../src/cli')) ? here('../src/cli/main.ts') : here('../dist/cli/main.js'));
}

/** This process becomes one with the flag: its number and its files stay. Where that is not to be had it goes on without. */
function startAgain() {
  // A channel to the process that started it would be lost.
  if (process.platform === 'win32' || process.execve === undefined || process.channel !== undefined) return;
  try {
    process.execve(process.execPath, [process.execPath, FLAG, ...process.execArgv, ...process.argv.slice(1)]);
  } catch {}
}

/** The process that started this one is gone, however it ended: end cleanly, too. */
function endWithStarter() {
  delete process.env.FORAGE_STARTER;
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}

function startNewer() {
  const node = here('../node_modules/node/bin/node');
  // Set by the process below: what it starts must be new enough, or each would start the next.
  if (!existsSync(node) || process.env.FORAGE_STARTER !== undefined) {
    const hint = existsSync(here('../src')) ? ': run "npm start" once, which installs it here' : '';
    console.error(`Forage needs Node 24 or newer, and this is Node ${process.versions.node}${hint}.`);
    process.exit(1);
  }
  const child = spawn(node, [...(isCrawling ? [FLAG] : []), here('./forage.js'), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, FORAGE_STARTER: String(process.pid) },
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  // A terminal sends Ctrl-C to both processes; the child takes two in quick succession as one.
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    for (const name of signals) process.removeAllListeners(name);
    if (signal) process.kill(process.pid, signal);
    else process.exit(code);
  });
}

/** The system's hosts file: names that need no name server. Read again when it has changed. */
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';

export class HostsFile {
  readonly #path: string;
  #addresses = new Map<string, string[]>();
  #checkedAt = Number.NEGATIVE_INFINITY;
  #version = '';

  constructor(path = systemPath()) {
    this.#path = path;
  }

  /** The IP addresses of a name, in the order of the file. */
  addressesOf(hostname: string): string[] {
    const now = performance.now();
    if (now - this.#checkedAt > CHECK_EVERY_MS) {
      this.#checkedAt = now;
      this.#read();
    }
    return this.#addresses.get(hostname.toLowerCase()) ?? [];
  }

  #read(): void {
    try {
      const { mtimeMs, size } = statSync(this.#path);
      const version = `${mtimeMs} ${size}`;
      if (version === this.#version) return;
      this.#addresses = parse(readFileSync(this.#path, 'utf8'));
      this.#version = version;
    } catch {
      this.#addresses = new Map(); // a system without one
      this.#version = '';
    }
  }
}

const CHECK_EVERY_MS = 5_000;

function systemPath(): string {
  return process.platform === 'win32'
    ? join(process.env.SystemRoot ?? 'C:\\Windows', 'System32\\drivers\\etc\\hosts')
    : '/etc/hosts';
}

function parse(text: string): Map<string, string[]> {
  const addresses = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      addresses.set(key, [...(addresses.get(key) ?? []), address]);
    }
  }
  return addresses;
}

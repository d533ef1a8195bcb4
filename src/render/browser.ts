/**
 * The browser that pages are rendered in. It has no network of its own: every name is unknown to it and every
 * connection goes to a proxy that does not exist, so that nothing but what we hand to it can reach a page. It is
 * replaced after some hundred pages, and at once if a page hangs or crashes it.
 */
import type { Browser } from 'playwright-core';
import { ForageError } from '../errors.ts';

/** Chromium keeps some memory of every page. */
const PAGES_A_BROWSER = 200;
const CLOSE_MS = 5000;
const LAUNCH_MS = 60_000;

export interface Lease {
  browser: Browser;
  /** Gives it back; `isBroken` if no other page may be rendered in it. */
  release(isBroken: boolean): Promise<void>;
}

interface Running {
  browser: Browser;
  pid: number | undefined;
  pages: number;
  inUse: number;
  isRetired: boolean;
}

export class Browsers {
  readonly #executable: string;
  readonly #memoryMb: number;
  #current: Promise<Running> | undefined;
  readonly #all = new Set<Running>();
  #isClosed = false;
  /** How many were started. */
  started = 0;

  constructor(executable: string, memoryMb: number) {
    this.#executable = executable;
    this.#memoryMb = memoryMb;
  }

  async lease(): Promise<Lease> {
    let running = await this.#running();
    if (running.isRetired || !running.browser.isConnected()) {
      this.#retire(running);
      running = await this.#running();
    }
    running.pages += 1;
    running.inUse += 1;
    if (running.pages >= PAGES_A_BROWSER) this.#retire(running);
    return {
      browser: running.browser,
      release: async (isBroken) => {
        running.inUse -= 1;
        if (isBroken) this.#retire(running);
        if (running.isRetired && running.inUse === 0) await this.#end(running);
      },
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#current?.catch(() => {});
    await Promise.all([...this.#all].map((running) => this.#end(running)));
  }

  #running(): Promise<Running> {
    if (this.#isClosed) throw new Error('The renderer is closed.');
    this.#current ??= this.#launch().catch((error: Error) => {
      this.#current = undefined;
      throw error;
    });
    return this.#current;
  }

  #retire(running: Running): void {
    if (!running.isRetired) this.#current = undefined;
    running.isRetired = true;
  }

  async #launch(): Promise<Running> {
    const { chromium } = await loadDriver();
    const browser = await chromium.launch({
      executablePath: this.#executable,
      args: argumentsOf(this.#memoryMb),
      ignoreDefaultArgs: ['--disable-popup-blocking'],
      // The sandbox refuses to work for root, which a crawl in a container often is.
      chromiumSandbox: process.getuid?.() !== 0,
      // The crawl itself decides what a signal means.
      handleSIGHUP: false,
      handleSIGINT: false,
      handleSIGTERM: false,
      timeout: LAUNCH_MS,
    });
    const running: Running = { browser, pid: await pidOf(browser), pages: 0, inUse: 0, isRetired: false };
    this.#all.add(running);
    this.started += 1;
    browser.once('disconnected', () => this.#retire(running));
    return running;
  }

  /** A browser that does not close by itself is killed. */
  async #end(running: Running): Promise<void> {
    if (!this.#all.delete(running)) return;
    const { browser, pid } = running;
    const closed = browser.close().then(
      () => true,
      () => false,
    );
    const inTime = await Promise.race([closed, later(CLOSE_MS).then(() => false)]);
    if (inTime || pid === undefined) return;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** `playwright-core` is an optional dependency, loaded when the first page is rendered. */
export async function loadDriver(): Promise<typeof import('playwright-core')> {
  try {
    return await import('playwright-core');
  } catch (error) {
    throw new ForageError(
      'USAGE',
      'Pages are rendered through the package playwright-core, which is not installed. Install it (npm install playwright-core), or crawl without: --render never.',
      { cause: error },
    );
  }
}

const argumentsOf = (memoryMb: number): string[] => [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=socks5://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--mute-audio',
  `--js-flags=--max-old-space-size=${memoryMb}`,
];

async function pidOf(browser: Browser): Promise<number | undefined> {
  try {
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    await session.detach();
    return processInfo.find(({ type }) => type === 'browser')?.id;
  } catch {
    return undefined;
  }
}

const later = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

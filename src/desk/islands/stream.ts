/** How a crawl stands, each time it changes: by the stream that all windows share, or by one of its own. */
import type { Live } from '../../answers/live.ts';

const watchers: Watcher[] = [];

interface Watcher {
  told: (live: Live) => void;
  lost: (why?: string) => void;
}

/** `lost` gets what the desk says, or nothing if it does not answer. All of a page listen to the same stream. */
export function watch(crawl: string, told: Watcher['told'], lost: Watcher['lost'] = () => {}): void {
  if (watchers.push({ told, lost }) > 1) return;
  listen(
    crawl,
    (live) => {
      for (const one of watchers) one.told(live);
    },
    (why) => {
      for (const one of watchers) one.lost(why);
    },
  );
}

function listen(crawl: string, told: Watcher['told'], lost: Watcher['lost']): void {
  const address = `/api/v1/crawls/${encodeURIComponent(crawl)}`;
  const url = `${address}/events?only=status`;
  const tell = (text: string): void => told(JSON.parse(text) as Live);
  const ask = (): Promise<void> =>
    fetch(address)
      .then(async (response) => {
        const said = (await response.json()) as Live & { detail?: string };
        if (response.ok) told(said);
        else lost(said.detail);
      })
      .catch(() => lost());
  const alone = (): void => {
    const source = new EventSource(url);
    source.addEventListener('status', (event) => tell((event as MessageEvent<string>).data));
    source.addEventListener('error', ask);
  };
  if (typeof SharedWorker === 'undefined') return alone();
  const own = import.meta.url.endsWith('.ts') ? './stream-worker.ts' : './stream-worker.js';
  const worker = new SharedWorker(new URL(own, import.meta.url), { type: 'module' });
  worker.addEventListener('error', alone);
  const { port } = worker;
  port.addEventListener('message', ({ data }: MessageEvent<{ status?: string; error?: true }>) => {
    if (data.status !== undefined) tell(data.status);
    if (data.error === true) void ask();
  });
  port.start();
  port.postMessage({ open: url });
  addEventListener('pagehide', () => port.postMessage({ close: url }));
  // What happened between the making of this page and now; a stream that others opened does not tell it again.
  void ask();
  // A page that comes back from the browser's memory listens again.
  addEventListener('pageshow', (event) => {
    if (!(event as PageTransitionEvent).persisted) return;
    port.postMessage({ open: url });
    void ask();
  });
}

/** How a crawl stands, each time it changes: by the stream that all windows share, or by one of its own. */
import type { Live } from '../../answers/live.ts';

export function watch(crawl: string, told: (live: Live) => void, lost: () => void = () => {}): void {
  const url = `/api/v1/crawls/${encodeURIComponent(crawl)}/events?only=status`;
  const tell = (text: string): void => told(JSON.parse(text) as Live);
  const alone = (): void => {
    const source = new EventSource(url);
    source.addEventListener('status', (event) => tell((event as MessageEvent<string>).data));
    source.addEventListener('error', lost);
  };
  if (typeof SharedWorker === 'undefined') return alone();
  const own = import.meta.url.endsWith('.ts') ? './stream-worker.ts' : './stream-worker.js';
  const worker = new SharedWorker(new URL(own, import.meta.url), { type: 'module' });
  worker.addEventListener('error', alone);
  const { port } = worker;
  port.addEventListener('message', ({ data }: MessageEvent<{ status?: string; error?: true }>) => {
    if (data.status !== undefined) tell(data.status);
    if (data.error === true) lost();
  });
  port.start();
  port.postMessage({ open: url });
  addEventListener('pagehide', () => port.postMessage({ close: url }));
  // What happened between the making of this page and now; a stream that others opened does not tell it again.
  const ask = (): Promise<void> =>
    fetch(`/api/v1/crawls/${encodeURIComponent(crawl)}`)
      .then(async (response) => response.ok && told((await response.json()) as Live))
      .then(() => {}, lost);
  void ask();
  // A page that comes back from the browser's memory listens again.
  addEventListener('pageshow', (event) => {
    if (!(event as PageTransitionEvent).persisted) return;
    port.postMessage({ open: url });
    void ask();
  });
}

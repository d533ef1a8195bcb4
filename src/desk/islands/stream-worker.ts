/**
 * One event stream for each crawl, shared by all windows of the browser: it opens only six connections to a server, and
 * each window with a stream of its own would keep one.
 */
/// <reference lib="webworker" />
const streams = new Map<string, { source: EventSource; ports: Set<MessagePort> }>();

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  port!.addEventListener('message', ({ data }: MessageEvent<{ open?: string; close?: string }>) => {
    if (data.open !== undefined) listen(data.open, port!);
    if (data.close !== undefined) leave(data.close, port!);
  });
  port!.start();
});

function listen(url: string, port: MessagePort): void {
  const known = streams.get(url);
  if (known !== undefined) {
    known.ports.add(port);
    return;
  }
  const source = new EventSource(url);
  const stream = { source, ports: new Set([port]) };
  streams.set(url, stream);
  const tell = (message: object): void => {
    for (const one of stream.ports) one.postMessage(message);
  };
  source.addEventListener('status', (event) => tell({ status: (event as MessageEvent<string>).data }));
  source.addEventListener('error', () => {
    // Refused: the next request for it opens another stream.
    if (source.readyState === EventSource.CLOSED) streams.delete(url);
    tell({ error: true });
  });
}

function leave(url: string, port: MessagePort): void {
  const stream = streams.get(url);
  stream?.ports.delete(port);
  if (stream?.ports.size !== 0) return;
  stream.source.close();
  streams.delete(url);
}

/**
 * The demonstration web as a separate process: `node serve.ts '{"pages":30000,"hosts":480,"seed":1}'`. Prints one line
 * of JSON with its port, and exits when its standard input (or its channel to a parent) closes.
 */
import { startDemoServer } from './server.ts';
import type { DemoOptions } from './web.ts';
import { createDemoWeb } from './web.ts';

try {
  const options: DemoOptions & { port?: number } = JSON.parse(process.argv[2] ?? '{}');
  const web = createDemoWeb(options);
  const server = await startDemoServer(web, { port: options.port ?? 0 });
  const stop = () => void server.close().then(() => process.exit(0));
  if (process.channel !== undefined) process.once('disconnect', stop);
  else process.stdin.resume().once('end', stop).once('error', stop);
  process.stdout.write(`${JSON.stringify({ port: server.port, size: web.size, hosts: web.hosts.length })}\n`);
} catch (error) {
  process.stderr.write(`The demonstration web failed to start: ${(error as Error).message}\n`);
  process.exitCode = 1;
}

/** Starts a script of this folder in a separate process; its first line of output is JSON with its ports. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export async function startChild<Ports = { port: number }>(
  script: string,
  args: string[],
): Promise<Ports & { pid: number; stop(): void }> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`${script} ended with code ${code}`)));
  });
  return { ...(JSON.parse(line) as Ports), pid: child.pid!, stop: () => child.stdin!.end() };
}

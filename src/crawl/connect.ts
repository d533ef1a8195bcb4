/** Controls the crawl in a folder, whether it runs in this process, in another one, or not at all. */
import type { Control } from './control.ts';
import { remoteControl } from './control-socket.ts';
import { stoppedControl } from './control-stopped.ts';
import { openFolder } from './folder.ts';
import { findRunning } from './running.ts';

export async function connect(path: string): Promise<Control> {
  openFolder(path);
  const running = await findRunning(path);
  return running === undefined ? stoppedControl(path) : remoteControl(path, running);
}

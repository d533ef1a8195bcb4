/** The Chromium or Chrome of this machine. Nothing is downloaded. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ForageError } from '../errors.ts';

/** The named one, otherwise the first that is found; an error says what to do if there is none. */
export function findBrowser(named?: string, path = process.env.PATH ?? ''): string {
  if (named !== undefined) {
    if (isProgram(named)) return named;
    throw new ForageError('USAGE', `render.browser is ${named}, which is not a program. Check the path.`);
  }
  const found = candidates(path).find(isProgram);
  if (found !== undefined) return found;
  throw new ForageError(
    'USAGE',
    'No Chromium was found to render pages with. Install Chromium or Chrome, or name it in the settings (render: { browser: /path/to/chromium }), or crawl without: --render never.',
  );
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

function candidates(path: string): string[] {
  const { PROGRAMFILES, LOCALAPPDATA } = process.env;
  const onPath = path.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  if (process.platform === 'darwin')
    return [
      ...onPath,
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ];
  if (process.platform !== 'win32') return onPath;
  const folders = [PROGRAMFILES, LOCALAPPDATA].filter((folder) => folder !== undefined);
  return folders.map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

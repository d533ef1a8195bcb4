/** The chromium of the machine, for tests that look at pages; undefined where there is none. */
import { accessSync, constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

export const chromiumPath: string | undefined = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find(isProgram);

/** Goes behind the name of a test that needs a browser, so that a skipped one says why. */
export const needsChromium = chromiumPath === undefined ? ' (skipped: no chromium on this machine)' : '';

export function launchChromium(): Promise<Browser> {
  // The sandbox of chromium refuses to work for root, which checks in containers often are.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: chromiumPath!, args });
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules of accessibility that a page breaks, each with the first place. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const run = `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ' ' + nodes[0]?.html.slice(0, 120)))`;
  return (await page.evaluate(run)) as string[];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Settings as a file of the user's own: any part of them, the rest at its default. */

import { z } from 'zod';
import { parseYaml, readText } from '../topic/load.ts';

/** Read as given; it is checked when everything that the user said is put together. */
export function loadSettings(path: string): Record<string, unknown> {
  return parseYaml(readText(path), path, z.record(z.string(), z.unknown()), 'INPUT_INVALID');
}

/** Whether there are seeds, and whether a frozen web has them. */
import { openFrozenWeb } from '../../frozen/frozen.ts';
import type { Topic } from '../../topic/topic.ts';
import type { Findings } from './check.ts';

const SHOWN = 3;

export async function checkSeeds({ seeds }: Topic, web: readonly string[]): Promise<Findings> {
  if (seeds.length === 0)
    return { faults: [], hints: ['It has no seeds yet: add "seeds:" with at least one URL before a crawl.'] };
  if (web.length === 0) return { faults: [], hints: [] };
  const frozen = await openFrozenWeb([...web]);
  try {
    const missing: string[] = [];
    for (const url of seeds) {
      const fetched = await frozen.fetch({ url });
      if (!fetched.ok && fetched.reason === 'not-in-web') missing.push(url);
    }
    if (missing.length === 0)
      return {
        faults: [],
        hints: [seeds.length === 1 ? 'The seed is in the web.' : `All ${seeds.length} seeds are in the web.`],
      };
    const shown = missing.slice(0, SHOWN).join(', ');
    const rest = missing.length > SHOWN ? ` and ${missing.length - SHOWN} more` : '';
    if (missing.length < seeds.length)
      return {
        faults: [],
        hints: [`${missing.length} of ${seeds.length} seeds are not in the web: ${shown}${rest}.`],
      };
    const [there] = frozen.urls();
    return {
      faults: [
        `${seeds.length === 1 ? 'The seed is not' : `None of the ${seeds.length} seeds is`} in the web: ${shown}${rest}.${there === undefined ? '' : ` It has pages such as ${there}`}`,
      ],
      hints: [],
    };
  } finally {
    await frozen.close();
  }
}

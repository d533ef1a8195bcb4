/** A web of hosts that link to each other, every page of which can be reached from one seed. */
import { page, prose, type SmallWeb, smallWeb } from '../crawl/small-web.ts';

export const SEED = 'http://h0.test/0';

export async function linkedWeb(
  hosts: number,
  pages: number,
  address?: string,
): Promise<SmallWeb & { urls: string[] }> {
  const urls: string[] = [];
  const table: Record<string, string> = {};
  for (let h = 0; h < hosts; h++)
    for (let i = 0; i < pages; i++) {
      const key = `h${h}.test/${i}`;
      const links = [
        `/${(i + 1) % pages}`,
        `http://h${(h + 1) % hosts}.test/${i}`,
        `http://h${(h * 3 + i) % hosts}.test/${(i + 2) % pages}`,
        // Found on every page of the host: finds of it are merged.
        'http://h1.test/0',
      ];
      urls.push(`http://${key}`);
      table[key] = page(links, `${i % 3 === 0 ? 'comet' : 'nothing'} ${prose(key)}`);
    }
  return { ...(await smallWeb(table, { threads: 0, ...(address && { address }) })), urls };
}

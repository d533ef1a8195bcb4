/**
 * Pages that lead to the topic, by going from its examples backwards along links. Chen (CINDI robot, Concordia, 2008),
 * section 5.5, the revised context graph: the steps do not count, only whether a page is on the topic itself; those
 * that the Layer-1 classifier turns down are examples of Layer 2. An address that few pages link to lends the links
 * to the directories above it. The nearest pages come first, an address's links in turn with the others'; it ends
 * with the steps or with enough pages, since five steps back a small web is gathered whole.
 */
import type { Page } from '../../page/page.ts';
import type { LinkGraph } from '../lesson.ts';

export interface BackLinkRule {
  steps: number;
  /** So many pages that are not on the topic are enough. */
  enough: number;
}

export async function pagesLeadingTo(
  targets: readonly string[],
  graph: LinkGraph,
  isOnTopic: (page: Page) => boolean,
  { steps, enough }: BackLinkRule,
): Promise<Page[]> {
  const seen = new Set(targets);
  const leading: Page[] = [];
  let around: string[] = [...targets];
  for (let step = 0; step < steps && leading.length < enough && around.length > 0; step++) {
    const found: string[] = [];
    for (const url of inTurn(around.map((target) => sourcesOf(target, graph)))) {
      if (leading.length >= enough) break;
      if (seen.has(url)) continue;
      seen.add(url);
      const page = await graph.page(url);
      if (page === undefined) continue;
      found.push(url);
      if (!isOnTopic(page)) leading.push(page);
    }
    around = found;
  }
  return leading;
}

/** Pages that link to an address, and to the directories above it where they are few. */
export function sourcesOf(url: string, graph: Pick<LinkGraph, 'linksTo'>): string[] {
  const sources = new Set<string>();
  for (const address of [url, ...directoriesAbove(url)]) {
    for (const { url: source } of graph.linksTo(address)) {
      sources.add(source);
      if (sources.size >= maxSources) break;
    }
    if (sources.size >= fewSources) break;
  }
  return [...sources];
}

/** `http://a.org/x/`, `http://a.org/` of `http://a.org/x/y`. */
function directoriesAbove(url: string): string[] {
  const above: string[] = [];
  const start = url.indexOf('/', url.indexOf('//') + 2);
  if (start === -1) return above;
  let end = url.length;
  while (end > start + 1) {
    end = url.lastIndexOf('/', end - 2) + 1;
    above.push(url.slice(0, end));
  }
  return above;
}

const fewSources = 10;
const maxSources = 200;

function* inTurn(lists: readonly (readonly string[])[]): Iterable<string> {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  for (let i = 0; i < longest; i++) {
    for (const list of lists) if (i < list.length) yield list[i]!;
  }
}

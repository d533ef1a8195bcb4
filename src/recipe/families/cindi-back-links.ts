/**
 * Finds pages that lead to the topic by following links backwards from its examples. Chen (CINDI robot, Concordia,
 * 2008), section 4.3.4, the revised context graph: the distance does not matter, only whether a page is on the topic
 * itself; pages rejected by the Layer-1 classifier are examples of Layer 2. For a URL with few back-links, those of its
 * parent directories are used too. The nearest pages come first, round-robin over the URLs. It ends after the given
 * steps or with enough pages, since five steps back cover a small web completely.
 */
import type { Page } from '../../page/page.ts';
import type { LinkGraph } from '../lesson.ts';

export interface BackLinkRule {
  steps: number;
  /** Stop at this many pages that are not on the topic. */
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

/** Pages that link to a URL, and to its parent directories if they are few. */
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

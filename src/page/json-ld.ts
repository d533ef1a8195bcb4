/**
 * What schema.org data in JSON-LD say of a page. A page may describe many things (its site, its publisher, a trail of
 * links): the one that is written like an article, or else the page itself, is meant.
 */

type Fact = readonly [
  field: 'author' | 'published' | 'modified' | 'siteName' | 'type' | 'image',
  values: string[],
];
type Node = Readonly<Record<string, unknown>>;

const WRITTEN =
  /Article|Posting|^Report|^Book|^Chapter|^Thesis|^Recipe|^Review|^Dataset|^Course|^CreativeWork$|^HowTo|^QAPage|^VideoObject|^Product|^Event/;
const PAGE = /Page$/;
const MOST_NODES = 200;

export function jsonLdFacts(scripts: readonly string[]): Fact[] {
  const nodes = scripts.flatMap(nodesIn).slice(0, MOST_NODES);
  const byId = new Map(nodes.map((node) => [node['@id'], node]));
  const about =
    nodes.find((node) => WRITTEN.test(typeOf(node))) ?? nodes.find((node) => PAGE.test(typeOf(node)));
  const site = nodes.find((node) => typeOf(node) === 'WebSite');
  const names = (value: unknown): string[] => listed(value).flatMap((one) => nameOf(one, byId));
  const facts: Fact[] = site === undefined ? [] : [['siteName', names(site)]];
  if (about === undefined) return facts;
  return [
    ['type', [typeOf(about)]],
    ['author', names(about.author ?? about.creator)],
    ['published', texts(about.datePublished ?? about.dateCreated)],
    ['modified', texts(about.dateModified)],
    ['siteName', site === undefined ? names(about.publisher) : names(site)],
    [
      'image',
      listed(about.image)
        .flatMap((one) => texts(isNode(one) ? one.url : one))
        .slice(0, 1),
    ],
  ];
}

/** What is not JSON says nothing. */
function nodesIn(script: string): Node[] {
  try {
    return listed(JSON.parse(script.replace(/^\s*<!--|-->\s*$/g, '')))
      .filter(isNode)
      .flatMap((node) => [node, ...listed(node['@graph']).filter(isNode)]);
  } catch {
    return [];
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listed = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
const texts = (value: unknown): string[] => listed(value).filter((one) => typeof one === 'string');

/** The first of its types, without the vocabulary's address. */
const typeOf = (node: Node): string =>
  (texts(node['@type'])[0] ?? '').replace(/^https?:\/\/schema\.org\//, '');

function nameOf(value: unknown, byId: ReadonlyMap<unknown, Node>): string[] {
  if (typeof value === 'string') return [value];
  if (!isNode(value)) return [];
  return texts(value.name ?? byId.get(value['@id'])?.name);
}

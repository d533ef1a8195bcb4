/** OpenDocument texts (ODT, ISO/IEC 26300): paragraphs, headings, links. Notes and comments are left out. */
import {
  type ContentLimits,
  type DocumentContent,
  DocumentText,
  factsOf,
  HEADING_SIZE,
  TEXT_SIZE,
  TITLE_SIZE,
  Unreadable,
} from './content.ts';
import { attribute, textsOf, walkXml } from './xml.ts';
import { Zip } from './zip.ts';

const LEFT_OUT = new Set(['note', 'annotation', 'tracked-changes']);
const MOST_SPACES = 100;

export function readOdt(bytes: Uint8Array, limits: ContentLimits, mostBytes: number): DocumentContent {
  const zip = new Zip(bytes, mostBytes);
  const manifest = zip.text('META-INF/manifest.xml') ?? '';
  if (/encryption-data/.test(manifest))
    throw new Unreadable('encrypted', 'The document is protected by a password.');
  const source = zip.text('content.xml');
  if (source === undefined) throw new Unreadable('parse-error', 'The archive holds no content.xml.');
  const text = new DocumentText(limits);
  /** Styles made by the program (P1) inherit from named ones. */
  const parents = new Map<string, string>();
  let inText = 0;
  let skipping = 0;
  walkXml(source, {
    open(name, attributes) {
      if (name === 'style')
        parents.set(attribute(attributes, 'name') ?? '', attribute(attributes, 'parent-style-name') ?? '');
      if (LEFT_OUT.has(name)) skipping++;
      if (skipping > 0) return;
      if (name === 'h' || name === 'p') {
        inText++;
        const style = attribute(attributes, 'style-name') ?? '';
        text.size = sizeOf(name, parents.get(style) || style);
      } else if (name === 's') text.add(' '.repeat(spaces(attribute(attributes, 'c'))));
      else if (name === 'tab') text.add('\t');
      else if (name === 'line-break') text.newline();
      else if (name === 'a') text.openLink(attribute(attributes, 'href') ?? '');
    },
    text(data) {
      if (inText > 0 && skipping === 0) text.add(data);
    },
    close(name) {
      if (LEFT_OUT.has(name)) skipping--;
      else if (skipping > 0) return;
      else if (name === 'a') text.closeLink();
      else if (name === 'h' || name === 'p') {
        inText--;
        text.paragraph();
      }
    },
  });
  return text.finish(factsIn(zip.text('meta.xml')));
}

function factsIn(source: string | undefined): ReturnType<typeof factsOf> {
  const meta = textsOf(source);
  const first = (name: string): string | undefined => meta.get(name)?.[0];
  return factsOf({
    title: first('title'),
    authors: listedCreators(first('initial-creator') ?? first('creator')),
    description: first('description') ?? first('subject'),
    keywords: meta.get('keyword'),
    created: first('creation-date'),
    modified: first('date'),
    language: first('language'),
    pages: Number(/page-count="(\d+)"/.exec(source ?? '')?.[1]),
  });
}

const listedCreators = (text: string | undefined): string[] => (text ?? '').split(';');

function sizeOf(element: string, style: string): number {
  if (/^title$/i.test(style)) return TITLE_SIZE;
  return element === 'h' || /^(?:subtitle|heading)/i.test(style) ? HEADING_SIZE : TEXT_SIZE;
}

const spaces = (count: string | undefined): number =>
  Math.min(Math.max(1, Number.parseInt(count ?? '1', 10) || 1), MOST_SPACES);

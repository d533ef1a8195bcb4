/** Books (EPUB 2 and 3): the chapters in reading order, and what the package says of the book. */
import { posix } from 'node:path';
import {
  type ContentLimits,
  type DocumentContent,
  DocumentText,
  factsOf,
  HEADING_SIZE,
  listed,
  TEXT_SIZE,
  Unreadable,
} from './content.ts';
import { attribute, textsOf, walkXml } from './xml.ts';
import { Zip } from './zip.ts';

export function readEpub(bytes: Uint8Array, limits: ContentLimits, mostBytes: number): DocumentContent {
  const zip = new Zip(bytes, mostBytes);
  if (/\.x?html?"/.test(zip.text('META-INF/encryption.xml') ?? ''))
    throw new Unreadable('encrypted', 'The book is encrypted.');
  const packagePath = packageOf(zip);
  const source = zip.text(packagePath);
  if (source === undefined) throw new Unreadable('parse-error', 'The archive holds no package document.');
  const text = new DocumentText(limits);
  for (const chapter of chaptersOf(source)) {
    if (text.isFull) break;
    const path = posix.join(posix.dirname(packagePath), decoded(chapter));
    readChapter(zip.text(path) ?? '', text);
  }
  const meta = textsOf(/<(?:\w+:)?metadata[\s\S]*?<\/(?:\w+:)?metadata>/.exec(source)?.[0]);
  return text.finish(
    factsOf({
      title: meta.get('title')?.[0],
      authors: meta.get('creator')?.flatMap((names) => listed(names)),
      description: meta.get('description')?.[0],
      keywords: meta.get('subject'),
      created: meta.get('date')?.[0],
      language: meta.get('language')?.[0],
    }),
  );
}

function packageOf(zip: Zip): string {
  let path = '';
  walkXml(zip.text('META-INF/container.xml') ?? '', {
    open(name, attributes) {
      if (name === 'rootfile') path ||= attribute(attributes, 'full-path') ?? '';
    },
  });
  return path;
}

function chaptersOf(source: string): string[] {
  const paths = new Map<string, string>();
  const chapters: string[] = [];
  walkXml(source, {
    open(name, { id, href, idref }) {
      if (name === 'item' && id && href) paths.set(id, href);
      if (name === 'itemref' && idref && paths.has(idref)) chapters.push(paths.get(idref)!);
    },
  });
  return chapters;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const UNSEEN = new Set(['head', 'script', 'style', 'svg', 'math']);
const BLOCK =
  /^(?:p|div|section|article|aside|header|footer|nav|li|ul|ol|dl|dt|dd|table|tr|blockquote|pre|figure|figcaption|h[1-6]|body|hr)$/;

function readChapter(source: string, text: DocumentText): void {
  let unseen = 0;
  walkXml(source, {
    open(name, attributes) {
      if (UNSEEN.has(name)) unseen++;
      if (unseen > 0) return;
      if (BLOCK.test(name)) {
        text.paragraph();
        text.size = /^h[1-6]$/.test(name) ? HEADING_SIZE : TEXT_SIZE;
      } else if (name === 'br') text.newline();
      else if (name === 'a' && /^https?:/i.test(attributes.href ?? '')) text.openLink(attributes.href!);
    },
    text(data) {
      if (unseen === 0) text.add(data.replace(/\s+/g, ' '));
    },
    close(name) {
      if (UNSEEN.has(name)) unseen--;
      else if (unseen > 0) return;
      else if (name === 'a') text.closeLink();
      else if (BLOCK.test(name)) text.paragraph();
    },
  });
  text.paragraph();
}

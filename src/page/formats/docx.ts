/** Word documents (DOCX, ECMA-376): paragraphs, headings by their styles, links. Notes and comments are left out. */
import {
  type ContentLimits,
  type DocumentContent,
  DocumentText,
  HEADING_SIZE,
  TEXT_SIZE,
  TITLE_SIZE,
  Unreadable,
} from './content.ts';
import { propertiesOf, targetsIn } from './ooxml.ts';
import { attribute, walkXml } from './xml.ts';
import { Zip } from './zip.ts';

export function readDocx(bytes: Uint8Array, limits: ContentLimits, mostBytes: number): DocumentContent {
  const zip = new Zip(bytes, mostBytes);
  const source = zip.text('word/document.xml');
  if (source === undefined) throw new Unreadable('parse-error', 'The archive holds no word/document.xml.');
  const sizes = styleSizes(zip.text('word/styles.xml') ?? '');
  const targets = targetsIn(zip, 'word/_rels/document.xml.rels');
  const text = new DocumentText(limits);
  let inText = false;
  let skipping = 0;
  walkXml(source, {
    open(name, attributes) {
      if (name === 'Fallback') skipping++;
      else if (skipping > 0) return;
      else if (name === 'p') text.size = TEXT_SIZE;
      else if (name === 'pStyle') text.size = sizes.get(attribute(attributes, 'val') ?? '') ?? TEXT_SIZE;
      else if (name === 't') inText = true;
      // With attributes it is a tab stop.
      else if (name === 'tab' && Object.keys(attributes).length === 0) text.add('\t');
      else if (name === 'br' || name === 'cr') text.newline();
      else if (name === 'hyperlink') {
        const href = targets.get(attribute(attributes, 'id') ?? '');
        if (href !== undefined) text.openLink(href);
      }
    },
    text(data) {
      if (inText && skipping === 0) text.add(data);
    },
    close(name) {
      if (name === 'Fallback') skipping--;
      else if (skipping > 0) return;
      else if (name === 't') inText = false;
      else if (name === 'p') text.paragraph();
      else if (name === 'hyperlink') text.closeLink();
    },
  });
  return text.finish(propertiesOf(zip));
}

/** By the id of a style. Ids are in the language of the author, names are not. */
function styleSizes(source: string): Map<string, number> {
  const sizes = new Map<string, number>();
  let id = '';
  walkXml(source, {
    open(name, attributes) {
      if (name === 'style') id = attribute(attributes, 'styleId') ?? '';
      else if (name === 'name') {
        const style = attribute(attributes, 'val')?.toLowerCase() ?? '';
        if (style === 'title') sizes.set(id, TITLE_SIZE);
        else if (/^(?:heading \d|subtitle)$/.test(style)) sizes.set(id, HEADING_SIZE);
      }
    },
  });
  return sizes;
}

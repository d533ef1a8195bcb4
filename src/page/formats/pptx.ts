/** Presentations (PPTX, ECMA-376): the text of the slides in their order, titles of slides as headings. */
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

const SLIDE = /^ppt\/slides\/slide(\d+)\.xml$/;

export function readPptx(bytes: Uint8Array, limits: ContentLimits, mostBytes: number): DocumentContent {
  const zip = new Zip(bytes, mostBytes);
  const numbers = zip.names
    .flatMap((name) => SLIDE.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
  if (numbers.length === 0) throw new Unreadable('parse-error', 'The archive holds no slides.');
  const text = new DocumentText(limits);
  for (const number of numbers.slice(0, limits.maxPages)) {
    if (text.isFull) break;
    readSlide(zip, number, number === numbers[0], text);
  }
  const content = text.finish({ ...propertiesOf(zip), pages: numbers.length });
  if (numbers.length > limits.maxPages) content.cut ??= 'pages';
  return content;
}

function readSlide(zip: Zip, number: number, isFirst: boolean, text: DocumentText): void {
  const targets = targetsIn(zip, `ppt/slides/_rels/slide${number}.xml.rels`);
  let inText = false;
  walkXml(zip.text(`ppt/slides/slide${number}.xml`) ?? '', {
    open(name, attributes) {
      if (name === 'sp') text.size = TEXT_SIZE;
      else if (name === 'ph' && /title/i.test(attributes.type ?? ''))
        text.size = isFirst ? TITLE_SIZE : HEADING_SIZE;
      else if (name === 't') inText = true;
      else if (name === 'br') text.newline();
      else if (name === 'hlinkClick') {
        const href = targets.get(attribute(attributes, 'id') ?? '');
        if (href !== undefined) text.addLink(href);
      }
    },
    text(data) {
      if (inText) text.add(data);
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'p') text.paragraph();
    },
  });
}

/** Plain text as Markdown that reads as the same text, a paragraph for each line. */
import { asLine, escaped } from './escape.ts';

export function plainMarkdown(text: string): string {
  const paragraphs = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => asLine(escaped(line)));
  return paragraphs.length === 0 ? '' : `${paragraphs.join('\n\n')}\n`;
}

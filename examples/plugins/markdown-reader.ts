/** A page format: Markdown, which is refused otherwise unless it is served as plain text. */
import { type DraftLink, defineReader } from 'forage-crawler';

const LINK = /\[([^\]]*)\]\((\S+?)\)/g;

export default defineReader({
  name: 'markdown',
  summary: 'Markdown, by its type or its file name',
  accepts: ({ contentType, url }) => contentType === 'text/markdown' || /\.md$/i.test(new URL(url).pathname),
  read({ bytes }) {
    const source = new TextDecoder().decode(bytes);
    let text = '';
    let from = 0;
    const links: DraftLink[] = [];
    for (const { 0: whole, 1: anchor = '', 2: url = '', index } of source.matchAll(LINK)) {
      text += source.slice(from, index);
      links.push({ url, anchor, at: text.length });
      text += anchor;
      from = index + whole.length;
    }
    text += source.slice(from);
    const title = /^#\s+(.*)$/m.exec(text)?.[1];
    return { text, links, ...(title === undefined ? {} : { title }) };
  },
});

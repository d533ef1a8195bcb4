/** The links of a page as htmlparser2 sees them: a reader that shares nothing with the writer. */
import { Parser } from 'htmlparser2';

export interface FoundLink {
  url: string;
  anchor: string;
}

export function readLinks(html: string, base: string): FoundLink[] {
  const links: FoundLink[] = [];
  let open: FoundLink | undefined;
  const add = (href: string | undefined) => {
    const url = href === undefined ? null : URL.parse(href, base);
    open = url === null ? undefined : { url: url.href, anchor: '' };
    if (open !== undefined) links.push(open);
  };
  const parser = new Parser({
    onopentag(name, { href, src, alt, rel, content }) {
      if (name === 'a' || name === 'area') add(href);
      else if (name === 'frame' || name === 'iframe') add(src);
      else if (name === 'link' && rel === 'next') add(href);
      else if (name === 'meta' && content?.includes('url=')) add(content.split('url=')[1]);
      else if (name === 'img' && open !== undefined) open.anchor += alt ?? '';
    },
    ontext(text) {
      if (open !== undefined) open.anchor += text;
    },
    onclosetag(name) {
      if (name === 'a') open = undefined;
    },
  });
  parser.end(html);
  return links;
}

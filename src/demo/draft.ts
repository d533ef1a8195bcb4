/**
 * A page before it becomes bytes: its content and links, independent of the file format. Shapes write drafts;
 * `html.ts`, `pdf.ts` and plain text turn a draft into a document.
 */
export interface Draft {
  title: string;
  heading: string;
  description: string;
  keywords: string[];
  author?: string;
  body: Block[];
  menu: Anchor[];
  side: { title: string; anchors: Anchor[] }[];
  footer: Anchor[];
  next?: string;
  previous?: string;
}

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; pieces: Piece[] }
  | { kind: 'list'; items: Piece[][] }
  | { kind: 'terms'; items: { term: Piece; text: string }[] }
  | { kind: 'quote'; text: string };

export type Piece = string | Anchor;

export interface Anchor {
  /** Absolute URL. */
  to: string;
  text: string;
  /** An image with the text as its alternative text. */
  image?: boolean;
  nofollow?: boolean;
}

/** Everything a reader sees, without markup: for plain text and PDF. */
export function plainText(draft: Draft): string[] {
  const lines: string[] = [draft.heading, ''];
  const say = (pieces: Piece[]) =>
    pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');
  for (const block of draft.body) {
    if (block.kind === 'heading') lines.push('', block.text.toUpperCase(), '');
    else if (block.kind === 'paragraph') lines.push(say(block.pieces), '');
    else if (block.kind === 'quote') lines.push(`  "${block.text}"`, '');
    else if (block.kind === 'list') lines.push(...block.items.map((item) => `* ${say(item)}`), '');
    else lines.push(...block.items.map(({ term, text }) => `${say([term])}: ${text}`), '');
  }
  return lines;
}

export function* anchorsOf(draft: Draft): Generator<Anchor> {
  yield* draft.menu;
  for (const block of draft.body) {
    if (block.kind === 'paragraph') yield* block.pieces.filter((piece) => typeof piece !== 'string');
    else if (block.kind === 'list') yield* block.items.flat().filter((piece) => typeof piece !== 'string');
    else if (block.kind === 'terms') {
      yield* block.items.map(({ term }) => term).filter((piece) => typeof piece !== 'string');
    }
  }
  for (const { anchors } of draft.side) yield* anchors;
  yield* draft.footer;
}

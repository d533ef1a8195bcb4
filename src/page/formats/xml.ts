/**
 * Walks through the XML of a document. Entities that the file itself declares are never expanded: a file that declares
 * some is refused, and so is one that is nested too deeply.
 */
import { Parser } from 'htmlparser2';
import { Unreadable } from './content.ts';

const DEEPEST = 1000;

export interface XmlWalk {
  /** Names are without their namespace prefix; attributes keep it. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

export function walkXml(source: string, { open, text, close }: XmlWalk): void {
  if (/<!ENTITY\s/i.test(source))
    throw new Unreadable('parse-error', 'The document declares XML entities, which are not expanded.');
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > DEEPEST)
          throw new Unreadable('parse-error', `The document is nested more than ${DEEPEST} levels deep.`);
        open?.(localName(name), attributes);
      },
      ontext: (data) => text?.(data),
      onclosetag(name) {
        depth--;
        close?.(localName(name));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(source);
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** An attribute by its local name. */
export function attribute(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  for (const key in attributes) if (localName(key) === name) return attributes[key];
  return undefined;
}

/** The texts of elements that hold text only, by local name: enough for the properties of office files. */
export function textsOf(source: string | undefined): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  if (source === undefined) return texts;
  let current = '';
  walkXml(source, {
    open() {
      current = '';
    },
    text(text) {
      current += text;
    },
    close(name) {
      if (current.trim() !== '') texts.set(name, [...(texts.get(name) ?? []), current]);
      current = '';
    },
  });
  return texts;
}

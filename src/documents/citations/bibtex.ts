/** BibTeX, with the entry types of biblatex: what a thesis or a report is missing for the old ones is not known here. */
import { type CitationFormat, type CitedDocument, lastFirst, nameParts } from './cited.ts';

const TYPES: Readonly<Record<string, string>> = {
  thesis: 'thesis',
  'technical-report': 'report',
  'academic-paper': 'article',
};

export const bibtex: CitationFormat = { open: '', record: entry, close: '' };

function entry(document: CitedDocument): string {
  const { title, authors = [], abstract, keywords = [], date, language, pages } = document.header;
  const [year, month, day] = date?.split('-') ?? [];
  const fields: [string, string | undefined][] = [
    ['title', title && `{${escaped(title)}}`],
    ['author', authors.map((name) => escaped(lastFirst(name))).join(' and ')],
    ['year', year],
    [
      'date',
      month === undefined ? undefined : [year, month, day].filter((part) => part !== undefined).join('-'),
    ],
    ['abstract', abstract && escaped(abstract)],
    ['keywords', keywords.map(escaped).join(', ')],
    ['language', language],
    ['pagetotal', pages?.toString()],
    ['url', document.url.replace(/[{}\\]/g, encodeURIComponent)],
    ['urldate', document.accessed],
  ];
  const lines = fields.filter(([, value]) => value).map(([name, value]) => `  ${name} = {${value}}`);
  return `@${TYPES[document.type ?? ''] ?? 'misc'}{${keyOf(document)},\n${lines.join(',\n')}\n}\n`;
}

/** `berg2008-17`: for people, and unique by the number. */
function keyOf({ id, header }: CitedDocument): string {
  const family = header.authors?.[0] === undefined ? 'anonymous' : nameParts(header.authors[0]).family;
  const plain = family
    .normalize('NFKD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
  return `${plain || 'anonymous'}${header.date?.slice(0, 4) ?? ''}-${id}`;
}

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

const escaped = (text: string): string =>
  text.replace(/[\\~^]|[{}%&#$_]/g, (one) => SPECIAL[one] ?? `\\${one}`).replace(/\s+/g, ' ');

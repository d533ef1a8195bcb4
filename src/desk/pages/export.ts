/** What a crawl got, to be taken along: a form whose answer is the file, sent while it is written. */
import { z } from 'zod';
import type { Live } from '../../answers/live.ts';
import { checked } from '../../check.ts';
import { mayDo } from '../access.ts';
import { type ExportFormat, exportOf, exportQuery } from '../api/exports.ts';
import { route } from '../route.ts';
import { el, type VNode } from '../views/el.ts';
import { at, count, plural } from '../views/words.ts';
import { htmlReply } from './document.ts';

const chosen = exportQuery.pick({ relevant: true, language: true, host: true });

export const exportPages = [
  route({
    method: 'GET',
    path: '/c/{crawl}/export',
    role: 'read',
    summary: 'What to take along of a crawl, and in which format.',
    query: chosen,
    async work({ desk, parts, query, user }) {
      const id = parts.crawl!;
      const live = await desk.live.live(id);
      const { languages } = await desk.crawls.readingApart(id, 'kinds');
      return htmlReply({
        title: `Export · ${live.title}`,
        desk: 'crawls',
        crawl: { id, live, tab: 'export' },
        main: el.div(
          { class: 'stack' },
          el.h2(null, 'Export'),
          el.p({ class: 'lead' }, sentenceOf(live)),
          exportForm(id, live, query, languages),
          el.p(
            { class: 'note' },
            'The file is written while it is sent. One that breaks off is not whole: records of the archive are damaged, or the crawl was deleted.',
          ),
          el.p(
            { class: 'note' },
            'Texts, Markdown and Parquet are folders of files: ',
            el.code(null, 'forage export'),
            ' writes them.',
          ),
        ),
        now: Date.now(),
        mayChange: mayDo(user.role, 'all'),
      });
    },
  }),
  route({
    method: 'GET',
    path: '/c/{crawl}/export/file',
    role: 'read',
    summary: 'The file.',
    query: z.record(z.string(), z.string().max(400)),
    work(asked) {
      // A form sends the fields that were left empty, too.
      const given = Object.entries(asked.query).filter(([, text]) => text.trim() !== '');
      return exportOf(asked, checked(exportQuery, Object.fromEntries(given), 'USAGE', 'query'));
    },
  }),
];

function sentenceOf({ state, figures }: Live): string {
  const pages = `${plural(figures.pages, 'page')}, ${count(figures.relevant)} of them called relevant.`;
  return state === 'running' || state === 'paused'
    ? `${pages} The crawl goes on; a file has what was there when it was begun.`
    : pages;
}

/** In the words of those who use them; the names are those of `forage export`. */
const FORMATS: Record<string, Partial<Record<ExportFormat, string>>> = {
  Pages: {
    jsonl: 'JSON, one page a line',
    csv: 'table (CSV)',
    warc: 'the answers of the servers, byte by byte (WARC)',
    wacz: 'archive for ReplayWeb.page (WACZ)',
    cdxj: 'index of the archive (CDXJ)',
    vertical: 'corpus, one word a line (vertical)',
    tei: 'corpus in TEI P5',
  },
  Links: { graphml: 'graph of pages (GraphML)', gexf: 'graph of pages for Gephi (GEXF)' },
  'Accepted documents': {
    bibtex: 'BibTeX',
    ris: 'RIS, for reference managers',
    'csl-json': 'CSL-JSON, for Zotero and pandoc',
    'dublin-core': 'Dublin Core',
    mods: 'MODS',
    'oai-pmh': 'static repository for OAI-PMH',
  },
};

function exportForm(
  id: string,
  { hasDocuments }: Live,
  { relevant, language, host }: z.output<typeof chosen>,
  languages: readonly { value: string; pages: number }[],
): VNode {
  const tick = (name: string, text: string, isTicked = false): VNode =>
    el.label(
      { class: 'tick' },
      el.input({ type: 'checkbox', name, value: 'true', defaultChecked: isTicked }),
      text,
    );
  return el.form(
    { class: 'panel fields', action: at(id, 'export/file'), 'aria-label': 'Export' },
    el.label({ for: 'format' }, 'Format'),
    el.select(
      { id: 'format', name: 'format' },
      ...Object.entries(FORMATS)
        .filter(([group]) => hasDocuments || group !== 'Accepted documents')
        .map(([group, formats]) =>
          el.optgroup(
            { label: group },
            ...Object.entries(formats).map(([name, text]) => el.option({ value: name }, text)),
          ),
        ),
    ),
    el.span({ class: 'name' }, 'Which pages'),
    el.div(
      { class: 'ticks' },
      tick('relevant', 'only those called relevant', relevant === 'true'),
      tick('nearDuplicates', 'also near-duplicates of earlier pages'),
    ),
    el.label({ for: 'minScore' }, 'With a score of at least'),
    el.input({ id: 'minScore', name: 'minScore', type: 'number', min: 0, max: 1, step: 'any' }),
    el.label({ for: 'best' }, 'At most, best first'),
    el.input({ id: 'best', name: 'best', type: 'number', min: 1, step: 1 }),
    el.label({ for: 'language' }, 'In the language'),
    el.select(
      { id: 'language', name: 'language' },
      el.option({ value: '' }, 'any'),
      ...languages.map(({ value, pages }) =>
        el.option({ value, selected: value === language }, `${value} (${count(pages)})`),
      ),
    ),
    el.label({ for: 'host' }, 'Of the site'),
    el.input({ id: 'host', name: 'host', defaultValue: host ?? '', maxLength: 300, autoComplete: 'off' }),
    el.label({ for: 'asOf' }, 'As they were on'),
    el.input({ id: 'asOf', name: 'asOf', type: 'date' }),
    el.span({ class: 'name' }, 'Texts'),
    el.div(
      { class: 'ticks' },
      tick('text', 'with the text of each page (JSON and table)'),
      tick('uniqueParagraphs', 'without paragraphs that repeat an earlier one (JSON and corpora)'),
    ),
    el.button({ class: 'main' }, 'Export'),
  );
}

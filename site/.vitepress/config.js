/** The site is made of docs/ as it stands, copied to pages/ by copy-docs.js; here is only what a reader of files does not need: the order, and the search. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';

const docs = join(import.meta.dirname, '../pages');

const groups = {
  Begin: [
    'quick-start',
    'tutorials/librarian',
    'tutorials/linguist',
    'tutorials/researcher',
    'tutorials/engineer',
  ],
  Use: [
    'commands',
    'topic-file',
    'recipes',
    'adaptive',
    'seeds',
    'documents',
    'corpus',
    'recrawl',
    'desk',
    'serve',
    'ways-out',
    'markdown',
    'agents',
    'politeness',
    'rendering',
    'running-as-a-service',
    'fleet',
    'crawl-folder',
  ],
  Study: ['lab', 'frozen-webs', 'human-judging', 'figures', 'theses'],
  Build: ['library', 'extending', 'text-and-learning', 'architecture', 'benchmarks', 'dependencies'],
};

const grouped = new Set(Object.values(groups).flat());
/** Pages that nobody has put in a group yet must not be lost. */
const others = readdirSync(docs)
  .filter((name) => name.endsWith('.md') && name !== 'index.md')
  .map((name) => name.slice(0, -3))
  .filter((name) => !grouped.has(name));

const titles = {
  'quick-start': 'Quick start',
  'tutorials/librarian': 'For librarians',
  'tutorials/linguist': 'For linguists',
  'tutorials/researcher': 'For researchers',
  'tutorials/engineer': 'For engineers',
  desk: 'The desk',
  serve: 'A search page',
  'ways-out': 'Ways out',
  fleet: 'Several machines',
  markdown: 'Markdown and metadata',
  agents: 'For agents',
  library: 'As a library',
};

const titleOf = (name) =>
  titles[name] ?? name.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase());

export default defineConfig({
  title: 'Forage',
  description: 'A focused web crawler',
  lang: 'en',
  srcDir: './pages',
  outDir: './dist',
  cacheDir: './.cache',
  cleanUrls: true,
  // Fonts, icons and search come with the site: a reader asks nobody else.
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [...Object.entries(groups), ...(others.length > 0 ? [['More', others]] : [])].map(
      ([text, names]) => ({
        text,
        items: names.map((name) => ({ text: titleOf(name), link: `/${name}` })),
      }),
    ),
  },
  markdown: {
    // As GitHub makes them, so that links to headings work in both.
    anchor: {
      slugify: (heading) =>
        heading
          .trim()
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\s_-]/gu, '')
          .replace(/\s/g, '-'),
    },
    config(markdown) {
      // Files outside of docs/ are not part of the site: their names stay, without a link.
      markdown.core.ruler.push('outside', (state) => {
        for (const { children } of state.tokens) {
          let isOutside = false;
          for (const token of children ?? []) {
            if (token.type === 'link_open') {
              const path = join('/docs', state.env.relativePath ?? '', '..', token.attrGet('href') ?? '');
              isOutside = /^\.\.?\//.test(token.attrGet('href') ?? '') && !path.startsWith('/docs/');
            }
            if (!isOutside || !token.type.startsWith('link_')) continue;
            token.tag = 'span';
            token.attrs = null;
            if (token.type === 'link_close') isOutside = false;
          }
        }
      });
    },
  },
});

/**
 * What asking search forms brings: a library's catalogue of 2,000 records, all behind a search box that shows at most
 * five pages of ten results (test/crawl/catalogue-site.ts). Printed: the share of the records about the topic that a crawl
 * found, by how often it may ask the form.
 *
 *   node bench/forms.ts [records]
 */
import { catalogueSite } from '../test/crawl/catalogue-site.ts';
import { crawlOf, outcomesOf, removeFolders, smallWeb } from '../test/crawl/small-web.ts';

const records = Number(process.argv[2] ?? 2000);
const keywords = Array.from(
  { length: 40 },
  (_, i) => `subject${String.fromCharCode(97 + (i % 26))}${'xyz'[i % 3]}${i}`,
);
console.log('| queries a form | queries sent | requests | relevant records found | of |');
console.log('|---|---|---|---|---|');
for (const forms of [0, 1, 3, 5, 10, 20, 40]) {
  const site = catalogueSite({ records, keywords, relevant: 0.25, words: 3, mostPages: 5 });
  const web = await smallWeb(site.table, { threads: 1 });
  const { folder } = await crawlOf(web, {
    seeds: ['http://library.test/'],
    keywords,
    settings: { recipe: 'breadth-first', forms, traps: true },
  });
  const wanted = new Set(site.recordsWith(keywords));
  const found = Object.entries(outcomesOf(folder)).filter(
    ([url, outcome]) => outcome === 'page' && wanted.has(url),
  );
  const queries = web.paths().filter((path) => path.startsWith('/search?') && !path.includes('page='));
  console.log(
    `| ${forms} | ${queries.length} | ${web.log.length} | ${found.length} (${Math.round((100 * found.length) / wanted.size)} %) | ${wanted.size} |`,
  );
  if (site.notGet.length > 0) throw new Error(`Something else than GET was sent: ${site.notGet.join(', ')}`);
  await web.close();
}
removeFolders();

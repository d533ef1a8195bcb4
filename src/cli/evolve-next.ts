/** The command that crawls with an evolved model, complete: it runs as printed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { useModulesOf } from '../crawl/folder.ts';
import { openCrawl } from '../crawl/open.ts';
import { judgePart } from '../recipe/parts.ts';
import { checkRecipe } from '../recipe/prepare.ts';
import { recipeOf } from '../recipe/registry.ts';

/**
 * With the topic, the judge and the web of the crawl that the links are from: its judge has labelled them. The topic is
 * written beside the model.
 */
export function crawlByLinks(crawl: string, evolved: string): string {
  const { folder, db } = openCrawl(crawl);
  db.close();
  useModulesOf(folder);
  const { topic, settings } = folder;
  const path = join(evolved, 'topic.yaml');
  writeFileSync(path, `# The topic of ${crawl}.\n${stringify(topic)}`);
  const { spec } = checkRecipe(recipeOf(settings.recipe), settings.set).judge;
  const usual = judgePart({ kind: spec.kind }).spec;
  const own = Object.entries(spec).filter(
    ([key, value]) => key !== 'kind' && JSON.stringify(value) !== JSON.stringify(usual[key]),
  );
  const set = [
    `strategy.model=${evolved}`,
    `judge=${spec.kind}`,
    ...own.map(([key, value]) => `judge.${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`),
  ];
  const { contact } = settings.http;
  return [
    'forage crawl',
    quoted(path),
    '--recipe darmstadt/evolved',
    ...set.map((one) => `--set ${quoted(one)}`),
    ...(settings.use.length > 0 ? settings.use.map((one) => `--use ${quoted(one)}`) : []),
    `--out ${quoted(`${evolved}-crawl`)}`,
    ...(settings.web.length > 0
      ? [`--web ${settings.web.map(quoted).join(' ')}`]
      : contact === undefined
        ? []
        : [`--contact ${quoted(contact)}`]),
  ].join(' ');
}

/** With any strategy; the recommended one is by URLs. `topic` is TOPIC if there is none yet. */
export function crawlByText(topic: string, evolved: string, web: readonly string[] = []): string {
  return [
    'forage crawl',
    quoted(topic),
    '--recipe darmstadt/url-tokens@thesis',
    `--set ${quoted(`model=${evolved}`)}`,
    `--out ${quoted(`${evolved}-crawl`)}`,
    ...(web.length > 0 ? [`--web ${web.map(quoted).join(' ')}`] : []),
  ].join(' ');
}

const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

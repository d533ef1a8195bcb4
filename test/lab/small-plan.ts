/** A plan over the web of sixty pages of the recipes' tests, with labels by the kind of page, on disk. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { newFolder } from '../crawl/small-web.ts';
import { type WholeWeb, wholeWeb } from '../recipe/every/whole-web.ts';

export interface SmallPlan {
  folder: string;
  path: string;
  whole: WholeWeb;
  urls: string[];
  /** URLs of the pages that are labelled with the topic. */
  courses: string[];
}

/** `made` is the web of an earlier plan: it is crawled into its folder once, and any number of plans read it there. */
export async function smallPlan(
  over: Record<string, unknown> = {},
  isLabelled = true,
  made?: SmallPlan,
): Promise<SmallPlan> {
  const folder = newFolder();
  const whole = made?.whole ?? (await wholeWeb(folder));
  const urls = made?.urls ?? [...whole.web.urls()];
  if (!made) await whole.web.close();
  const kindOf = (url: string): string => new URL(url).pathname.split('/')[1]!;
  const labels = urls.map((url) => `${url}\t${kindOf(url)}`);
  writeFileSync(join(folder, 'labels.tsv'), ['url\ttopics', ...labels, ''].join('\n'));
  writeFileSync(join(folder, 'courses.json'), JSON.stringify(whole.topic));
  const web = { name: 'sixty', files: whole.folder, ...(isLabelled ? { labels: 'labels.tsv' } : {}) };
  const topic = { web: 'sixty', file: 'courses.json', ...(isLabelled ? { label: 'course' } : {}) };
  const plan = {
    name: 'small',
    webs: [web],
    topics: [topic],
    recipes: ['breadth-first', 'lund/svm'],
    ...over,
  };
  const path = join(folder, 'plan.yaml');
  writeFileSync(path, stringify(plan));
  return { folder, path, whole, urls, courses: urls.filter((url) => kindOf(url) === 'course') };
}

/** The judge of a crawl: how its scores are spread, what another threshold would do, what it says of any text. */
import { z } from 'zod';
import { countedWords } from '../../answers/counted-words.ts';
import { modelInWords } from '../../answers/model.ts';
import { type Classifier, classifierOf } from '../../crawl/classify.ts';
import type { OpenCrawl } from '../../crawl/open.ts';
import { ForageError } from '../../errors.ts';
import type { Job } from '../jobs.ts';
import { type Asked, route } from '../route.ts';
import { jobSchema, train, trainBody } from './jobs.ts';

const score = z.coerce.number().min(0).max(1);

export const judgeRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/scores',
    role: 'read',
    summary: 'How many pages have which score, the valleys between, and what another threshold would do.',
    query: z.strictObject({
      threshold: score.optional().describe('The effect of this one; default: the one in force.'),
    }),
    answer: z
      .object({ threshold: z.number().optional(), bins: z.array(z.unknown()), valleys: z.array(z.number()) })
      .loose(),
    work: async ({ desk, parts, query }) => ({
      json: await desk.crawls.readingApart(parts.crawl!, 'scores', query.threshold),
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/crawls/{crawl}/threshold',
    role: 'all',
    summary:
      'Counts pages from this score on: in a running crawl those to come; of a stopped one all, by a job that judges them again.',
    body: z.strictObject({ threshold: z.number().min(0).max(1) }),
    answer: z.object({ inForce: z.string(), job: jobSchema.optional() }),
    work: async (asked) => ({ json: await useThreshold(asked, asked.body.threshold) }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/crawls/{crawl}/classify',
    role: 'label',
    summary: "The judgement of this crawl's judge on a page (HTML or text) or on the words of a link.",
    body: z.strictObject({
      html: z.string().max(3_000_000).optional(),
      text: z.string().max(3_000_000).optional(),
      anchor: z.string().max(10_000).optional(),
      url: z
        .url({ protocol: /^https?$/ })
        .max(4000)
        .default('http://text.invalid/'),
    }),
    answer: z
      .object({ score: z.number(), relevant: z.boolean().optional(), why: z.array(z.string()) })
      .loose(),
    work: ({ desk, parts, body }) =>
      desk.crawls.reading(parts.crawl!, async (crawl) => ({ json: await classify(crawl, body) })),
  }),
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/model',
    role: 'read',
    summary: 'What the crawl has learnt, in words, and the versions of its models.',
    answer: z
      .object({
        recipe: z.unknown(),
        versions: z.array(z.object({ version: z.number(), at: z.number() }).loose()),
      })
      .loose(),
    work: ({ desk, parts }) => desk.crawls.reading(parts.crawl!, (crawl) => ({ json: modelInWords(crawl) })),
  }),
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/survey',
    role: 'read',
    summary:
      'What a look at all pages shows: trust in the judge, pages near the threshold, links waiting by site.',
    answer: z
      .object({ near: z.number(), labels: z.number(), hosts: z.unknown(), trust: z.unknown().optional() })
      .loose(),
    work: async ({ desk, parts }) => ({ json: await desk.crawls.readingApart(parts.crawl!, 'survey') }),
  }),
];

export async function useThreshold(
  { desk, parts }: Pick<Asked, 'desk' | 'parts'>,
  threshold: number,
): Promise<{ inForce: string; job?: Job }> {
  const id = parts.crawl!;
  const { state } = await desk.crawls.statusOf(id);
  if (state === 'running' || state === 'paused') {
    await (await desk.crawls.control(id)).set({ threshold });
    desk.live.forget(id);
    return { inForce: 'for pages judged from now on' };
  }
  const job = await train({ desk, parts }, trainBody.parse({ threshold }));
  return { inForce: 'for all pages, once the job is done', job };
}

/** Made once for each version: a model may have thousands of words. Another crawl may have the folder of a former one. */
const classifiers = new Map<string, { version: number; startedAt: unknown; classifier: Classifier }>();

async function classify(
  crawl: OpenCrawl,
  {
    html,
    text,
    anchor,
    url,
  }: { html?: string | undefined; text?: string | undefined; anchor?: string | undefined; url: string },
) {
  const classifier = classifierFor(crawl);
  if (anchor !== undefined) {
    const found = classifier.anchor(anchor);
    if (found === undefined)
      throw new ForageError('USAGE', 'This judge needs a whole page: send "html" or "text".');
    return { score: found, why: [], version: classifier.version };
  }
  const body = html ?? text;
  if (body === undefined) throw new ForageError('USAGE', 'Send what to judge: "html", "text" or "anchor".');
  const contentType = `${html === undefined ? 'text/plain' : 'text/html'}; charset=utf-8`;
  const judged = await classifier.page({ url, contentType, body: Buffer.from(body) });
  if (!judged.ok) throw new ForageError('INPUT_INVALID', judged.detail);
  const { score: found, relevant, border, margin, why, excluded } = judged.judgement;
  const { title, language } = judged.page;
  return {
    score: found,
    relevant,
    border,
    margin,
    why,
    words: countedWords(why),
    excluded,
    title,
    language,
    version: classifier.version,
  };
}

function classifierFor(crawl: OpenCrawl): Classifier {
  const { path } = crawl.folder;
  const { version = 1 } = (crawl.meta.getState('models') as { version: number } | undefined) ?? {};
  const startedAt = crawl.meta.get('startedAt');
  const known = classifiers.get(path);
  if (known?.version === version && known.startedAt === startedAt) return known.classifier;
  const classifier = classifierOf(crawl);
  classifiers.set(path, { version, startedAt, classifier });
  return classifier;
}

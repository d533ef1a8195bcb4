/** What buttons and forms of the pages ask for, without a script: it is done, and the page is shown again. */
import { parse } from 'yaml';
import { z } from 'zod';
import { labels } from '../../archive/records.ts';
import { changeable } from '../../crawl/changes.ts';
import { resumeCrawl } from '../api/control.ts';
import { recrawl, recrawlBody } from '../api/crawl-jobs.ts';
import { refusePool } from '../api/crawls.ts';
import { train, trainBody } from '../api/jobs.ts';
import { useThreshold } from '../api/judge.ts';
import { Refused, type Reply, route } from '../route.ts';
import { at } from '../views/words.ts';

const back = (to: string): Reply => ({ status: 303, headers: { location: to } });

export const orderRoutes = [
  route({
    method: 'POST',
    path: '/c/{crawl}/do',
    role: 'all',
    summary: 'Pause, go on, stop or resume.',
    body: z.strictObject({ do: z.enum(['pause', 'go', 'stop', 'resume']) }),
    async work(asked) {
      const { desk, parts, body } = asked;
      const id = parts.crawl!;
      if (body.do === 'resume')
        await resumeCrawl(asked, await raised(asked.desk.crawls.folderOf(id).settings.budget.pages, asked));
      else await (await desk.crawls.control(id))[body.do]();
      desk.live.forget(id);
      return back(at(id));
    },
  }),
  route({
    method: 'POST',
    path: '/c/{crawl}/set',
    role: 'all',
    summary: 'Changes settings.',
    body: z.record(z.string(), z.string().max(2000)),
    async work({ desk, parts, body }) {
      const id = parts.crawl!;
      const now = desk.crawls.folderOf(id).settings;
      const { threshold } = await desk.live.live(id);
      const changes = Object.fromEntries(
        Object.entries(body)
          .filter(
            ([key, text]) =>
              Object.hasOwn(changeable, key) &&
              text.trim() !== shown(key === 'threshold' ? threshold : settingOf(now, key)),
          )
          .map(([key, text]) => [key, text.trim() === '' ? null : (parse(text) as unknown)]),
      );
      if (!desk.isLocal) refusePool(changes);
      if (Object.keys(changes).length > 0) await (await desk.crawls.control(id)).set(changes);
      desk.live.forget(id);
      return back(at(id));
    },
  }),
  route({
    method: 'POST',
    path: '/c/{crawl}/set-one',
    role: 'all',
    summary: 'Changes one setting.',
    body: z.strictObject({ key: z.string().max(100), value: z.string().max(10_000) }),
    async work({ desk, parts, body }) {
      const value = body.value.trim() === '' ? null : (parse(body.value) as unknown);
      if (!desk.isLocal) refusePool({ [body.key]: value });
      await (await desk.crawls.control(parts.crawl!)).set({ [body.key]: value });
      desk.live.forget(parts.crawl!);
      return back(at(parts.crawl!, 'settings'));
    },
  }),
  route({
    method: 'POST',
    path: '/c/{crawl}/seeds',
    role: 'all',
    summary: 'Adds a seed.',
    body: z.strictObject({ url: z.string().min(1).max(4000) }),
    async work({ desk, parts, body }) {
      await (await desk.crawls.control(parts.crawl!)).addSeeds([body.url]);
      desk.live.forget(parts.crawl!);
      return back(at(parts.crawl!));
    },
  }),
  route({
    method: 'POST',
    path: '/c/{crawl}/threshold',
    role: 'all',
    summary: 'Uses another threshold.',
    body: z.strictObject({ threshold: z.coerce.number().min(0).max(1) }),
    async work(asked) {
      const { job } = await useThreshold(asked, asked.body.threshold);
      return back(job === undefined ? at(asked.parts.crawl!, 'judge') : `/jobs/${job.id}`);
    },
  }),
  route({
    method: 'POST',
    path: '/c/{crawl}/train',
    role: 'all',
    summary: 'Has the judge learn and judge again.',
    body: z.strictObject({ recipe: z.string().max(200).default(''), do: z.enum(['try', 'judge']) }),
    async work(asked) {
      const { recipe, do: what } = asked.body;
      const given = trainBody.parse({ ...(recipe === '' ? {} : { recipe }), dryRun: what === 'try' });
      return back(`/jobs/${(await train(asked, given)).id}`);
    },
  }),
  route({
    method: 'POST',
    path: '/c/{crawl}/recrawl',
    role: 'all',
    summary: 'Asks for the pages of a stopped crawl again.',
    body: z.strictObject({
      by: recrawlBody.shape.by,
      budget: z.literal('').or(z.coerce.number().int().positive()).default(''),
      due: z.literal('true').optional(),
    }),
    async work(asked) {
      const { by, budget, due } = asked.body;
      const given = { by, due: due === 'true', ...(budget === '' ? {} : { budget }) };
      return back(`/jobs/${(await recrawl(asked, given)).id}`);
    },
  }),
  route({
    method: 'POST',
    path: '/c/{crawl}/label-page',
    role: 'label',
    summary: 'Labels one page.',
    body: z.strictObject({ page: z.coerce.number().int().positive(), label: z.enum(labels) }),
    async work({ desk, parts, body, user }) {
      const id = parts.crawl!;
      await desk.crawls.reading(id, ({ read }) => {
        if (read.pageById(body.page) === undefined)
          throw new Refused(404, 'NOT_FOUND', `The crawl has no page ${body.page}.`);
      });
      const said = { ...body, drawn: 'chosen' as const, by: user.name };
      await (await desk.crawls.control(id)).label([said], { awaitsEffect: false });
      desk.live.forget(id);
      return back(at(id, `pages/${body.page}`));
    },
  }),
];

/** A budget that is used up would end the crawl at once: it gets as much again. */
async function raised(
  budget: number | undefined,
  {
    desk,
    parts,
  }: {
    desk: { live: { live(id: string): Promise<{ figures: { pages: number } }> } };
    parts: Readonly<Record<string, string>>;
  },
) {
  if (budget === undefined) return {};
  const { figures } = await desk.live.live(parts.crawl!);
  return figures.pages >= budget ? { pages: 2 * budget } : {};
}

const settingOf = (settings: object, key: string): unknown =>
  key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], settings);

const shown = (value: unknown): string => (value === undefined ? '' : String(value));

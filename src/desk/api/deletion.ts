/** A crawl is deleted with everything in its folder, if nothing works on it. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { type Asked, type Desk, Refused, route } from '../route.ts';

export const deletionRoutes = [
  route({
    method: 'DELETE',
    path: '/api/v1/crawls/{crawl}',
    role: 'all',
    summary: 'Deletes a stopped or crashed crawl with everything in its folder. Nothing brings it back.',
    answer: z.object({ deleted: z.string() }),
    async work(asked) {
      await remove(asked);
      return { json: { deleted: asked.parts.crawl } };
    },
  }),
];

export async function remove({ desk, parts }: Pick<Asked, 'desk' | 'parts'>): Promise<void> {
  const id = parts.crawl!;
  const path = desk.crawls.pathOf(id);
  if (desk.starts.of(id)?.state === 'starting')
    throw new Refused(
      409,
      'CRAWL_FOLDER',
      `${id} is starting. Stop it once it runs; then it can be deleted.`,
    );
  const job = desk.jobs.workingOn(path);
  if (job !== undefined)
    throw new Refused(
      409,
      'CRAWL_FOLDER',
      `The job "${job.kind}: ${job.of}" works on it. Wait for its end, or stop it: /jobs/${job.id}`,
    );
  for (const reader of readersOf(desk, id)) {
    const { state } = await desk.crawls.statusOf(reader);
    if (state === 'running' || state === 'paused')
      throw new Refused(
        409,
        'CRAWL_FOLDER',
        `${reader} is running, and reads the archive of ${id} in place of the Web. Stop it first.`,
      );
  }
  try {
    await desk.crawls.delete(id);
  } finally {
    if (!desk.crawls.has(id)) {
      desk.starts.forget(id);
      desk.live.drop(id);
    }
  }
}

/** Other crawls here whose web is the archive of this one. */
export function readersOf({ crawls }: Pick<Desk, 'crawls'>, id: string): string[] {
  const path = crawls.pathOf(id);
  return crawls.ids().filter((other) => {
    try {
      return other !== id && crawls.folderOf(other).settings.web.some((web) => resolve(web) === path);
    } catch {
      return false; // its settings cannot be read
    }
  });
}

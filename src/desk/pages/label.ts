/** What can I teach it? One page, the rules, five answers, and what they show. */
import { z } from 'zod';
import { queueOf, queues } from '../../answers/label-queue.ts';
import { trustOf } from '../../answers/trust.ts';
import { mayDo } from '../access.ts';
import { pageStory } from '../page-story.ts';
import { route } from '../route.ts';
import { el } from '../views/el.ts';
import { type Labelling, labelView } from '../views/label.ts';
import { htmlReply } from './document.ts';

const AHEAD = 100;

export const labelPage = route({
  method: 'GET',
  path: '/c/{crawl}/label',
  role: 'read',
  summary: 'Label pages.',
  query: z.strictObject({ queue: z.enum(queues).default('random') }),
  async work({ desk, parts, query, user }) {
    const id = parts.crawl!;
    const live = await desk.live.live(id);
    return desk.crawls.reading(id, (crawl) => {
      const { queue, drawn, isBlind, pages } = queueOf(crawl, query.queue, AHEAD);
      const { precision, figure } = trustOf(crawl);
      const [first] = pages;
      const labelling: Labelling = {
        crawl: id,
        title: [crawl.folder.topic.title, crawl.folder.topic.viewpoint]
          .filter((one) => one !== undefined)
          .join(' – '),
        rules: crawl.folder.topic.rules ?? [],
        scale: live.scale,
        queue: { queue, drawn, isBlind, pages: pages.map((page) => ({ id: page.id })) },
        place: 0,
        story: first && pageStory(crawl, first.id),
        archived: first && desk.archived(id, first.id),
        precision: { ...precision, sentence: figure },
        given: [],
        isOpen: false,
        mayLabel: mayDo(user.role, 'label'),
      };
      return htmlReply({
        title: `Label · ${live.title}`,
        desk: 'crawls',
        crawl: { id, live, tab: 'label' },
        main: [
          el.h2({ class: 'vh' }, 'Label'),
          el.div(
            { id: 'labelling' },
            labelView(labelling, () => {}),
          ),
        ],
        islands: ['label'],
        data: labelling,
        now: Date.now(),
        mayChange: mayDo(user.role, 'all'),
      });
    });
  },
});

/** What can I teach it? One page, the rules, five answers, and what they did. */
import { z } from 'zod';
import { queues } from '../../answers/label-queue.ts';
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
  query: z.strictObject({ queue: z.enum(queues).default('random'), by: z.string().max(100).optional() }),
  async work({ desk, parts, query, user }) {
    const id = parts.crawl!;
    const by = query.by?.trim() || user.name;
    const [live, { queue, drawn, isBlind, pages }, { precision, figure }, people] = await Promise.all([
      desk.live.live(id),
      desk.crawls.readingApart(id, 'queue', { queue: query.queue, limit: AHEAD, by }),
      desk.crawls.readingApart(id, 'trust'),
      desk.crawls.readingApart(id, 'people'),
    ]);
    return desk.crawls.reading(id, (crawl) => {
      const { title, viewpoint, rules = [], wanted, unwanted } = crawl.folder.topic;
      const [first] = pages;
      const labelling: Labelling = {
        crawl: id,
        title: [title, viewpoint].filter((one) => one !== undefined).join(' – '),
        rules,
        wanted,
        unwanted,
        by,
        scale: live.scale,
        queue: {
          queue,
          drawn,
          isBlind,
          pages: pages.map((page) => ({ id: page.id, drawn: page.drawn ?? drawn })),
        },
        place: 0,
        story: first && pageStory(crawl, first.id),
        archived: first && desk.archived(id, first.id),
        precision: { ...precision, sentence: figure },
        given: [],
        effects: live.taught === undefined ? [] : [live.taught.sentence],
        people: people.sentence,
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

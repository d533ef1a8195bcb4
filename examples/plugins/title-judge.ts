/** A judge: a page counts when enough of the topic's keywords stand in its title. */
import { defineJudge, z } from 'forage-crawler';

export default defineJudge({
  name: 'title-words',
  summary: 'the share of the keywords that stand in the title',
  settings: z.object({
    threshold: z.number().min(0).max(1).default(0.5).describe('a page counts from this share on'),
  }),
  needs: () => ['keywords'],
  make({ topic, settings }) {
    const wanted = topic.keywords.map(({ term }) => term.toLowerCase());
    const found = (text: string): string[] => wanted.filter((term) => text.toLowerCase().includes(term));
    return {
      judge(page) {
        const words = found(page.title);
        const score = words.length / wanted.length;
        return {
          score,
          relevant: score >= settings.threshold,
          border: settings.threshold,
          why: words.map((word) => `"${word}" in the title`),
        };
      },
      // With this, strategies can weigh anchors by it, too.
      scoreText: (text) => found(text).length / wanted.length,
    };
  },
});

import { Command } from 'commander';
import { loadTopic } from '../topic/load.ts';
import { print } from './print.ts';
import { anchorsCommand } from './topic-anchors.ts';
import { evolveCommand } from './topic-evolve.ts';
import { recordCommand } from './topic-record.ts';
import { termsCommand } from './topic-terms.ts';
import { testCommand } from './topic-test.ts';

const check = new Command('check')
  .description('check a topic file: report mistakes, or what it contains')
  .argument('<topic>', 'the topic file (YAML or JSON)')
  .action((path: string) => {
    const topic = loadTopic(path);
    const has = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
    print(`${path} is a topic: ${topic.name} (${topic.title})`);
    print(
      `  ${[
        has(topic.keywords.length, 'keyword'),
        has(topic.genre.length, 'genre term'),
        has(topic.content.length, 'content term'),
        has(topic.seeds.length, 'seed'),
        has(topic.examples.relevant.length, 'relevant example'),
        has(topic.examples.irrelevant.length, 'irrelevant example'),
      ].join(', ')}`,
    );
    if (topic.seeds.length === 0)
      print('  It has no seeds yet: add "seeds:" with at least one URL before a crawl.');
    if (topic.keywords.length === 0) print('  It has no keywords yet: the simplest recipes need some.');
  });

export const topicCommand = new Command('topic')
  .addCommand(anchorsCommand)
  .addCommand(check)
  .addCommand(evolveCommand)
  .addCommand(recordCommand)
  .addCommand(termsCommand)
  .addCommand(testCommand);

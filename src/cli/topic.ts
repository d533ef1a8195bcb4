import { Command } from 'commander';
import { anchorsCommand } from './topic-anchors.ts';
import { checkCommand } from './topic-check.ts';
import { evolveCommand } from './topic-evolve.ts';
import { genresCommand } from './topic-genres.ts';
import { keywordsCommand } from './topic-keywords.ts';
import { newCommand } from './topic-new.ts';
import { recordCommand } from './topic-record.ts';
import { termsCommand } from './topic-terms.ts';
import { testCommand } from './topic-test.ts';

export const topicCommand = new Command('topic')
  .addCommand(anchorsCommand)
  .addCommand(checkCommand)
  .addCommand(evolveCommand)
  .addCommand(genresCommand)
  .addCommand(keywordsCommand)
  .addCommand(newCommand)
  .addCommand(recordCommand)
  .addCommand(termsCommand)
  .addCommand(testCommand);

import { Command, Option } from 'commander';
import { type Role, roles } from '../desk/access.ts';
import { Crawls } from '../desk/crawls.ts';
import { LiveCrawls } from '../desk/live-crawls.ts';
import { Starts } from '../desk/starts.ts';
import { personName } from './ask-pages.ts';
import { untilInterrupted } from './interruption.ts';

export const mcpCommand = new Command('mcp')
  .argument('[folder]', 'the folder with your crawls', '.')
  .addOption(
    new Option('--allow <role>', 'what an agent may do: read, label, or all, which starts and stops crawls')
      .choices(roles)
      .default('all' satisfies Role),
  )
  .action(async (folder: string, { allow }: { allow: Role }) => {
    const crawls = new Crawls(folder);
    const live = new LiveCrawls(crawls);
    const desk = { crawls, live, starts: new Starts((id) => live.forget(id)), isLocal: true };
    const { serveOnStdio } = await import('../desk/mcp/server.ts');
    const serving = serveOnStdio(desk, { role: allow, name: personName(undefined) });
    // The client ends it by closing our input.
    await Promise.race([untilInterrupted(), new Promise((resolve) => process.stdin.once('close', resolve))]);
    await serving.close();
  });

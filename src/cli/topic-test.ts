/**
 * `forage topic test`: trains a recipe's judge on the topic's examples and says how it does, without a crawl; with other
 * values of a setting, and with fewer examples.
 */
import { Command, InvalidArgumentError } from 'commander';
import { parse as parseYaml } from 'yaml';
import type { Quality } from '../judge/training/quality.ts';
import { chooseRecipe } from '../recipe/own-recipe.ts';
import { type JudgeFigures, type Tried, tryJudge } from '../recipe/try-judge.ts';
import { type WordFigures, wordFigures } from '../recipe/word-figures.ts';
import { loadTopic } from '../topic/load.ts';
import { contactOption } from './contact.ts';
import { type ReadingOptions, readExamples } from './example-texts.ts';
import { table } from './format.ts';
import { print } from './print.ts';
import { assignment, whole } from './values.ts';

interface Options extends ReadingOptions {
  recipe: string;
  set: Record<string, unknown>;
  try?: Tried;
  words?: number;
  json?: boolean;
}

export const testCommand = new Command('test')
  .description('train a recipe’s judge on the topic’s examples and report how it does, without a crawl')
  .argument('<topic>', 'the topic file (YAML or JSON)')
  .option('-r, --recipe <name>', 'the recipe whose judge is tried', 'lund/svm')
  .option('--set <setting=value>', 'a setting of the recipe; may be repeated', assignment, {})
  .option('--try <setting=values>', 'a setting with several values, such as c=0.01,0.1,1', tried)
  .option('--words <n>', 'how often N words occur in each class, those that tell most first', whole)
  .option('-w, --web <path...>', 'WARC files or crawl folders that answer instead of the live Web')
  .addOption(contactOption)
  .option('--connect-to <host=address:port>', 'connect there instead; may be repeated', assignment)
  .option('--json', 'print the figures as JSON')
  .action(async (path: string, options: Options) => {
    const topic = loadTopic(path);
    const by = { recipe: chooseRecipe(options.recipe), set: options.set };
    const { words: most } = options;
    const figures = await readExamples(topic, by, options, async (prepared, lesson) => ({
      ...(await tryJudge(prepared, lesson, options.try)),
      ...(most && { words: wordFigures(topic, lesson.examples).slice(0, most) }),
    }));
    print(options.json ? JSON.stringify(figures, undefined, 2) : inWords(figures));
  });

type Figures = JudgeFigures & { words?: WordFigures[] };

function inWords({ recipe, quality, scores, tried, curve, keywords, words }: Figures): string {
  const { relevant, irrelevant } = quality;
  const parts = [
    `The judge of ${recipe} on ${relevant} relevant and ${irrelevant} irrelevant examples, each judged by a model that had not seen it:`,
    `${figures(quality)}\nThis is on your examples. The pages of a crawl are harder to tell apart; forage status says how a crawl does.`,
    histogram(scores),
  ];
  if (tried) {
    const rows = tried.rows.map(({ value, quality: one, supportVectors: n }) => [
      String(value),
      n === undefined ? '' : `${n} of ${relevant + irrelevant}`,
      one === undefined ? 'too few examples' : figures(one),
    ]);
    parts.push(table([[tried.setting, 'support vectors', 'on examples held out'], ...rows]));
  }
  if (curve.length > 1) {
    const rows = curve.map((one) => [`${one.relevant} + ${one.irrelevant}`, figures(one.quality)]);
    parts.push(table([['examples', 'on examples held out'], ...rows]));
  }
  const doubtful = keywords.filter(({ tells }) => !tells);
  if (doubtful.length > 0) {
    const rows = doubtful.map((one) => [one.keyword, String(one.relevant), String(one.irrelevant)]);
    parts.push(
      `Keywords that do not tell these examples apart; consider leaving them out:\n${table([['keyword', 'relevant', 'irrelevant'], ...rows], [1, 2])}`,
    );
  }
  if (words) {
    const head = ['word', 'times in relevant', 'pages', 'times in irrelevant', 'pages'];
    const rows = words.map(({ word, relevant: r, irrelevant: i }) =>
      [word, r.occurrences, r.pages, i.occurrences, i.pages].map(String),
    );
    parts.push(table([head, ...rows], [1, 2, 3, 4]));
  }
  return parts.join('\n\n');
}

const figures = ({ f1, precision, recall, rocArea }: Quality): string =>
  `F1 ${f1.toFixed(3)}, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, ROC area ${rocArea.toFixed(3)}`;

const BINS = 10;

/** How the scores of both classes lie: where few are, a threshold parts them best. */
function histogram({ relevant, irrelevant }: JudgeFigures['scores']): string {
  const all = [...relevant, ...irrelevant];
  const least = Math.min(...all);
  const width = (Math.max(...all) - least) / BINS || 1;
  const counts = (values: readonly number[]): number[] => {
    const bins = new Array<number>(BINS).fill(0);
    for (const value of values) bins[Math.min(BINS - 1, Math.floor((value - least) / width))]! += 1;
    return bins;
  };
  const [of, against] = [counts(relevant), counts(irrelevant)];
  const rows = of.map((n, i) => [`${(least + i * width).toFixed(3)} …`, String(n), String(against[i])]);
  return table([['score from', 'relevant', 'irrelevant'], ...rows], [1, 2]);
}

function tried(text: string): Tried {
  const [, setting, values] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (setting === undefined) throw new InvalidArgumentError('Write setting=value,value,…');
  return { setting, values: values!.split(',').map((value) => parseYaml(value) as unknown) };
}

/** The judge of most recipes that learn, `svm`, trained and asked as for a crawl, on texts: is anything else better? */
import { ForageError } from '../errors.ts';
import type { LabelledText } from '../judge/training/learnt.ts';
import { confusion, type Measures, measures } from '../learn/evaluation/measures.ts';
import type { Page } from '../page/page.ts';
import { readDocument } from '../page/read.ts';
import { judgePart } from '../recipe/parts.ts';
import '../recipe/registry.ts';
import { topicSchema } from '../topic/topic.ts';

export async function measureDefaultJudge(
  { train, test }: { train: readonly LabelledText[]; test: readonly LabelledText[] },
  seed: number,
): Promise<Measures> {
  const topic = topicSchema.parse({ name: 'texts' });
  const judge = judgePart({ kind: 'svm' }, topic);
  const examples = await Promise.all(
    train.map(async ({ text, relevant }, i) => ({
      source: String(i),
      page: await plainPage(text),
      relevant,
    })),
  );
  const openGraph = (): never => {
    throw new ForageError('INPUT_INVALID', 'Texts have no links.');
  };
  const model = await judge.train({ topic, examples, seed, openGraph, warn() {}, quality() {} });
  const made = judge.make(topic, model);
  const called = await Promise.all(
    test.map(async ({ text }) => made.judge(await plainPage(text)).relevant ?? false),
  );
  return measures(
    confusion(
      test.map(({ relevant }) => relevant),
      called,
    ),
  );
}

async function plainPage(text: string): Promise<Page> {
  const page = await readDocument({
    url: 'file:///text',
    headers: [['content-type', 'text/plain; charset=utf-8']],
    body: Buffer.from(text),
  });
  if (!('refused' in page)) return page;
  throw new ForageError('INPUT_INVALID', `A text cannot be read: ${page.detail}`);
}

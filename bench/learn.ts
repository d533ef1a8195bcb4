/**
 * The learners compared with other implementations (scikit-learn 1.2.1, including LIBLINEAR and LIBSVM) on two
 * collections of labelled texts, and their cost. Prints ours, the reference and the difference; "off" marks a
 * difference beyond its tolerance. Times are single-threaded, wall clock and CPU. The last line is one JSON object.
 *
 *   node bench/learn.ts <folder with 20news.jsonl.gz and ohsumed.jsonl.gz>
 */
import { join } from 'node:path';
import { measure } from '../src/learn/evaluation/measures.ts';
import type { Example } from '../src/learn/learner.ts';
import { LinearSvm } from '../src/learn/linear-svm.ts';
import { NaiveBayes } from '../src/learn/naive-bayes.ts';
import { NearestNeighbours } from '../src/learn/nearest-neighbours.ts';
import { OneClassSvm } from '../src/learn/one-class-svm.ts';
import { RbfSvm } from '../src/learn/rbf-svm.ts';
import { Vectoriser } from '../src/learn/vectoriser.ts';
import type { SparseVector } from '../src/text/vectors.ts';
import { type LabelledText, labelledTexts } from './labelled-texts.ts';
import { referenceVocabulary } from './reference-vocabulary.ts';

type Figures = [precision: number, recall: number, f1?: number];

interface Task {
  label: string;
  bayes: Figures;
  linear: Figures;
  neighbours: Figures;
  rbf?: Figures;
  oneClass?: Figures;
}

const collections: Record<string, Task[]> = {
  '20news': [
    {
      label: 'sci.med',
      bayes: [0.8543, 0.8737, 0.8639],
      linear: [0.9815, 0.5354, 0.6928],
      neighbours: [0.8508, 0.5328, 0.6553],
    },
    {
      label: 'sci.space',
      bayes: [0.7768, 0.9365, 0.8493],
      linear: [0.9933, 0.7487, 0.8538],
      neighbours: [0.8338, 0.7766, 0.8042],
    },
    {
      label: 'comp.graphics',
      bayes: [0.31, 0.8638, 0.4562],
      linear: [0.8926, 0.5553, 0.6846],
      neighbours: [0.7364, 0.4165, 0.532],
    },
    {
      label: 'rec.autos',
      bayes: [0.5632, 0.9672, 0.7119],
      linear: [0.9669, 0.6641, 0.7874],
      neighbours: [0.8805, 0.6515, 0.7489],
    },
  ],
  ohsumed: [
    {
      label: 'C14',
      bayes: [0.7322, 0.8712, 0.7957],
      linear: [0.8988, 0.7373, 0.8101],
      neighbours: [0.7856, 0.7763, 0.7809],
      rbf: [0.9157, 0.6627, 0.7689],
      oneClass: [0.7757, 0.422],
    },
    {
      label: 'C04',
      bayes: [0.6341, 0.855, 0.7282],
      linear: [0.8729, 0.6183, 0.7239],
      neighbours: [0.7863, 0.65, 0.7117],
      rbf: [0.8886, 0.545, 0.6756],
      oneClass: [0.7619, 0.2933],
    },
  ],
};

interface Row {
  task: string;
  learner: string;
  ours: number[];
  reference: number[];
  allowance: number;
}

const folder = process.argv[2] ?? '../shared/texts';
const rows: Row[] = [];
const speeds: Record<string, number> = {};

for (const [name, tasks] of Object.entries(collections)) {
  const texts = labelledTexts(join(folder, `${name}.jsonl.gz`));
  const train = texts.filter(({ split }) => split === 'train');
  const test = texts.filter(({ split }) => split === 'test');
  const vectoriser = Vectoriser.of(
    referenceVocabulary(
      train.map(({ text }) => text),
      2,
      30_000,
    ),
    { lettersOnly: true, stopWords: 'none', stem: 'none' },
  );
  const vectors = { train: [] as SparseVector[], test: [] as SparseVector[] };
  // The vectoriser's first pass over these texts: nothing is cached yet.
  const vectorising = timed(() => {
    vectors.train = train.map(({ text }) => vectoriser.vector(text));
    vectors.test = test.map(({ text }) => vectoriser.vector(text));
  });
  note(
    `${name}: vectorising, documents/s`,
    texts.length / vectorising.seconds,
    texts.length / vectorising.cpuSeconds,
  );
  const counts = {
    train: train.map(({ text }) => vectoriser.counts(text)),
    test: test.map(({ text }) => vectoriser.counts(text)),
  };

  const all = new NearestNeighbours({ k: 5 });
  all.fit(vectors.train.map((vector, i) => ({ vector, relevant: i % 2 === 0 })));
  const near = vectors.test.map((vector) => all.neighbours(vector).map(({ example }) => example));

  for (const task of tasks) {
    const isOf = ({ label }: LabelledText) => label === task.label;
    const labels = test.map(isOf);
    const examples = (of: SparseVector[]): Example[] =>
      of.map((vector, i) => ({ vector, relevant: isOf(train[i]!) }));
    const row = (learner: string, scores: number[], reference: Figures, allowance = 0.01) => {
      const { precision, recall, f1 } = measure(labels, scores);
      rows.push({
        task: `${name} ${task.label}`,
        learner,
        ours: [precision, recall, f1],
        reference: reference as number[],
        allowance,
      });
    };

    const bayes = new NaiveBayes({ smoothing: 0.5 });
    bayes.fit(examples(counts.train));
    row(
      'naive Bayes',
      counts.test.map((vector) => bayes.predict(vector)),
      task.bayes,
    );

    const linear = new LinearSvm({ c: 1 });
    const fitting = timed(() => linear.fit(examples(vectors.train)));
    note(`${name} ${task.label}: fitting the linear SVM, s`, fitting.seconds, fitting.cpuSeconds);
    row(
      'linear SVM',
      vectors.test.map((vector) => linear.predict(vector)),
      task.linear,
    );
    if (task === tasks[0]) {
      const predicting = timed(() => {
        for (let round = 0; round < 20; round++) for (const vector of vectors.test) linear.predict(vector);
      });
      const predicted = 20 * test.length;
      note(
        `${name}: predicting, documents/s`,
        predicted / predicting.seconds,
        predicted / predicting.cpuSeconds,
      );
    }

    if (task.rbf) {
      const rbf = new RbfSvm({ c: 10, gamma: 1 });
      const fittingRbf = timed(() => rbf.fit(examples(vectors.train)));
      note(`${name} ${task.label}: fitting the RBF SVM, s`, fittingRbf.seconds, fittingRbf.cpuSeconds);
      row(
        'RBF SVM',
        vectors.test.map((vector) => rbf.predict(vector)),
        task.rbf,
      );
    }
    if (task.oneClass) {
      const oneClass = new OneClassSvm({ nu: 0.1, gamma: 1 });
      oneClass.fit(examples(vectors.train));
      row(
        'one-class SVM',
        vectors.test.map((vector) => oneClass.predict(vector)),
        task.oneClass,
        0.02,
      );
    }
    row(
      'nearest neighbours',
      near.map((five) => five.filter((i) => isOf(train[i]!)).length / five.length - 0.5),
      task.neighbours,
    );
  }
}

const off = printTable();
for (const [what, figure] of Object.entries(speeds)) console.log(`${what.padEnd(62)} ${shown(figure)}`);
console.log(JSON.stringify({ rows, off, speeds }));
if (off > 0) process.exitCode = 1;

function printTable(): number {
  let beyond = 0;
  console.log(
    `${'task'.padEnd(22)} ${'learner'.padEnd(19)} ${'measure'.padEnd(9)}   ours  reference  difference`,
  );
  for (const { task, learner, ours, reference, allowance } of rows) {
    ['precision', 'recall', 'F1'].forEach((what, i) => {
      const [own, wanted] = [ours[i]!, reference[i]];
      if (wanted === undefined) return;
      const difference = own - wanted;
      const isOff = Math.abs(difference) > allowance;
      if (isOff) beyond += 1;
      console.log(
        `${task.padEnd(22)} ${learner.padEnd(19)} ${what.padEnd(9)} ${own.toFixed(4)}     ${wanted.toFixed(4)}     ${difference.toFixed(4).padStart(7)}${isOff ? '  off' : ''}`,
      );
    });
  }
  return beyond;
}

function note(what: string, figure: number, byCpu: number): void {
  speeds[what] = figure;
  speeds[`${what} (CPU time)`] = byCpu;
}

function timed(work: () => void): { seconds: number; cpuSeconds: number } {
  const before = process.cpuUsage();
  const start = performance.now();
  work();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { seconds, cpuSeconds: (user + system) / 1e6 };
}

function shown(figure: number): string {
  return figure >= 100 ? Math.round(figure).toLocaleString('en') : figure.toPrecision(3);
}

/** A thread that loads some families of recipes, finds the parts of recipes by them, and tells how many it found. */
import { parentPort, workerData } from 'node:worker_threads';
import { judgePart, strategyPart } from '../../src/recipe/parts.ts';
import { shelve } from '../../src/recipe/shelf.ts';

const { families, specs, topic } = workerData;
for (const name of families) {
  const module = await import(`../../src/recipe/families/${name}.ts`);
  shelve({ [name]: module[name] });
}
for (const [judge, strategy] of specs) {
  judgePart(judge, topic);
  strategyPart(strategy, topic);
}
parentPort!.postMessage(specs.length);

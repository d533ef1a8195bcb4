/** A thread that loads some modules, finds the parts of recipes by them, and tells how many it found. */
import { parentPort, workerData } from 'node:worker_threads';
import { useModules } from '../../src/plugin/load.ts';
import { judgePart, strategyPart } from '../../src/recipe/parts.ts';

const { modules, specs, topic } = workerData;
useModules(modules);
for (const [judge, strategy] of specs) {
  judgePart(judge, topic);
  strategyPart(strategy, topic);
}
parentPort!.postMessage(specs.length);

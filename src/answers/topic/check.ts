/** Looks at everything a crawl for a topic will look at, before it does: what is there, what is wrong, what is missing. */
import { expand, readSources } from '../../crawl/training/examples.ts';
import { ForageError } from '../../errors.ts';
import { loadOntology } from '../../text/ontology/load.ts';
import { loadBrowsingLog } from '../../topic/browsing-log.ts';
import type { Topic } from '../../topic/topic.ts';
import { isAddress } from '../../topic/url-list.ts';
import { plural } from '../numbers.ts';
import { checkKeywords } from './keywords.ts';
import { type Readiness, readinessOf } from './readiness.ts';
import { checkSeeds } from './seeds.ts';

export interface TopicCheck {
  /** "6 keywords", "30 relevant examples". */
  has: string[];
  /** A crawl would fail or find nothing. */
  faults: string[];
  /** Worth knowing; a crawl works without. */
  hints: string[];
  recipes: Readiness;
}

/** What one part of the check found. */
export type Findings = Pick<TopicCheck, 'faults' | 'hints'>;

export async function checkTopic(topic: Topic, { web = [] as string[] } = {}): Promise<TopicCheck> {
  const relevant = await lookAt('relevant', topic.examples.relevant, topic);
  const irrelevant = await lookAt('irrelevant', topic.examples.irrelevant, topic);
  const genre = await lookAt('genre', topic.examples.genre ?? [], topic);
  const log = checkLog(topic);
  const ontology = checkOntology(topic);
  const parts = [
    checkKeywords(topic),
    await checkSeeds(topic, web),
    relevant,
    irrelevant,
    genre,
    log,
    ontology,
  ];
  return {
    has: [
      plural(topic.keywords.length, 'keyword'),
      plural(topic.genre.length, 'genre term'),
      plural(topic.content.length, 'content term'),
      plural(topic.seeds.length, 'seed'),
      plural(relevant.pages, 'relevant example'),
      plural(irrelevant.pages, 'irrelevant example'),
      ...(genre.pages > 0 ? [plural(genre.pages, 'genre example')] : []),
      ...(log.visits === undefined ? [] : [log.visits]),
      ...(ontology.concepts === undefined ? [] : [ontology.concepts]),
    ],
    faults: parts.flatMap(({ faults }) => faults),
    hints: parts.flatMap(({ hints }) => hints),
    recipes: readinessOf(topic),
  };
}

/** Files are read like those of a crawl; URLs are only counted. */
async function lookAt(
  kind: string,
  sources: readonly string[],
  { use }: Topic,
): Promise<Findings & { pages: number }> {
  const faults: string[] = [];
  const hints: string[] = [];
  const files: string[] = [];
  let pages = 0;
  for (const source of sources) {
    try {
      for (const one of expand(source)) {
        if (isAddress(one)) pages += 1;
        else files.push(one);
      }
    } catch (error) {
      if (!(error instanceof ForageError)) throw error;
      faults.push(`examples.${kind}: ${error.message}`);
    }
  }
  const tell = (message: string): void => void (message.startsWith('Reading') || hints.push(message));
  const read = await readSources(files, { fetch: noWeb, tell, use });
  return { faults, hints, pages: pages + read.length };
}

const noWeb = (): never => {
  throw new Error('Only files are read here.');
};

function checkLog({ browsingLog: path }: Topic): Findings & { visits?: string } {
  if (path === undefined) return { faults: [], hints: [] };
  try {
    const { visits } = loadBrowsingLog(path);
    const relevant = visits.filter((visit) => visit.relevant).length;
    const hints =
      relevant === 0 || relevant === visits.length
        ? [
            `browsingLog: ${relevant === 0 ? 'no' : 'every'} visit is relevant; there is little to learn from it.`,
          ]
        : [];
    return { faults: [], hints, visits: `${plural(visits.length, 'logged visit')} (${relevant} relevant)` };
  } catch (error) {
    if (!(error instanceof ForageError)) throw error;
    return { faults: [`browsingLog: ${error.message}`], hints: [] };
  }
}

/** A keyword that the ontology lacks is like no other word. */
function checkOntology({ ontology: path, keywords, language }: Topic): Findings & { concepts?: string } {
  if (path === undefined) return { faults: [], hints: [] };
  try {
    const ontology = loadOntology(path, language);
    const unknown = keywords
      .filter(({ term }) => ontology.terms(term).every((each) => ontology.concepts(each).length === 0))
      .map(({ term }) => term);
    const hints =
      unknown.length === 0
        ? []
        : [
            `ontology: it does not have ${unknown.join(', ')}; ${unknown.length === 1 ? 'this keyword is' : 'these keywords are'} like no other word.`,
          ];
    return { faults: [], hints, concepts: `an ontology of ${plural(ontology.size, 'concept')}` };
  } catch (error) {
    if (!(error instanceof ForageError)) throw error;
    return { faults: [`ontology: ${error.message}`], hints: [] };
  }
}

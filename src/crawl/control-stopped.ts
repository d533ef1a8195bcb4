/** The control of a crawl that is not running: changes are stored in its folder and apply at the next resume. */
import { openDatabase } from '../archive/database.ts';
import { SqliteCatalogue } from '../archive/sqlite-catalogue.ts';
import { ForageError } from '../errors.ts';
import { type Control, type ControlStatus, whoAsks } from './control.ts';
import {
  type CrawlFolder,
  changeFolder,
  checkDatabase,
  databasePath,
  openFolder,
  useModulesOf,
} from './folder.ts';
import { openBegun, startIt } from './open.ts';
import { wasCutOff } from './running.ts';
import { keepLabelsOfStopped, saveJournalled } from './save-labels.ts';
import { newSeeds } from './seeds.ts';
import { urlRulesOf } from './settings.ts';

const inForce = 'at the next resume';

export function stoppedControl(path: string): Control {
  const notRunning = async (): Promise<never> => {
    throw new ForageError('CRAWL_FOLDER', `${path} is not running. ${startIt(path)}`);
  };
  return {
    status: async () => ({ state: stateOf(path) }),
    pause: notRunning,
    go: notRunning,
    stop: notRunning,
    set: async (asked) => {
      // Loads all recipes, which takes longer than everything else that is asked of a stopped crawl.
      const { changedSettings } = await import('./changes.ts');
      return change(path, 'set', (folder) => {
        const { settings, changes } = changedSettings(folder, asked);
        changeFolder({ ...folder, settings });
        return { detail: { changes }, answer: { changes, inForce } };
      });
    },
    addSeeds: async (urls) =>
      change(path, 'seeds', (folder) => {
        const { topic } = folder;
        const added = newSeeds(topic.seeds, urls, urlRulesOf(folder.settings));
        changeFolder({ ...folder, topic: { ...topic, seeds: [...topic.seeds, ...added] } });
        const known = urls.length - added.length;
        return { detail: { added }, answer: { added: added.length, known, inForce } };
      }),
    label: async (labels) => {
      const db = openDatabase(databasePath(path), { sole: true, waitMs: 1000 });
      try {
        saveJournalled(db);
        const kept = keepLabelsOfStopped(new SqliteCatalogue(db), labels, whoAsks());
        db.commit();
        return { ...kept, inForce };
      } finally {
        db.sql.close();
      }
    },
  };
}

/** While this holds the database, no crawl can start. */
function change<T>(
  path: string,
  kind: string,
  work: (folder: CrawlFolder) => { detail: object; answer: T },
): T {
  checkDatabase(path);
  const db = openDatabase(databasePath(path), { sole: true, waitMs: 1000 });
  try {
    const folder = openFolder(path);
    useModulesOf(folder);
    const { detail, answer } = work(folder);
    new SqliteCatalogue(db).saveEvent({ at: Date.now(), kind, detail: { ...detail, by: whoAsks() } });
    db.commit();
    return answer;
  } finally {
    db.sql.close();
  }
}

/** A crawl that ended normally has stored why; one that crashed has not. */
function stateOf(path: string): ControlStatus['state'] {
  const crawl = openBegun(path);
  if (crawl === undefined) return wasCutOff(path) ? 'crashed' : 'stopped';
  const { meta, db } = crawl;
  try {
    if (meta.get('stop')) return 'stopped';
    const hasBegun = meta.get('startedAt') !== undefined;
    return hasBegun || wasCutOff(path) ? 'crashed' : 'stopped';
  } finally {
    db.close();
  }
}

/** Seeds that could not be read. */
import { typed } from '../../suggest.ts';
import { count, plural } from '../numbers.ts';
import type { Explain } from './explanation.ts';
import type { Facts, SeedTrouble } from './facts.ts';

const SHOWN = 3;

export const unreadSeeds: Explain = (facts) => {
  const { seeds } = facts;
  const unread = seeds.flatMap(({ url, trouble }) => (trouble ? [{ url, ...trouble }] : []));
  const [first] = unread;
  if (first === undefined) return undefined;
  const next = remedies[first.cause](facts);
  if (unread.every(({ cause }) => cause === 'waiting')) {
    const were = unread.length === 1 ? 'was' : 'were';
    return {
      what: `${count(unread.length)} of ${plural(seeds.length, 'seed')} ${were} not requested yet.`,
      next,
    };
  }
  const shown = unread.slice(0, SHOWN).map(({ url, words }) => `${url}: ${words.replace(/\.$/, '')}`);
  const rest = unread.length > SHOWN ? `; and ${count(unread.length - SHOWN)} more` : '';
  const many =
    unread.length < seeds.length
      ? `${count(unread.length)} of ${count(seeds.length)} seeds could not be read`
      : seeds.length === 1
        ? 'The seed could not be read'
        : `None of the ${count(seeds.length)} seeds could be read`;
  return { what: `${many}. ${shown.join('; ')}${rest}.`, next };
};

const others = ({ folder }: Facts): string =>
  `give other seeds: forage seeds add ${typed(folder)} URL, then forage resume ${typed(folder)}`;

const remedies: Record<SeedTrouble, (facts: Facts) => string> = {
  'not in the web': (facts) =>
    `${others(facts)}. Which seeds of a topic file are in a frozen web: forage topic check TOPIC --web ${facts.settings.web.map(typed).join(' ')}`,
  'no answer': (facts) => `check the spelling of the URL and your connection, or ${others(facts)}`,
  'robots.txt': (facts) => `this site does not want crawlers here; ${others(facts)}`,
  noindex: (facts) => others(facts),
  circle: (facts) =>
    `sites that do this often want cookies: crawl again with "http: { keepCookies: true }" in a file for --settings, or ${others(facts)}`,
  error: (facts) => `open the URL in a browser, then ${others(facts)}`,
  waiting: ({ folder }) => `let the crawl go on: forage resume ${typed(folder)}`,
};

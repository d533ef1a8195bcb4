/**
 * Best first across the fleet: each worker says what the best links of its ready hosts are worth, and the coordinator
 * gives those with the better ones more of the fleet's requests in flight. The threshold is what a link must be worth to
 * be among as many as the fleet has requests. A twentieth of the requests is spread evenly, so that nobody stops
 * learning what its links are worth, and nobody gets more than twice what its machine was given.
 */
export interface Offer {
  worker: string;
  /** Requests in flight that its machine was given. */
  room: number;
  /** The version of the judge: what links are worth compares only under one. */
  version: number;
  /** Of its ready hosts, the best first; as many as it could use, if there are. */
  worths: readonly number[];
}

export interface Shares {
  threshold: number;
  room: Record<string, number>;
}

const SPREAD = 0.05;
const MOST = 2;

/** Undefined if there is nothing to choose: every link may be asked for at once, or one worker is all there is. */
export function sharesOf(offers: readonly Offer[]): Shares | undefined {
  const newest = Math.max(...offers.map(({ version }) => version));
  const compared = offers.filter(({ version }) => version === newest);
  const all = compared.flatMap(({ worths }) => worths).sort((a, b) => b - a);
  const total = compared.reduce((sum, { room }) => sum + room, 0);
  if (compared.length < 2 || all.length <= total) return undefined;
  const threshold = all[total - 1]!;
  // Of those that are worth just as much as the threshold, some are too many.
  const above = all.filter((worth) => worth > threshold).length;
  const tied = (total - above) / all.filter((worth) => worth === threshold).length;
  const room: Shares['room'] = {};
  for (const { worker, room: own, worths } of compared) {
    const chosen = worths.reduce(
      (sum, worth) => sum + (worth > threshold ? 1 : worth === threshold ? tied : 0),
      0,
    );
    const share = SPREAD * own + (1 - SPREAD) * chosen;
    room[worker] = Math.min(MOST * own, Math.max(1, Math.round(share)));
  }
  return { threshold, room };
}

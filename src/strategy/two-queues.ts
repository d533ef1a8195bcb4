/**
 * Two queues: links of pages on the topic (Layer 1) before links of pages that lead to it (Layer 2), each in FIFO
 * order; the low queue is used only while the high one is empty. Around it are the inspections of the CINDI robot
 * (Chen, Concordia, 2008, sections 3.2, 3.4, 4.2 and 4.3.5 to 4.4): URLs and anchors, unproductive directories and
 * sites, and tunnelling out of a barren region.
 *
 *   page     link                                          queue
 *   any      too deep, in a stop directory, of an odd format   refused
 *   any      to another site with a telling name           high
 *   any      document that cannot be read                  last
 *   layer 1  document                                      documents, before all else
 *   layer 1  anchor in the pruning list                    last
 *   layer 1  other                                         high
 *   layer 2  anchor in the extracting list                 low
 *   layer 2  other                                         unlisted, after low
 *   layer 2  document                                      last
 *   neither  any                                           last
 *
 * Differences: the thesis drops what waits in the last two queues here; a crawl with off-topic seeds would end after
 * its first page, and a topic without its own extracting list would lose nearly all links of Layer 2. `leftovers:
 * refuse` drops them as in the thesis. In the thesis a thread stays on a site until it is done, regardless of layer, and
 * the queues rank sites; here they rank all links unless `inSite` is `first`. The thesis takes a page with a
 * department's URL as relevant without reading it; here its judge decides. A link found again on a better page moves
 * up.
 */
import { DEPARTMENT, EXTRACTED, PRUNED, SAME_SITE, verdictOf } from './link-inspection.ts';
import { type SavedSites, SiteExit, type SiteExitRule } from './site-exit.ts';
import { type SavedDirectories, StopDirectories, type StopDirectoriesRule } from './stop-directories.ts';
import type { Ranked, Strategy, Visit } from './strategy.ts';
import { type SavedTunnel, Tunnel, type TunnelRule } from './tunnel.ts';
import { siteOf } from './url-inspection.ts';

export interface TwoQueuesSettings {
  inSite: 'ranked' | 'first';
  leftovers: 'last' | 'refuse';
  documents: 'first' | 'as pages';
  inspectUrls: boolean;
  inspectAnchors: boolean;
  /** Absent: no stop directories are learnt. */
  learnStopDirectories?: StopDirectoriesRule | undefined;
  siteExit: SiteExitRule;
  /** Absent: no tunnelling. */
  tunnel?: TunnelRule | undefined;
}

export const queues = { documents: 6, ownSite: 5, high: 4, low: 3, unlisted: 2, last: 1 } as const;

export interface LayerSignals {
  /** 1 on the topic, 2 leading to it, 0 neither. */
  layer: number;
  /** The log probabilities that the Layer-2 test compares; NaN if it was not made. */
  layer2In: number;
  layer2Out: number;
  /** The result of `inspectLinks` for each link. */
  links: Uint32Array;
}

/** `known`: stop directories learnt by an earlier crawl. */
export function twoQueues(settings: TwoQueuesSettings, known?: SavedDirectories): Strategy<LayerSignals> {
  const { inSite, leftovers, documents, inspectUrls, inspectAnchors } = settings;
  const siteExit = new SiteExit(settings.siteExit);
  const directories = settings.learnStopDirectories && new StopDirectories(settings.learnStopDirectories);
  if (known) directories?.restore(known);
  const tunnel = settings.tunnel && new Tunnel(settings.tunnel);
  const exitReason = `site below ${Math.round(100 * settings.siteExit.minShare)} % after ${settings.siteExit.afterPages} pages`;
  let changed = false;

  return {
    *visit(visit): Iterable<Ranked> {
      const { page, signals } = visit;
      const { layer, isTunnelled } = learn(visit);
      const from = isTunnelled ? 'layer 2 by tunnel' : ['neither layer', 'layer 1', 'layer 2'][layer]!;
      const queue = layer === 1 ? queues.high : queues.low;
      for (const [i, link] of page.links.entries()) {
        const mark = signals.links[i]!;
        const verdict = verdictOf(mark);
        const isDocument = documents === 'first' && verdict === 'document';
        const isForeign = (mark & SAME_SITE) === 0;
        if (inspectUrls && isRefused(verdict)) {
          yield { link, priority: 0, refuse: verdict };
        } else if (inspectUrls && verdict === 'unreadable document') {
          yield leftover(link, `${from}, document that cannot be read`);
        } else if (inspectUrls && isForeign && !isDocument && (mark & DEPARTMENT) !== 0) {
          yield { link, priority: queues.high, why: `${from}, department` };
        } else if (layer === 0) {
          yield leftover(link, from);
        } else if (isDocument) {
          if (layer === 1) yield { link, priority: queues.documents, why: `${from}, document` };
          else yield leftover(link, `${from}, document`);
        } else if (inspectAnchors && layer === 1 && (mark & PRUNED) !== 0) {
          yield leftover(link, `${from}, pruned anchor`);
        } else if (inspectAnchors && layer === 2 && (mark & EXTRACTED) === 0) {
          yield leftover(link, `${from}, anchor not in list`, queues.unlisted);
        } else {
          yield { link, priority: inSite === 'first' && !isForeign ? queues.ownSite : queue, why: from };
        }
      }
    },

    *listed({ links }): Iterable<Ranked> {
      for (const link of links) yield leftover(link, 'listed in a sitemap');
    },

    admits({ url, from }) {
      if (siteExit.has(siteOf(url))) return exitReason;
      // Seeds are exempt from checks of names.
      return from !== undefined && directories?.stops(url) !== undefined
        ? 'stop directory, learnt'
        : undefined;
    },

    save(): SavedQueues | undefined {
      if (!changed) return undefined;
      changed = false;
      return {
        sites: siteExit.save(),
        ...(directories && { directories: directories.save() }),
        ...(tunnel && { tunnel: tunnel.save() }),
      };
    },

    restore(saved) {
      const state = saved as SavedQueues;
      siteExit.restore(state.sites);
      if (state.directories) directories?.restore(state.directories);
      if (state.tunnel) tunnel?.restore(state.tunnel);
    },
  };

  /** Records the page and returns the layer it counts as, tunnelling included. */
  function learn({ page, signals, judgement, via, host }: Visit<LayerSignals>): {
    layer: number;
    isTunnelled: boolean;
  } {
    const { layer, layer2In, layer2Out } = signals;
    const tally = host();
    if (siteExit.visited(siteOf(page.url), tally)) changed = true;
    if (directories) {
      directories.visited(page.url, judgement.relevant);
      changed = true;
    }
    const asJudged = { layer, isTunnelled: false };
    if (tunnel === undefined) return asJudged;
    changed = true;
    tunnel.visited(queueOf(via.priority), judgement.relevant && tally.relevant === 1);
    if (layer !== 0 || Number.isNaN(layer2In)) return asJudged;
    return tunnel.passes(layer2In, layer2Out) ? { layer: 2, isTunnelled: true } : asJudged;
  }

  function leftover(link: Ranked['link'], why: string, priority: number = queues.last): Ranked {
    return leftovers === 'last' ? { link, priority, why } : { link, priority: 0, refuse: why };
  }
}

const isRefused = (verdict: string): boolean =>
  verdict === 'too many directory levels' || verdict === 'stop directory' || verdict === 'format not wanted';

/** Links of the current site and documents say nothing about the two queues. */
function queueOf(priority: number): 'high' | 'low' | 'neither' {
  if (priority <= queues.low) return 'low';
  return priority === queues.ownSite || priority === queues.documents ? 'neither' : 'high';
}

export interface SavedQueues {
  sites: SavedSites;
  directories?: SavedDirectories;
  tunnel?: SavedTunnel;
}

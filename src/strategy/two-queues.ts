/**
 * Two queues: links of pages on the topic (Layer 1) before links of pages that lead to it (Layer 2), each in FIFO
 * order; the low queue is used only while the high one is empty. Around it are the inspections of the CINDI robot
 * (Chen, Concordia, 2008, chapters 4 to 6): URLs and anchors, unproductive directories and sites, and tunnelling out of
 * a barren region.
 *
 *   page     link                                          queue
 *   any      too deep, in a stop directory, of an odd format   refused
 *   layer 1  document                                      documents, before all else
 *   layer 1  anchor in the pruning list                    last
 *   layer 1  other                                         high
 *   layer 2  to another site with a telling name           high
 *   layer 2  anchor in the extracting list                 low
 *   layer 2  other, and documents                          last
 *   neither  any                                           last
 *
 * Differences: the thesis drops what waits in the last queue here; a crawl with off-topic seeds would end after its
 * first page. `leftovers: refuse` drops it as in the thesis. In the thesis a thread stays on a site until it is done,
 * regardless of layer, and the queues rank sites; here they rank all links unless `inSite` is `first`. The thesis says
 * once that a department's URL is put first wherever it is found, but shows it twice for Layer 2 only, as implemented
 * here. A link found again on a better page moves up.
 */
import { DEPARTMENT, EXTRACTED, PRUNED, SAME_SITE, verdictOf } from './link-inspection.ts';
import { SiteExit, type SiteExitRule } from './site-exit.ts';
import { type SavedDirectories, StopDirectories } from './stop-directories.ts';
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
  learnStopDirectories?: { moreThanSites: number } | undefined;
  siteExit: SiteExitRule;
  /** Absent: no tunnelling. */
  tunnel?: TunnelRule | undefined;
}

export const queues = { documents: 5, ownSite: 4, high: 3, low: 2, last: 1 } as const;

export interface LayerSignals {
  /** 1 on the topic, 2 leading to it, 0 neither. */
  layer: number;
  /** The log probabilities that the Layer-2 test compares; NaN if it was not made. */
  layer2In: number;
  layer2Out: number;
  /** The result of `inspectLinks` for each link. */
  links: Uint32Array;
}

export function twoQueues(settings: TwoQueuesSettings): Strategy<LayerSignals> {
  const { inSite, leftovers, documents, inspectUrls, inspectAnchors } = settings;
  const siteExit = new SiteExit(settings.siteExit);
  const directories = settings.learnStopDirectories && new StopDirectories(settings.learnStopDirectories);
  const tunnel = settings.tunnel && new Tunnel(settings.tunnel);
  const exitReason = `site below ${Math.round(100 * settings.siteExit.minShare)} % after ${settings.siteExit.afterPages} pages`;
  let changed = false;

  return {
    *visit(visit): Iterable<Ranked> {
      const { page, signals } = visit;
      const layer = learn(visit);
      const followed = inSite === 'first' ? queues.ownSite : layer === 1 ? queues.high : queues.low;
      const followedWhy = layer === 1 ? 'layer 1' : signals.layer === 2 ? 'layer 2' : 'layer 2 by tunnel';
      for (const [i, link] of page.links.entries()) {
        const mark = signals.links[i]!;
        const verdict = verdictOf(mark);
        if (inspectUrls && verdict !== 'page' && verdict !== 'document') {
          yield { link, priority: 0, refuse: verdict };
        } else if (layer === 0) {
          yield leftover(link, 'neither layer');
        } else if (verdict === 'document' && documents === 'first') {
          if (layer === 1) yield { link, priority: queues.documents, why: 'layer 1, document' };
          else yield leftover(link, 'layer 2, document');
        } else if (layer === 2 && inspectUrls && (mark & DEPARTMENT) !== 0 && (mark & SAME_SITE) === 0) {
          yield { link, priority: queues.high, why: `${followedWhy}, department` };
        } else if (inspectAnchors && layer === 1 && (mark & PRUNED) !== 0) {
          yield leftover(link, 'layer 1, pruned anchor');
        } else if (inspectAnchors && layer === 2 && (mark & EXTRACTED) === 0) {
          yield leftover(link, `${followedWhy}, anchor not in list`);
        } else if ((mark & SAME_SITE) !== 0) {
          yield { link, priority: followed, why: followedWhy };
        } else {
          yield { link, priority: layer === 1 ? queues.high : queues.low, why: followedWhy };
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

    save(): Saved | undefined {
      if (!changed) return undefined;
      changed = false;
      return {
        sites: siteExit.save(),
        ...(directories && { directories: directories.save() }),
        ...(tunnel && { tunnel: tunnel.save() }),
      };
    },

    restore(saved) {
      const state = saved as Saved;
      siteExit.restore(state.sites);
      if (state.directories) directories?.restore(state.directories);
      if (state.tunnel) tunnel?.restore(state.tunnel);
    },
  };

  /** Records the page and returns the layer it counts as, tunnelling included. */
  function learn({ page, signals, via, host }: Visit<LayerSignals>): number {
    const { layer, layer2In, layer2Out } = signals;
    const tally = host();
    if (siteExit.visited(siteOf(page.url), tally)) changed = true;
    if (directories?.visited(page.url, layer === 1)) changed = true;
    if (tunnel === undefined) return layer;
    changed = true;
    tunnel.visited(queueOf(via.priority), layer === 1 && tally.relevant === 1);
    if (layer !== 0 || Number.isNaN(layer2In)) return layer;
    return tunnel.passes(layer2In, layer2Out) ? 2 : 0;
  }

  function leftover(link: Ranked['link'], why: string): Ranked {
    return leftovers === 'last' ? { link, priority: queues.last, why } : { link, priority: 0, refuse: why };
  }
}

/** Links of the current site and documents say nothing about the two queues. */
function queueOf(priority: number): 'high' | 'low' | 'neither' {
  if (priority <= queues.low) return 'low';
  return priority === queues.ownSite || priority === queues.documents ? 'neither' : 'high';
}

interface Saved {
  sites: string[];
  directories?: SavedDirectories;
  tunnel?: SavedTunnel;
}

/**
 * Proposes anchor lists from links with judged targets. The CINDI robot's lists were collected by hand from 6,000 pages
 * (Chen, Concordia, 2008, section 4.2.2): anchors on relevant pages that lead nowhere are pruned, anchors on other pages
 * that lead to the topic are extracted. Here each anchor's success rate is compared with that of all links from pages
 * of the same class: by the ratio of the two rates (with half a success added to each, to avoid 0), and by Dunning's
 * log-likelihood ratio G², which exceeds 6.63 by chance with probability 1 %. The lists include how often each anchor
 * was seen, for a person to review.
 */
import { gSquared } from '../text/g-squared.ts';
import { anchorForms, partsOf } from './anchor-inspection.ts';

export interface JudgedLink {
  anchor: string;
  /** Is on a page on the topic. */
  fromRelevant: boolean;
  /** Leads to a page on the topic, or to one that leads there. */
  succeeded: boolean;
}

export interface AnchorProposal {
  /** In its most common spelling. */
  anchor: string;
  links: number;
  succeeded: number;
  /** Success rate relative to the usual rate. */
  ratio: number;
  gSquared: number;
}

export interface AnchorProposals {
  prune: AnchorProposal[];
  extract: AnchorProposal[];
  /** All links from pages on the topic, and from other pages. */
  fromRelevant: Rate;
  fromOthers: Rate;
}

export interface Rate {
  links: number;
  succeeded: number;
}

export interface ProposalRule {
  language?: string | undefined;
  /** Anchors seen less often are ignored. */
  minLinks?: number;
  minGSquared?: number;
  /** Pruned at this ratio or less, extracted at its inverse or more. */
  ratio?: number;
  /** At most N of each, most certain first. */
  limit?: number;
}

export function proposeAnchors(links: Iterable<JudgedLink>, rule: ProposalRule = {}): AnchorProposals {
  const { language, minLinks = 5, minGSquared = 6.63, ratio = 0.5, limit = 100 } = rule;
  const form = anchorForms(language);
  const relevant = new AnchorTally();
  const others = new AnchorTally();
  for (const { anchor, fromRelevant, succeeded } of links) {
    const tally = fromRelevant ? relevant : others;
    tally.all.links += 1;
    if (succeeded) tally.all.succeeded += 1;
    for (const part of partsOf(anchor)) tally.count(part.trim(), form(part), succeeded);
  }
  const surest = (proposals: AnchorProposal[]): AnchorProposal[] =>
    proposals
      .filter((one) => one.links >= minLinks && one.gSquared >= minGSquared)
      .sort((a, b) => b.gSquared - a.gSquared || (a.anchor < b.anchor ? -1 : 1))
      .slice(0, limit);
  return {
    prune: surest(relevant.proposals().filter((one) => one.ratio <= ratio)),
    extract: surest(others.proposals().filter((one) => one.ratio >= 1 / ratio)),
    fromRelevant: relevant.all,
    fromOthers: others.all,
  };
}

class AnchorTally {
  readonly all: Rate = { links: 0, succeeded: 0 };
  readonly #byForm = new Map<string, Rate & { spellings: Map<string, number> }>();

  count(anchor: string, form: string, succeeded: boolean): void {
    if (form === '' || anchor.length > maxAnchorLength) return;
    let known = this.#byForm.get(form);
    if (known === undefined) {
      if (this.#byForm.size >= maxForms) return;
      known = { links: 0, succeeded: 0, spellings: new Map() };
      this.#byForm.set(form, known);
    }
    known.links += 1;
    if (succeeded) known.succeeded += 1;
    if (known.spellings.size < maxSpellings || known.spellings.has(anchor))
      known.spellings.set(anchor, (known.spellings.get(anchor) ?? 0) + 1);
  }

  proposals(): AnchorProposal[] {
    const usual = (this.all.succeeded + 0.5) / (this.all.links + 1);
    return [...this.#byForm.values()].map(({ links, succeeded, spellings }) => ({
      anchor: [...spellings].reduce((best, one) => (one[1] > best[1] ? one : best))[0],
      links,
      succeeded,
      ratio: (succeeded + 0.5) / (links + 1) / usual,
      gSquared: gSquared(rateOf({ links, succeeded }), rateOf(this.all)),
    }));
  }
}

const rateOf = ({ links, succeeded }: Rate) => ({ trials: links, successes: succeeded });

const maxAnchorLength = 80;
const maxForms = 500_000;
const maxSpellings = 8;

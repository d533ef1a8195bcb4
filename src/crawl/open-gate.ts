/** The gate of a crawl: what it learns about hosts is stored in the catalogue, and every answer is counted. */
import type { Catalogue } from '../archive/catalogue.ts';
import { type GateSettings, HostGate } from '../host/gate.ts';
import type { AddressLanes } from '../host/ip-lanes.ts';
import { AGENT } from '../web/http/agent.ts';
import type { NameLookup, Web } from '../web/web.ts';
import type { Archive } from './archive.ts';
import type { Settings } from './settings.ts';
import type { Statistics } from './statistics.ts';
import type { Timers } from './timers.ts';

export function gateSettings({ politeness, concurrency }: Settings): Partial<GateSettings> {
  const { robots, optOuts, minDelayMs, maxDelayMs, delayFactor, sharedAddress, ownHosts } = politeness;
  return {
    robots,
    optOuts,
    minDelayMs,
    maxDelayMs,
    delayFactor,
    sharedAddresses: sharedAddress,
    ownHosts,
    concurrency,
  };
}

interface Parts {
  settings: Settings;
  web: Web;
  names: NameLookup | undefined;
  catalogue: Catalogue;
  statistics: Statistics;
  archive: Archive;
  clock: () => number;
  timers: Timers;
  signal: AbortSignal;
  resumedAt: number | undefined;
  lanes?: AddressLanes | undefined;
  waitsAt?(host: string, origin: string): boolean;
}

export function openGate({ settings, catalogue, statistics, archive, timers, ...parts }: Parts): HostGate {
  const { counts } = statistics;
  const { clock } = parts;
  return new HostGate({
    ...parts,
    agent: AGENT,
    settings: gateSettings(settings),
    tickMs: timers.live ? 1 : 0,
    sleep: timers.sleep.bind(timers),
    memory: {
      recall: (host) => catalogue.read.host(host),
      save: (host, kept) => catalogue.saveHostRules(host, kept, clock()),
      saveRobots(host, origin, saved) {
        const before = catalogue.read.host(host)?.robots as Record<string, unknown> | undefined;
        const rules = {
          robots: { ...before, [origin]: saved },
          robotsText: saved?.text,
          robotsAt: clock(),
        };
        catalogue.saveHostRules(host, rules, clock());
      },
      note: (line) => catalogue.saveLedger(line),
    },
    onAnswer(kind, fetched, waitMs) {
      if (kind === 'fetch') counts.requests += 1;
      else if (fetched.ok) archive.keepAnswer(fetched);
      if (fetched.ok) counts.bytes += fetched.wire.length;
      counts.politeWaitMs += waitMs;
    },
  });
}

/** Forage as a library: `crawl` does what the command does, events as an async iterable. */
export type { Crawl } from './crawl/crawl.ts';
export type { CrawlEvent, Stop, StopReason } from './crawl/events.ts';
export type { Settings, SettingsInput } from './crawl/settings.ts';
export { type CrawlOptions, crawl, type ResumeOptions, resume } from './crawl/start.ts';
export type { Progress } from './crawl/statistics.ts';
export { ForageError } from './errors.ts';
export type { Judge, Judgement } from './judge/judge.ts';
export type { Link, Page } from './page/page.ts';
export { recipes } from './recipe/registry.ts';
export type { Ranked, Strategy, Visit, Waiting } from './strategy/strategy.ts';
export { loadTopic, parseTopic } from './topic/load.ts';
export type { Topic, WeightedTerm } from './topic/topic.ts';
export { type FrozenWeb, openFrozenWeb } from './web/frozen.ts';
export type { Fetched, FetchRequest, Web } from './web/web.ts';

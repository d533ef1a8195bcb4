/** Forage as a library: `crawl` does what the command does, with events as an async iterable. */

export { z } from 'zod';
export {
  type NoPrecision,
  type Precision,
  type PrecisionEstimate,
  precisionOf,
} from './answers/precision.ts';
export type { CatalogueReader } from './archive/catalogue-reader.ts';
export type { CrawlDatabase } from './archive/database.ts';
export type { DocumentFilter, DocumentReader, DocumentRecord } from './archive/document-reader.ts';
export { type CdxjExport, exportCdxj } from './archive/export/cdxj.ts';
export { type CsvOptions, exportCsv } from './archive/export/csv.ts';
export { exportGexf } from './archive/export/gexf.ts';
export { exportGraphml } from './archive/export/graphml.ts';
export { exportJsonLines, type JsonLinesOptions } from './archive/export/json-lines.ts';
export { type ExportTarget, writeOut } from './archive/export/output.ts';
export type { ExportFilter } from './archive/export/selected-pages.ts';
export { exportTextCorpus } from './archive/export/text-corpus.ts';
export { exportWacz, type WaczExport, type WaczOptions } from './archive/export/wacz.ts';
export { exportWarc, type WarcExport } from './archive/export/warc.ts';
export type { Label, PageLink, PageRecord, VisitRecord } from './archive/records.ts';
export { type Search, type SearchHit, type SearchOptions, search, searchPages } from './archive/search.ts';
export type { Change } from './crawl/changes.ts';
export { changeable } from './crawl/changes.ts';
export { type CheckOptions, type CrawlCheck, checkCrawl } from './crawl/check-folder.ts';
export { connect } from './crawl/connect.ts';
export type {
  Control,
  ControlStatus,
  LabelsKept,
  NewLabel,
  SeedsAdded,
  SettingsChanged,
  Stopped,
} from './crawl/control.ts';
export type { Crawl } from './crawl/crawl.ts';
export type { CrawlEvent, Stop, StopReason } from './crawl/events.ts';
export { exportCrawl } from './crawl/export.ts';
export { type FeedEntry, type FollowOptions, follow } from './crawl/feed.ts';
export { archivePath } from './crawl/folder.ts';
export { labelPages, type PagesLabelled, type UrlAnswer } from './crawl/label-pages.ts';
export { type OpenCrawl, openCrawl } from './crawl/open.ts';
export { type OpenDocuments, openDocumentsOf } from './crawl/open-documents.ts';
export { type RecrawlOptions, recrawl } from './crawl/recrawl/recrawl.ts';
export type { RoundOrder, RoundSettings } from './crawl/recrawl/round.ts';
export type { FoundLink } from './crawl/refusals.ts';
export { type JudgeAgainOptions, type JudgedAgain, judgeAgain } from './crawl/rejudge.ts';
export type { ChangedPage } from './crawl/rejudge-figures.ts';
export { type Repaired, type RepairOptions, repair } from './crawl/repair.ts';
export type { Settings, SettingsInput } from './crawl/settings.ts';
export type { NamedSink, Sink, SunkPage } from './crawl/sinks.ts';
export { type CrawlOptions, crawl, type ResumeOptions, resume } from './crawl/start.ts';
export type { Progress } from './crawl/statistics.ts';
export { type DemoServer, startDemoServer } from './demo/server.ts';
export type { DemoTopic } from './demo/topics.ts';
export { createDemoWeb, type DemoOptions, type DemoWeb } from './demo/web.ts';
export type { SemanticHeader } from './documents/header.ts';
export { type ErrorCode, type Fault, ForageError } from './errors.ts';
export { type FrozenOptions, type FrozenWeb, openFrozenWeb } from './frozen/frozen.ts';
export { type Replay, type ReplayOptions, startReplay } from './frozen/replay.ts';
export { type GrowOptions, grow, type ToldStage } from './grow/grow.ts';
export type { GrowInput, GrowSettings } from './grow/settings.ts';
export type { AskAboutPages, StageName } from './grow/stage.ts';
export { type Findings, type Judge, type Judgement, judgementOf, type Opinion } from './judge/judge.ts';
export type { DraftLink, OfferedDocument, PageDraft } from './page/draft.ts';
export type { DocumentFacts, Link, NotAPage, Page, PageMeta } from './page/page.ts';
export { readLocalFile } from './page/read-file.ts';
export {
  type Definition,
  defineExporter,
  defineFilter,
  defineJudge,
  defineReader,
  defineRecipe,
  defineSeedSource,
  defineSink,
  defineStrategy,
} from './plugin/define.ts';
export { useModules } from './plugin/load.ts';
export type { ExportedCrawl, ExportOptions, LinkFilter } from './plugin/parts.ts';
export { type PageFixture, page, visit } from './plugin/testing.ts';
export type { Given, JudgeLearner, Measure } from './recipe/kind.ts';
export type { ExamplePage, Lesson } from './recipe/lesson.ts';
export type { Need } from './recipe/needs.ts';
export type { Recipe, Spec } from './recipe/recipe.ts';
export { recipes } from './recipe/registry.ts';
export { chosenSources, type NamedSources } from './seeds/chosen.ts';
export { type FindOptions, type Found, findSeeds } from './seeds/find.ts';
export type { Seed } from './seeds/rank.ts';
export { type Reading, type ReadingOptions, withReading } from './seeds/reading.ts';
export type {
  Entries,
  FoundSeed,
  Requests,
  SeedFinder,
  SeedSource,
  SourceGiven,
} from './seeds/source.ts';
export { type DestinationSettings, destinationOf } from './send/destinations.ts';
export { type SendOptions, type Sent, send } from './send/send.ts';
export type {
  Answer,
  Inlink,
  LabelEffect,
  LabelledPage,
  Listing,
  NoSignals,
  Promotion,
  Ranked,
  Strategy,
  Tally,
  Visit,
  VisitedLink,
  VisitedPage,
  Waiting,
} from './strategy/strategy.ts';
export { loadTopic, parseTopic } from './topic/load.ts';
export type { Topic, WeightedTerm } from './topic/topic.ts';
export { createHttpWeb, type HttpSettings, type LiveWeb } from './web/http/http.ts';
export type { Answered, Failed, Fetched, FetchFailure, FetchRequest, Web } from './web/web.ts';

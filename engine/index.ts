/** The entry point of the engine: pipeline, expression, run. The catalogue is an argument; see `engine/actions`. */

export { CATEGORIES, type Category, type Decision, type Effect } from './action';
export { LOG_LEVELS, type LogLevel } from './action-context';
export { AnswerMemory } from './answer-memory';
export { isApplicable } from './applies';
export { type Branch, readBranches, readTargets } from './branches';
export {
  type ActionDescriptor,
  type Catalogue,
  type Descriptors,
  effectOf,
  indexDescriptors,
  type JsonSchema,
} from './catalogue';
export {
  CHANNEL_KINDS,
  type ChannelField,
  SETTING_FIELDS,
  SETTING_NAMES,
  type SettingName,
  type SettingVariable,
  settingVariable,
} from './channels';
export { clusterStatus, sumNodes } from './cluster-health';
export type { ActionExample } from './documentation';
export { ActionError, FAILURE_KINDS, type Failure, type FailureKind, toFailure } from './errors';
export {
  type Completion,
  type CompletionScope,
  checkExpression,
  closest,
  completions,
  ExpressionError,
  isTemplate,
  itemOf,
  knownFields,
  parseExpression,
  parseTemplate,
  type Reference,
  references,
  resolveValue,
  type Scope,
  type TypeScope,
  templateReferences,
  templateTexts,
  typeOf,
  typeText,
} from './expression';
export { adviceFor, failureName, failureSummary } from './failure-text';
export type { Reads, Widget } from './fields';
export { isJsonObject, type Json, type JsonObject, ownProperty } from './json';
export {
  bytesOf,
  MAX_DOCUMENT_BYTES,
  MAX_DOCUMENT_LEVELS,
  MAX_SIGNAL_BYTES,
  MAX_STEPS,
  refuseSize,
  tooDeep,
} from './json-limits';
export { measure, measuring } from './measure';
export { essenceOf, isHarmlessType } from './media-types';
export { observeShape } from './observe';
export type { Drive, Pausing } from './pausing';
export { notOneSecret } from './pipeline/check-whole-secret';
export {
  compareDocuments,
  framesContent,
  notesContent,
  type StepChange,
  withoutLayout,
} from './pipeline/compare';
export type { Diagnostic } from './pipeline/diagnostic';
export {
  ancestors,
  buildGraph,
  buildingGraph,
  descendants,
  type Graph,
  type GraphEdge,
} from './pipeline/graph';
export { formatPipeline, importing, importPipeline, importValue } from './pipeline/import';
export { type JsonError, locateJsonError } from './pipeline/json-error';
export type { KnownSecret } from './pipeline/known-secret';
export { normalize, normalizeParams } from './pipeline/normalize';
export type { ObservedOutputs } from './pipeline/observed';
export { coerceRunParams, withoutRequired } from './pipeline/run-params';
export {
  type Frame,
  MAX_KEEP_DAYS,
  MAX_KEEP_RUNS,
  type Note,
  PARAM_TYPES,
  type ParamDeclaration,
  type Pipeline,
  type PipelineDocument,
  type PipelineSettings,
  type Position,
  type Retry,
  retrySchema,
  STEP_ID,
  type StepDocument,
  UNTITLED,
} from './pipeline/schema';
export { typeScope } from './pipeline/type-scope';
export { isUntitled, untitledName } from './pipeline/untitled';
export { isRunnable, type KnownFacts, validate, validation } from './pipeline/validate';
export { jsonProblem, readJson } from './read-json';
export {
  CHUNK_SIZES,
  type ChunkOutputs,
  type ChunkPort,
  type ChunkSizes,
  type ChunkStatus,
  chunkKey,
  type NewChunk,
  readChunkEnd,
} from './run/chunks/chunks';
export { type PauseAnswer, type PauseDecision, pauseAnswerSchema } from './run/debug/answer';
export {
  type Breakpoint,
  type BreakpointPlace,
  breakpointPlace,
  breakpointSchema,
  type DebugSettings,
  debugSettingsSchema,
  MAX_BREAKPOINTS,
} from './run/debug/breakpoint';
export { answerProblem } from './run/debug/check-answer';
export { breakpointProblems } from './run/debug/check-breakpoints';
export { compareUnits, type UnitComparison } from './run/diff/compare-units';
export {
  type DiffPath,
  diffJson,
  type JsonChange,
  type JsonDiff,
  MAX_CHANGES,
} from './run/diff/diff-json';
export { diffPlan, type PlanDiff } from './run/diff/diff-plan';
export { diffRuns, type StepDiff } from './run/diff/diff-runs';
export { equalPayloads, inputsOf, type StepSide, stepSideOf } from './run/diff/diff-steps';
export { divergenceText } from './run/diff/divergence-text';
export { shortestEdits } from './run/diff/edit-path';
export { areMatched, gapsBetween } from './run/diff/list-gaps';
export type { AttemptAddress, AttemptOutcome, EffectExecutor } from './run/effects/effect-executor';
export {
  dayTotals,
  failureGroups,
  type HistoryRun,
  stepTotals,
  totalsOf,
  versionTotals,
} from './run/history/figures';
export { searchTerms } from './run/history/search-terms';
export { DIGESTED_EVENTS, digestSteps, type StepDigest } from './run/history/step-digest';
export { compactEvents } from './run/journal/compact';
export type { Journal, Projection } from './run/journal/journal';
export type { ConditionLine } from './run/lineage/condition-lines';
export { type Lineage, type LineageEntry, lineageOf } from './run/lineage/lineage';
export { sourceText } from './run/lineage/source-text';
export {
  EACH,
  parsePlace,
  placeText,
  splitIteration,
  type ValuePlace,
  withIteration,
} from './run/lineage/value-place';
export { type StepWhy, whyStep } from './run/lineage/why-step';
export { MASK, maskBytes, masking, maskText } from './run/masking/mask';
export { SharedMemory } from './run/memory/shared-memory';
export { prepare, secretNames } from './run/params/prepare';
export { canonicalText } from './run/rerun/canonical';
export { enter } from './run/rerun/entered';
export { type GivenOutput, type GivenOutputs, givenProblem } from './run/rerun/given';
export { withInputs } from './run/rerun/inputs';
export { planRerun } from './run/rerun/plan-rerun';
export { requestOf } from './run/rerun/request';
export type { RerunOptions } from './run/rerun/rerun-options';
export {
  type RerunDecision,
  type RerunPlan,
  rerunReasonText,
} from './run/rerun/rerun-plan';
export { reuseEvents } from './run/rerun/reuse-events';
export { Runner, type RunnerEnd } from './run/runner';
export { type AwaitedSignal, awaitedSignals, conditionsOf } from './run/state/awaited-signals';
export { warningsOf } from './run/state/count-warnings';
export {
  type Chunk,
  type Payload,
  type RunEvent,
  type RunEventBody,
  runEventBodySchema,
} from './run/state/events';
export { applyEvent, emptyRunState, foldEvents } from './run/state/fold';
export { isTerminal } from './run/state/fold-unit';
export { payloadValue } from './run/state/payload';
export { PENDING_UNIT } from './run/state/pending-unit';
export type { GivenSource, RerunRequest, RerunScope } from './run/state/rerun-request';
export { type RunTrace, runTraceSchema } from './run/state/run-trace';
export { failuresText, isSerious, type RunWarnings, warningsText } from './run/state/run-warnings';
export {
  type AnsweredPause,
  type AttemptState,
  type ChunksState,
  HOLD_REASONS,
  type Hold,
  type HoldReason,
  type IterationsState,
  type PauseState,
  type RunState,
  type RunStatus,
  type StepStatus,
  type UnitState,
} from './run/state/state';
export { addressOf, findUnit, parentOf, type UnitAddress, unitKey, waitingUnits } from './run/state/unit';
export { type Coverage, coverageOf, type StepPassages, type Taken, takenIn } from './run/taken/taken';
export type { TestPorts } from './run/test/pace';
export { testOf } from './run/test/propose';
export { notRun, runTest, type TestResult } from './run/test/run-test';
export {
  MAX_TESTS,
  type PipelineTest,
  type TestFile,
  testFileSchema,
} from './run/test/schema';
export { settleTest } from './run/test/settle';
export type { TimeShare } from './run/time/run-times';
export { WAIT_CAUSES, WAIT_WORDS } from './run/time/span';
export { estimateRemaining, stateAt, timesOfRun } from './run/time/times-of-run';
export { type Comparison, compareWithUsual, slowerText, type Usual, usualTimes } from './run/time/usual';
export { type WorstCase, worstCaseOf } from './run/time/worst-case';
export { type RunSpan, runSpans } from './run/trace/run-spans';
export { parseTraceparent, readTracestate, type SentTrace } from './run/trace/trace-context';
export { type TracedRun, traceHeaders, traceIdOf } from './run/trace/trace-ids';
export { retryDelaySeconds } from './run/units/retry';
export {
  type FoundProblem,
  firstProblem,
  isStock,
  pathText,
  problemAt,
  problemText,
} from './schema-problem';
export { sha256 } from './sha256';
export { asStoredFile, sha256InPath, storedPathOf } from './stored-file';
export { splitOutside, withoutTrailing } from './text';
export { MAX_RESULTS_BYTES, megabytes } from './value-limits';

/** The engine's door: pipeline, expression, run. The catalogue is an argument; see `engine/actions`. */
export * from './action';
export * from './branches';
export * from './catalogue';
export * from './documentation';
export * from './errors';
export * from './expression';
export * from './json';
export * from './json-limits';
export * from './observe';
export type { KnownSecret } from './pipeline/check-secrets';
export * from './pipeline/compare';
export * from './pipeline/diagnostic';
export * from './pipeline/graph';
export * from './pipeline/import';
export { type JsonError, locateJsonError } from './pipeline/json-error';
export * from './pipeline/normalize';
export type { ObservedOutputs } from './pipeline/observed';
export * from './pipeline/run-params';
export * from './pipeline/schema';
export { typeScope } from './pipeline/type-scope';
export * from './pipeline/validate';
export * from './ports';
export type {
  AttemptAddress,
  AttemptOutcome,
  EffectExecutor as Performer,
} from './run/effects/effect-executor';
export * from './run/journal/journal';
export { MASK } from './run/masking/mask';
export { Runner, type RunnerEnd } from './run/runner';
export { type AwaitedSignal, awaitedSignals, conditionsOf } from './run/state/awaited-signals';
export * from './run/state/events';
export * from './run/state/fold';
export { payloadValue } from './run/state/payload';
export * from './run/state/state';
export { addressOf, findUnit, type UnitAddress, unitKey, waitingUnits } from './run/state/unit';
export * from './run/units/retry';
export * from './text';

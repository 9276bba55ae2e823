import type { ControlContext, ControlDefinition, Decision, LiveStep, Outcome } from '../../action';
import type { Logger, LogLevel } from '../../action-context';
import { ActionError } from '../../errors';
import {
  ExpressionError,
  evaluate,
  Meter,
  parseExpression,
  resolveValue,
  type Scope,
  TooMuch,
  test,
} from '../../expression';
import { isJsonObject, type Json, ownProperty } from '../../json';
import type { Prepared } from '../params/prepare';
import { newestPoll } from '../state/checks';
import { isTerminal } from '../state/fold';
import { payloadValue } from '../state/payload';
import type { UnitState } from '../state/state';

/** What a control bases its decision on. */
export interface ControlQuestion {
  readonly prepared: Prepared;
  readonly definition: ControlDefinition;
  readonly unit: UnitState;
  readonly computed: Json | undefined;
  readonly now: Date;
  /** How long the run has been paused since it started, in ms. */
  readonly pausedMs: number;
  readonly dependencies: readonly string[];
  readonly outcome: (stepId: string) => Outcome | undefined;
  /** @throws ExpressionError */
  readonly liveSteps: (expression: string) => readonly LiveStep[];
  /** What its expressions may read; built on first use. */
  readonly scope: () => Scope;
  readonly log: (level: LogLevel, message: string) => void;
}

/** Asks a control for its decision. @throws ActionError when it cannot decide */
export function decide(question: ControlQuestion): Decision {
  const { unit, now } = question;
  const meter = new Meter();
  let own: Scope | undefined;
  function scope(names: Readonly<Record<string, Json>>): Scope {
    own ??= question.scope();
    return { ...own, meter, names: { ...own.names, ...names } };
  }
  const attempt = unit.attempts.at(-1);
  const ctx: ControlContext = {
    now,
    elapsedSeconds: attempt ? (now.getTime() - Date.parse(attempt.startedAt)) / 1000 : 0,
    pausedSeconds: attempt ? (question.pausedMs - attempt.pausedMs) / 1000 : 0,
    waits: attempt?.waits ?? 0,
    computed: question.computed,
    iterations: iterationOutcomes(unit),
    range: { first: unit.iterations?.first ?? 0, total: unit.iterations?.total ?? 0 },
    item: (index) => itemOf(unit, index),
    dependencies: question.dependencies,
    outcome: question.outcome,
    liveSteps: (text) => asExpressionError(() => question.liveSteps(text)),
    evaluate(text, names = {}) {
      return asExpressionError(() => evaluate(parseExpression(text), scope(names), { missing: 'error' }));
    },
    test(text, names = {}, current = {}) {
      return asExpressionError(() => test(parseExpression(text), withCurrent(scope(names), current)));
    },
    render(value, names = {}) {
      return asExpressionError(() => resolveValue(value, scope(names)));
    },
    build(value) {
      asExpressionError(() => meter.build(value));
    },
    read(value) {
      asExpressionError(() => meter.read(value));
    },
    log: loggerTo(question.log),
  };
  return question.definition.decide(question.prepared.params, ctx);
}

/** A scope in which present fields replace those of the outputs of steps. */
function withCurrent(scope: Scope, current: Readonly<Record<string, Json>>): Scope {
  return {
    ...scope,
    step(id) {
      const step = scope.step(id);
      const fields = ownProperty(current, id);
      if (!step || !isJsonObject(fields)) return step;
      const { status, error } = step;
      return { status, error, output: isJsonObject(step.output) ? { ...step.output, ...fields } : fields };
    },
  };
}

/** Turns an error in an expression into a failure of the action. */
function asExpressionError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof TooMuch) {
      throw new ActionError('expression_error', sentence(error.message), { cause: error });
    }
    throw error;
  }
}

function sentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`;
}

/** A logger that passes every line to `write`. */
export function loggerTo(write: (level: LogLevel, message: string) => void): Logger {
  return {
    debug(message) {
      write('debug', message);
    },
    info(message) {
      write('info', message);
    },
    warning(message) {
      write('warning', message);
    },
    error(message) {
      write('error', message);
    },
  };
}

/** How a unit ended, as actions read it; undefined before its end. */
export function outcomeOf(
  unit: UnitState | undefined,
  loaded?: ReadonlyMap<string, Json>,
): Outcome | undefined {
  if (!unit || !isTerminal(unit.status)) return undefined;
  return {
    status: unit.status as Outcome['status'],
    get output() {
      return unit.output === undefined ? undefined : payloadValue(unit.output, loaded);
    },
    error: unit.error,
  };
}

function iterationOutcomes(unit: UnitState): (Outcome | undefined)[] {
  const { iterations } = unit;
  if (!iterations) return [];
  const { as, items, first, units } = iterations;
  // Only the newest poll of a wait is read, and only its values are in memory.
  const read = as === undefined ? 0 : newestPoll(iterations);
  return items.map((_, at) => (at < read ? undefined : outcomeOf(units.get(first + at))));
}

function itemOf({ iterations }: UnitState, index: number): Json | undefined {
  const item = iterations?.items[index - iterations.first];
  return item && payloadValue(item);
}

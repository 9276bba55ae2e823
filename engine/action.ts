import type { z } from 'zod';
import type { ActionContext, Logger } from './action-context';
import type { Documentation } from './documentation';
import type { Failure } from './errors';
import type { ActionIcon } from './icons';
import type { Json, JsonObject } from './json';
import type { SandboxProgram } from './ports';

/** The side effects of an action. docs/rules.md, section 8. */
export const EFFECTS = ['none', 'read', 'write', 'destructive'] as const;
export type Effect = (typeof EFFECTS)[number];

export const CATEGORIES = ['control', 'deployment', 'model', 'cluster', 'integration'] as const;
export type Category = (typeof CATEGORIES)[number];

/** A fact about an action that may depend on one enum parameter: an HTTP GET reads, a POST writes. */
export type ByParam<T> =
  | T
  | {
      readonly by: string;
      readonly of: Readonly<Record<string, T>>;
      readonly otherwise: T;
      /** Applies instead when all these parameters have these values: a query that may write is not a read. */
      readonly except?: { readonly where: Readonly<Record<string, string | boolean>>; readonly gives: T };
    };

/** How a step or iteration ended, as later steps read it. */
export interface Outcome {
  readonly status: 'completed' | 'failed' | 'skipped' | 'cancelled';
  readonly output: Json | undefined;
  readonly error: Failure | undefined;
}

/** A completed step whose output may have changed since, and the action that reads it again. */
export interface LiveStep {
  readonly step: string;
  readonly action: string;
  readonly params: JsonObject;
}

/** Everything that a control may read. Controls are pure: the same context gives the same decision. */
export interface ControlContext {
  /** The instant of this decision, recorded in the journal. */
  readonly now: Date;
  /** Seconds since the attempt started. */
  readonly elapsedSeconds: number;
  /** How many of these seconds the run was paused. A time limit does not count them. */
  readonly pausedSeconds: number;
  /** Number of waits of this attempt. */
  readonly waits: number;
  /** Result of the last `compute`; undefined before. */
  readonly computed: Json | undefined;
  /** Outcomes of the iterations planned so far, in order; undefined while one is not finished. */
  readonly iterations: readonly (Outcome | undefined)[];
  /** Index of the first of `iterations`, and length of the whole list. A try may execute one iteration only. */
  readonly range: { readonly first: number; readonly total: number };
  /** The item of a planned iteration. */
  item(index: number): Json | undefined;
  /** Ids of the steps this one runs after, in document order. */
  readonly dependencies: readonly string[];
  /** How another step ended; undefined before its end. */
  outcome(stepId: string): Outcome | undefined;
  /** The steps in an expression whose output can be read again, in the order of their first mention. */
  liveSteps(expression: string): readonly LiveStep[];
  /** Evaluates an expression. @throws ActionError `expression_error` */
  evaluate(expression: string, names?: Readonly<Record<string, Json>>): Json;
  /**
   * Evaluates a condition: missing is null, null is false.
   * @param current present fields of live steps, which replace those of their outputs
   * @throws ActionError `expression_error`
   */
  test(
    expression: string,
    names?: Readonly<Record<string, Json>>,
    current?: Readonly<Record<string, Json>>,
  ): boolean;
  /** Resolves templates in a value that was read as `deferred`. @throws ActionError `expression_error` */
  render(value: Json, names?: Readonly<Record<string, Json>>): Json;
  /** Counts a value that becomes part of the output, before it is copied. @throws ActionError `expression_error` when that is too much */
  build(value: Json): void;
  /** Counts a value that is read entirely. @throws ActionError `expression_error` when it is too large */
  read(value: Json): void;
  readonly log: Logger;
}

/** The decision of a control. */
export type Decision =
  | {
      readonly do: 'complete';
      readonly output: Json;
      /** Name of the taken branch, and the targets of all other branches. */
      readonly branch?: { readonly taken: string; readonly notTaken: readonly string[] };
      /** A pipeline output to set. */
      readonly set?: { readonly key: string; readonly value: Json };
    }
  /** Decide again after this time. A durable timer: the run needs no memory and no slot until then. */
  | { readonly do: 'wait'; readonly seconds: number; readonly reason: string }
  /** Run a program in the sandbox, then decide again with its result. A restart runs it again. */
  | { readonly do: 'compute'; readonly program: SandboxProgram }
  /** Run an action once per item, then decide again. Items are appended to those planned before. */
  | {
      readonly do: 'iterate';
      readonly items: readonly Json[];
      readonly action: string;
      /** As written: rendered per item with `item` and `index`. */
      readonly params: JsonObject;
      /** Largest number of concurrent iterations. */
      readonly parallel: number;
      /** Start no more once one has failed. */
      readonly stopOnFailure: boolean;
      /** The name of the item, when `item` and `index` are those of an outer loop. */
      readonly as?: string;
    }
  | {
      readonly do: 'fail';
      readonly error: Failure;
      /** Ends the pipeline, not only the step. */
      readonly endsRun?: boolean;
    };

/** Parameters of which at least one is required with a value of another parameter. */
export interface RequiredFor {
  /** The other parameter. */
  readonly by: string;
  /** The alternatives by its value; the first is named in the message. */
  readonly of: Readonly<Record<string, readonly string[]>>;
}

/** Words for the executions of an action, with `{param}` for its value: `1 POST`, `3 POSTs`. */
export interface LedgerWords {
  readonly one: string;
  readonly many: string;
  /** The parameter that says who or what receives it. */
  readonly to: string;
}

interface DefinitionBase<P extends z.ZodObject, O extends z.ZodType> {
  /** Identifier in step JSON. */
  readonly type: string;
  readonly title: string;
  /** One sentence for the palette. */
  readonly description: string;
  readonly icon: ActionIcon;
  /**
   * The card's sentence. `{param}` is replaced by the value or a chip; a part in `[ ]` is shown only when
   * every parameter in it is given: `'Wait {duration} s[: {reason}]'`.
   */
  readonly sentence: string;
  readonly category: Category;
  /** Raised when its output changes its meaning: a re-run then executes it again. @default 1 */
  readonly release?: number;
  /** What one execution does, for a list of side effects. @default the sentence */
  readonly ledger?: LedgerWords;
  /** Other types that name this action. */
  readonly aliases?: readonly string[];
  /** Other spellings of parameters: `{ timeout: 'timeout_seconds' }`. */
  readonly spellings?: Readonly<Record<string, string>>;
  readonly params: P;
  /** Parameters of which at least one is required; the first is named in the message when none is given. */
  readonly requireOneOf?: readonly string[];
  readonly requireFor?: RequiredFor;
  readonly output: O;
  /** Whether the step can have no dependents, so that its card has no output handle. */
  readonly terminal?: boolean;
  readonly docs?: Documentation;
}

/** An action with side effects. It is executed in attempts, may be retried, and cannot decide what comes next. */
export interface EffectDefinition<P extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType>
  extends DefinitionBase<P, O> {
  readonly kind: 'effect';
  readonly effect: ByParam<Effect>;
  /** Whether executing it twice has the same effect as once, so that it can be repeated after a crash. */
  readonly idempotent: ByParam<boolean>;
  run(params: z.output<P>, ctx: ActionContext): Promise<z.input<O>>;
  /**
   * A problem in the output of an attempt that completed, shown as a warning.
   * @param written the parameters as written, canonical names
   */
  warning?(output: z.output<O>, written: JsonObject): Failure | undefined;
  /** The action that reads its output again later, where that may change, and the parameters that it takes from the step. */
  readonly current?: {
    readonly action: string;
    readonly from: 'inputs' | 'output';
    /** The first one is required. */
    readonly fields: readonly string[];
  };
}

/** An action that decides what comes next. It is pure and evaluated by the scheduler. */
export interface ControlDefinition<P extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType>
  extends DefinitionBase<P, O> {
  readonly kind: 'control';
  /** Largest output, in bytes of JSON text. @default the limit of templates */
  readonly maxOutputBytes?: number;
  decide(params: z.output<P>, ctx: ControlContext): Decision;
}

export type ActionDefinition = EffectDefinition | ControlDefinition;

/** Defines an effect. The literal type is kept, so that the registry can derive `ActionType`. */
export function defineAction<P extends z.ZodObject, O extends z.ZodType, const T extends string>(
  definition: Omit<EffectDefinition<P, O>, 'kind' | 'type'> & { readonly type: T },
): EffectDefinition<P, O> & { readonly type: T } {
  return { ...definition, kind: 'effect' };
}

/** Defines a control. The literal type is kept, so that the registry can derive `ActionType`. */
export function defineControl<P extends z.ZodObject, O extends z.ZodType, const T extends string>(
  definition: Omit<ControlDefinition<P, O>, 'kind' | 'type'> & { readonly type: T },
): ControlDefinition<P, O> & { readonly type: T } {
  return { ...definition, kind: 'control' };
}

/** Reads a fact that may depend on a parameter. */
export function byParam<T>(fact: ByParam<T>, params: Readonly<Record<string, unknown>>): T {
  if (typeof fact !== 'object' || fact === null || !('by' in fact)) return fact as T;
  const { except } = fact;
  if (except && Object.entries(except.where).every(([name, value]) => params[name] === value))
    return except.gives;
  const value = params[fact.by];
  if (typeof value === 'string' && Object.hasOwn(fact.of, value)) return fact.of[value] as T;
  return fact.otherwise;
}

import type { Failure } from '../../errors';
import { isJsonObject, type JsonObject } from '../../json';
import { normalizeParams } from '../../pipeline/normalize';
import type { RunContext } from '../context/run-context';
import { hiddenTexts, mask, maskLine } from '../masking/mask';
import { referencedParams, shownInputs } from '../params/edited-params';
import { writtenSecrets } from '../params/shown-params';
import type { PauseCause } from '../state/pause-events';
import { NotLoaded } from '../state/payload';
import { runScope } from '../state/scope';
import type { Signals } from '../state/state';
import { addressFields, parentOf, type UnitAddress } from '../state/unit';
import type { Breakpoint, PauseMoment } from './breakpoint';
import { editOf } from './edit-of';
import { isAt, judgeCondition } from './matching';

/** Why a unit is to be paused. */
interface Reason {
  readonly cause: PauseCause;
  readonly breakpoint?: Breakpoint;
  /** Why the condition could not be evaluated. */
  readonly note?: string;
}

/** A failure that no attempt follows. */
export interface FinalFailure {
  readonly failure: Failure;
  /** Whether it ends the pipeline: the `fail` action. */
  readonly endsRun: boolean;
}

/** Pauses units at breakpoints. docs/debugging.md. */
export class Pauses {
  readonly #context: RunContext;
  #deferred: (() => void)[] = [];

  constructor(context: RunContext) {
    this.#context = context;
  }

  /** Proceeds with what needed a value that has been read since. */
  takeDeferred(): void {
    for (const work of this.#deferred.splice(0)) work();
  }

  /** Pauses a unit before its first attempt. @returns false when it is to start */
  pauseBefore(address: UnitAddress): boolean {
    const unit = this.#context.unit(address);
    if (unit.attempts.length > 0 || unit.decided || !this.#mayPause(address)) return false;
    try {
      const reason = this.#reasonBefore(address);
      return reason !== undefined && this.#pause(address, 'before', reason);
    } catch (error) {
      if (this.#context.awaitsValue(error, address)) return true;
      throw error;
    }
  }

  /**
   * Pauses a unit whose attempt failed, without another to follow.
   * @param again called when a value had to be read first
   * @returns false when it is to fail
   */
  pauseOnFailure(address: UnitAddress, final: FinalFailure, again: () => void): boolean {
    // The chunks of a loop that fails are cancelled at once.
    if (!this.#mayPause(address) || this.#context.unit(address).chunks) return false;
    try {
      const reason = this.#reasonOnFailure(address, final);
      return reason !== undefined && this.#pause(address, 'failure', reason, final);
    } catch (error) {
      const ready = () => {
        this.#deferred.push(again);
        this.#context.turns.signal();
      };
      if (this.#context.awaits(error, ready)) return true;
      throw error;
    }
  }

  /** Checks of a wait are no units of their own. */
  #mayPause(address: UnitAddress): boolean {
    if (this.#context.state.debug === undefined) return false;
    const parent = parentOf(address);
    return parent === undefined || this.#context.unit(parent).iterations?.as === undefined;
  }

  #reasonBefore(address: UnitAddress): Reason | undefined {
    const reached = this.#reached(address, 'before', {});
    return reached ?? (this.#context.state.debug?.isStepping ? { cause: 'step' } : undefined);
  }

  #reasonOnFailure(address: UnitAddress, { failure }: FinalFailure): Reason | undefined {
    const { kind, message, code = null } = failure;
    const reached = this.#reached(address, 'failure', { error: { kind, message, code } });
    if (reached) return reached;
    const { debug } = this.#context.state;
    return debug?.pause_on_failure && !this.#failedBelow(address) ? { cause: 'failure' } : undefined;
  }

  /** Whether the failure of a loop is that of an iteration, which was paused itself. */
  #failedBelow(address: UnitAddress): boolean {
    const units = this.#context.unit(address).iterations?.units.values() ?? [];
    return [...units].some(({ status }) => status === 'failed');
  }

  /** The first breakpoint that pauses a unit now. @throws NotLoaded */
  #reached(address: UnitAddress, moment: PauseMoment, names: JsonObject): Reason | undefined {
    const { state, graph, now } = this.#context;
    const scope = () => runScope(state, now, { ...this.#context.source(address).names, ...names });
    for (const breakpoint of state.debug?.breakpoints ?? []) {
      if (!isAt(breakpoint, moment, address, { graph, state })) continue;
      const judged = this.#judge(breakpoint.condition, scope);
      if (judged === false) continue;
      return { cause: 'breakpoint', breakpoint, ...(judged === true ? {} : { note: judged }) };
    }
    return undefined;
  }

  #judge(...[condition, scope]: Parameters<typeof judgeCondition>): boolean | string {
    try {
      return judgeCondition(condition, scope);
    } catch (error) {
      const refused = error instanceof NotLoaded && this.#context.values.refuse(error);
      if (refused) return `The condition of the breakpoint could not be evaluated: ${refused.message}`;
      throw error;
    }
  }

  #pause(address: UnitAddress, moment: PauseMoment, reason: Reason, final?: FinalFailure): boolean {
    const { now } = this.#context;
    const { attempts } = this.#context.unit(address);
    const shown = this.#inputs(address);
    if (this.#context.take(address, 'The input of this step', shown.inputs)) return false;
    const { cause, breakpoint } = reason;
    const note = reason.note ?? shown.note;
    const limit = breakpoint?.timeout_seconds;
    const until = limit === undefined ? undefined : new Date(now.getTime() + limit * 1000).toISOString();
    this.#context.record({
      type: 'step_paused',
      ...addressFields(address),
      attempt: moment === 'before' ? attempts.length + 1 : Math.max(1, attempts.length),
      action: this.#context.source(address).action,
      moment,
      cause,
      ...(breakpoint && { breakpoint }),
      inputs: { value: shown.inputs },
      ...(final && { error: final.failure }),
      ...(final?.endsRun && { ends_run: true }),
      ...(until !== undefined && { until }),
      ...(note !== undefined && { note }),
    });
    this.#context.revealed.drop(address);
    this.#context.wakeLater(address);
    return true;
  }

  /** The parameters of a unit with secrets as references; as written when they cannot be resolved. @throws NotLoaded */
  #inputs(address: UnitAddress): { readonly inputs: JsonObject; readonly note?: string } {
    const { catalogue, state } = this.#context;
    const unit = this.#context.unit(address);
    const { action, params, names } = this.#context.source(address);
    const descriptor = catalogue.descriptors.find(action);
    if (!descriptor) return { inputs: params };
    const written = normalizeParams(params, descriptor).params;
    const attempt = unit.attempts.at(-1);
    const at = attempt ? new Date(attempt.resolvedAt) : this.#context.now;
    const signals: Signals = attempt?.signals ?? state.signals;
    try {
      const edit = editOf(unit, state.loaded);
      return {
        inputs: shownInputs(referencedParams(written, descriptor, runScope(state, at, names, signals)), edit),
      };
    } catch (error) {
      if (error instanceof NotLoaded && !this.#context.values.refuse(error)) throw error;
      const hidden = hiddenTexts(writtenSecrets(written, descriptor));
      const masked = mask(written, hidden);
      const note = maskLine(this.#context.failureOf(error).message, hidden);
      return { inputs: isJsonObject(masked) ? masked : {}, note };
    }
  }
}

import type { Decision } from '../action';
import { byParam, type LogLevel } from '../action';
import type { Catalogue } from '../catalogue';
import { ActionError, type Failure, toFailure } from '../errors';
import type { Json, JsonObject } from '../json';
import type { Graph } from '../pipeline/graph';
import type { Pipeline, Step } from '../pipeline/schema';
import type { Clock, Http, Secrets } from '../ports';
import { decide, outcomeOf } from './control';
import { checkedOutput, runEffect } from './effect';
import type { RunEventBody } from './events';
import { isTerminal, PENDING_UNIT } from './fold';
import { type Prepared, prepare, revealSecrets, secretNames } from './prepare';
import { retryDelaySeconds } from './retry';
import type { InterruptAnswer } from './runner';
import { payloadValue, runScope, scrub } from './scope';
import type { IterationsState, RunState, UnitState } from './state';
import type { Timers } from './timers';
import { addressFields, findUnit, parentOf, type UnitAddress, unitKey } from './unit';

export interface UnitDriverOptions {
  readonly pipeline: Pipeline;
  readonly catalogue: Catalogue;
  readonly state: RunState;
  readonly graph: Graph;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly http: Http;
  readonly timers: Timers;
  readonly record: (body: RunEventBody) => void;
  /** Asks for `goOn` with this unit at the next turn. */
  readonly goOnLater: (address: UnitAddress) => void;
  /** Tells that something was recorded outside a turn. */
  readonly signal: () => void;
}

/** What is held in memory for a unit that is under way. Nothing here cannot be had again from the journal. */
interface Live {
  /** Of the effect in flight. */
  controller?: AbortController;
  /** Revealed for this attempt: also what must not appear in outputs and logs. */
  revealed?: Record<string, string>;
  prepared?: Prepared;
  /** Iterations started so far, those not ended, and whether one has failed. */
  loop?: { next: number; running: number; failed: boolean };
}

/** What a unit is made of: its own step, or the loop around it. */
interface Source {
  readonly step: Step;
  readonly action: string;
  readonly params: JsonObject;
  readonly names: Readonly<Record<string, Json>>;
}

/** Drives single units, steps and iterations alike: attempts, waits, iterations, retries, cancellation. */
export class UnitDriver {
  readonly #options: UnitDriverOptions;
  readonly #live = new Map<string, Live>();
  #launches: (() => void)[] = [];
  #busy = 0;
  #abandoned = false;

  constructor(options: UnitDriverOptions) {
    this.#options = options;
  }

  /** Something is in flight that will report back. */
  get isBusy(): boolean {
    return this.#busy > 0 || this.#launches.length > 0;
  }

  /** Starts the effects whose start is durable by now. */
  launch(): void {
    const launches = this.#launches;
    this.#launches = [];
    for (const start of launches) start();
  }

  /** Begins the next attempt of a unit. */
  begin(address: UnitAddress): void {
    const source = this.#source(address);
    const live = this.#liveOf(address);
    const names = secretNames(source.params);
    if (names.length === 0 || live.revealed) {
      this.#beginWith(address, source, live.revealed ?? {});
      return;
    }
    this.#busy += 1;
    void revealSecrets(names, this.#options.secrets)
      .then(
        (revealed) => {
          live.revealed = revealed;
          this.#options.goOnLater(address);
        },
        (error: unknown) => this.#failAttempt(address, source, toFailure(error)),
      )
      .finally(() => {
        this.#busy -= 1;
        this.#options.signal();
      });
  }

  /** Goes on with a unit whose timer fired, whose iteration ended, or whose secrets have come. */
  goOn(address: UnitAddress): void {
    const unit = this.#unit(address);
    const parent = parentOf(address);
    if (isTerminal(unit.status) || (parent && isTerminal(this.#unit(parent).status))) return;
    if (unit.status === 'pending' || unit.status === 'retrying') {
      if (this.#liveOf(address).revealed || unit.status === 'retrying') this.begin(address);
      return;
    }
    if (unit.wait?.reason === 'unknown_effect') return;
    if (unit.iterations && unit.status === 'running') this.#progress(address, unit.iterations);
    else if (unit.status === 'waiting') this.#decide(address);
  }

  /** Fails a step whose condition cannot be evaluated. */
  failBeforeStart(address: UnitAddress, error: Failure): void {
    this.#failAttempt(address, this.#source(address), error);
  }

  /** Cancels a unit and everything below it. */
  cancel(address: UnitAddress, reason: string): void {
    const unit = this.#unit(address);
    if (isTerminal(unit.status)) return;
    for (const [index, child] of unit.iterations?.units ?? []) {
      if (!isTerminal(child.status))
        this.cancel({ ...address, iteration: [...address.iteration, index] }, reason);
    }
    const controller = this.#live.get(unitKey(address))?.controller;
    const attempt = unit.attempts.length > 0 ? { attempt: unit.attempts.length } : {};
    this.#options.record({ type: 'step_cancelled', ...addressFields(address), ...attempt, reason });
    controller?.abort(new ActionError('cancelled', reason));
  }

  /** Drops what was held for a unit that has ended. */
  forget(address: UnitAddress): void {
    const key = unitKey(address);
    this.#options.timers.clear(key);
    const live = this.#live.get(key);
    if (!live?.controller) this.#live.delete(key);
    const parent = parentOf(address);
    const loop = parent && this.#live.get(unitKey(parent))?.loop;
    if (!loop) return;
    loop.running -= 1;
    if (this.#unit(address).status !== 'completed') loop.failed = true;
  }

  /** Takes over a unit as an earlier runner left it. */
  recover(address: UnitAddress, unit: UnitState): void {
    if (isTerminal(unit.status) || unit.status === 'pending') return;
    for (const [index, child] of unit.iterations?.units ?? []) {
      this.recover({ ...address, iteration: [...address.iteration, index] }, child);
    }
    if (unit.wait?.until !== undefined) this.#wakeAt(address, new Date(unit.wait.until));
    else if (unit.iterations) this.#options.goOnLater(address);
    else if (unit.status === 'running') this.#interrupted(address, unit);
  }

  /** A person's answer about an attempt that was interrupted. */
  answer(address: UnitAddress, answer: InterruptAnswer): void {
    const unit = this.#unit(address);
    if (unit.wait?.reason !== 'unknown_effect') return;
    const fields = { ...addressFields(address), attempt: unit.attempts.length };
    if (answer === 'happened')
      this.#options.record({ type: 'step_completed', ...fields, output: { value: {} } });
    else if (answer === 'fail') this.#endFailed(address, unknownEffect(unit.attempts.length), false);
    else this.begin(address);
  }

  /** Aborts everything in flight; nothing is recorded any more. */
  abandon(): void {
    this.#abandoned = true;
    this.#launches = [];
    for (const { controller } of this.#live.values())
      controller?.abort(new ActionError('cancelled', 'Shutting down.'));
  }

  #unit(address: UnitAddress): UnitState {
    return findUnit(this.#options.state, address) ?? PENDING_UNIT;
  }

  #liveOf(address: UnitAddress): Live {
    const key = unitKey(address);
    const live = this.#live.get(key) ?? {};
    this.#live.set(key, live);
    return live;
  }

  #source(address: UnitAddress): Source {
    const step = this.#options.graph.steps.get(address.step)?.step;
    if (!step) throw new Error(`There is no step ${address.step}.`);
    const parent = parentOf(address);
    if (!parent) return { step, action: step.action, params: step.params, names: {} };
    const iterations = this.#unit(parent).iterations;
    const index = address.iteration.at(-1) ?? 0;
    const item = iterations?.items[index];
    return {
      step,
      action: iterations?.action ?? '',
      params: iterations?.params ?? {},
      names: { item: item === undefined ? null : payloadValue(item), index },
    };
  }

  #beginWith(address: UnitAddress, source: Source, revealed: Record<string, string>): void {
    const live = this.#liveOf(address);
    const now = this.#options.clock.now();
    try {
      live.prepared = this.#prepare(source, revealed, now);
    } catch (error) {
      this.#failAttempt(address, source, toFailure(error));
      return;
    }
    this.#recordStart(
      address,
      live.prepared.definition.type,
      scrub(live.prepared.inputs, Object.values(revealed)),
    );
    if (live.prepared.definition.kind === 'control') this.#decide(address);
    else this.#queueEffect(address, source, live);
  }

  #prepare(source: Source, revealed: Record<string, string>, now: Date): Prepared {
    return prepare({
      catalogue: this.#options.catalogue,
      action: source.action,
      params: source.params,
      secrets: revealed,
      scope: (secrets) => runScope(this.#options.state, now, { ...source.names, secrets }),
    });
  }

  #recordStart(address: UnitAddress, action: string, inputs: Json): void {
    const attempt = this.#unit(address).attempts.length + 1;
    this.#options.record({
      type: 'step_started',
      ...addressFields(address),
      attempt,
      action,
      inputs: { value: inputs },
    });
  }

  /** An attempt that failed before it could begin: it is on record all the same, with what was written. */
  #failAttempt(address: UnitAddress, source: Source, failure: Failure): void {
    if (isTerminal(this.#unit(address).status)) return;
    this.#recordStart(address, source.action, source.params);
    this.#settleFailure(address, failure, false);
  }

  #queueEffect(address: UnitAddress, source: Source, live: Live): void {
    const { prepared } = live;
    if (prepared?.definition.kind !== 'effect') return;
    const { definition } = prepared;
    const controller = new AbortController();
    live.controller = controller;
    const attempt = this.#unit(address).attempts.length;
    const hidden = Object.values(live.revealed ?? {});
    this.#launches.push(() => {
      if (controller.signal.aborted) return;
      this.#busy += 1;
      void runEffect({
        definition,
        prepared,
        step: address.step,
        attempt,
        idempotencyKey: `${this.#options.state.runId}/${unitKey(address)}`,
        timeoutSeconds: source.step.timeoutSeconds,
        controller,
        clock: this.#options.clock,
        http: this.#options.http,
        log: (level, message) => this.#log(address, attempt, level, String(scrub(message, hidden))),
      })
        .then(
          (output) => this.#settleOutput(address, attempt, scrub(output, hidden)),
          (error: unknown) => this.#settleError(address, controller.signal, error, hidden),
        )
        .finally(() => {
          this.#busy -= 1;
          if (isTerminal(this.#unit(address).status)) this.#live.delete(unitKey(address));
          this.#options.signal();
        });
    });
  }

  #log(address: UnitAddress, attempt: number, level: LogLevel, message: string): void {
    if (this.#abandoned || isTerminal(this.#unit(address).status)) return;
    this.#options.record({ type: 'step_logged', ...addressFields(address), attempt, level, message });
  }

  #settleOutput(address: UnitAddress, attempt: number, output: Json): void {
    if (this.#abandoned || isTerminal(this.#unit(address).status)) return;
    this.#liveOf(address).controller = undefined;
    this.#options.record({
      type: 'step_completed',
      ...addressFields(address),
      attempt,
      output: { value: output },
    });
  }

  #settleError(address: UnitAddress, signal: AbortSignal, error: unknown, hidden: readonly string[]): void {
    if (this.#abandoned || isTerminal(this.#unit(address).status)) return;
    this.#liveOf(address).controller = undefined;
    const failure = toFailure(signal.aborted && signal.reason instanceof ActionError ? signal.reason : error);
    this.#settleFailure(address, { ...failure, message: String(scrub(failure.message, hidden)) }, false);
  }

  #decide(address: UnitAddress): void {
    const source = this.#source(address);
    const live = this.#liveOf(address);
    const unit = this.#unit(address);
    const attempt = unit.attempts.length;
    try {
      const started = new Date(unit.attempts.at(-1)?.startedAt ?? this.#options.clock.now());
      live.prepared ??= this.#prepare(source, live.revealed ?? {}, started);
      const { definition } = live.prepared;
      if (definition.kind !== 'control') return;
      const now = this.#options.clock.now();
      const decision = decide({
        prepared: live.prepared,
        definition,
        unit,
        now,
        dependencies: this.#options.graph.steps.get(address.step)?.upstream ?? [],
        outcome: (id) => outcomeOf(this.#options.state.steps.get(id)),
        scope: (names) => runScope(this.#options.state, now, { ...source.names, ...names }),
        log: (level, message) => this.#log(address, attempt, level, message),
      });
      this.#obey(address, live.prepared, decision);
    } catch (error) {
      this.#settleFailure(address, toFailure(error), false);
    }
  }

  #obey(address: UnitAddress, prepared: Prepared, decision: Decision): void {
    const fields = { ...addressFields(address), attempt: this.#unit(address).attempts.length };
    switch (decision.do) {
      case 'complete': {
        const output = checkedOutput(prepared.definition, decision.output);
        const branch = decision.branch && {
          taken: decision.branch.taken,
          not_taken: [...decision.branch.notTaken],
        };
        const { set } = decision;
        if (set)
          this.#options.record({
            type: 'output_set',
            step: address.step,
            key: set.key,
            value: { value: set.value },
          });
        this.#options.record({
          type: 'step_completed',
          ...fields,
          output: { value: output },
          ...(branch && { branch }),
        });
        return;
      }
      case 'wait': {
        const until = new Date(this.#options.clock.now().getTime() + decision.seconds * 1000);
        const note = decision.reason === '' ? {} : { note: decision.reason };
        this.#options.record({
          type: 'step_waiting',
          ...fields,
          reason: 'timer',
          until: until.toISOString(),
          ...note,
        });
        this.#wakeAt(address, until);
        return;
      }
      case 'iterate': {
        const { action, params, parallel, stopOnFailure } = decision;
        const items = decision.items.map((value) => ({ value }));
        const plan = { action, params, parallel, stop_on_failure: stopOnFailure };
        this.#options.record({ type: 'iterations_planned', ...fields, items, ...plan });
        this.#options.goOnLater(address);
        return;
      }
      case 'fail':
        this.#settleFailure(address, decision.error, decision.endsRun ?? false);
    }
  }

  /** Starts as many iterations as may run at once; asks the control again when none is left. */
  #progress(address: UnitAddress, iterations: IterationsState): void {
    const live = this.#liveOf(address);
    live.loop ??= loopFrom(iterations);
    const { loop } = live;
    const total = iterations.items.length;
    const mayStart = () =>
      loop.running < iterations.parallel && loop.next < total && !(iterations.stopOnFailure && loop.failed);
    while (mayStart()) {
      const index = loop.next;
      loop.next += 1;
      loop.running += 1;
      this.begin({ ...address, iteration: [...address.iteration, index] });
      if (isTerminal(this.#unit(address).status)) return;
    }
    if (loop.running === 0) this.#decide(address);
  }

  /** Retries what `retry` says; otherwise the unit has failed. A step that iterates retries its iterations, not itself. */
  #settleFailure(address: UnitAddress, error: Failure, endsRun: boolean): void {
    const { step } = this.#source(address);
    const unit = this.#unit(address);
    const attempt = unit.attempts.length;
    const failures = unit.attempts.filter(({ status }) => status === 'failed').length + 1;
    const mayRetry = !endsRun && unit.iterations === undefined;
    const delay = mayRetry ? retryDelaySeconds(step.retry, failures, error.kind) : undefined;
    if (delay === undefined) {
      this.#endFailed(address, error, endsRun);
      return;
    }
    const retryAt = new Date(this.#options.clock.now().getTime() + delay * 1000);
    const fields = { ...addressFields(address), attempt };
    this.#options.record({ type: 'step_retrying', ...fields, error, retry_at: retryAt.toISOString() });
    this.#wakeAt(address, retryAt);
  }

  #endFailed(address: UnitAddress, error: Failure, endsRun: boolean): void {
    const { step } = this.#source(address);
    const goesOn = step.onFailure === 'continue';
    this.#options.record({
      type: 'step_failed',
      ...addressFields(address),
      attempt: Math.max(1, this.#unit(address).attempts.length),
      error,
      ...(goesOn && address.iteration.length === 0 ? { tolerated: true } : {}),
      ...(endsRun && !goesOn ? { ends_run: true } : {}),
    });
  }

  #wakeAt(address: UnitAddress, at: Date): void {
    this.#options.timers.set(unitKey(address), at, () => this.#options.goOnLater(address));
  }

  /** The attempt was in flight when its process died: again, or ask, or give up. Rules, section 8. */
  #interrupted(address: UnitAddress, unit: UnitState): void {
    const attempt = unit.attempts.length;
    const { step } = this.#source(address);
    const definition = this.#options.catalogue.find(unit.action ?? '');
    if (definition?.kind === 'control') {
      this.#decide(address);
      return;
    }
    const fields = { ...addressFields(address), attempt };
    this.#options.record({ type: 'attempt_interrupted', ...fields });
    const inputs = unit.attempts.at(-1)?.inputs;
    const params = inputs && 'value' in inputs ? (inputs.value as JsonObject) : {};
    const effect = definition ? byParam(definition.effect, params) : 'write';
    const isSafe =
      effect === 'none' || effect === 'read' || (definition && byParam(definition.idempotent, params));
    const policy =
      step.onInterrupt ?? this.#options.pipeline.settings.on_interrupt ?? (isSafe ? 'retry' : 'ask');
    if (policy === 'retry') this.begin(address);
    else if (policy === 'fail') this.#endFailed(address, unknownEffect(attempt), false);
    else this.#options.record({ type: 'step_waiting', ...fields, reason: 'unknown_effect' });
  }
}

function unknownEffect(attempt: number): Failure {
  return {
    kind: 'unknown_effect',
    message: `Attempt ${attempt} was interrupted: whether it took effect is not known.`,
  };
}

/** Counts afresh from the journal, after a takeover. */
function loopFrom({ units }: IterationsState): { next: number; running: number; failed: boolean } {
  let next = 0;
  let running = 0;
  let failed = false;
  for (const [index, unit] of units) {
    next = Math.max(next, index + 1);
    if (!isTerminal(unit.status)) running += 1;
    else if (unit.status !== 'completed') failed = true;
  }
  return { next, running, failed };
}

import type { Failure } from '../../errors';
import type { Json } from '../../json';
import type { RunContext } from '../context/run-context';
import type { Pauses } from '../debug/pauses';
import type { EffectStart, EffectsInFlight } from '../effects/in-flight';
import { mask } from '../masking/mask';
import { type Prepared, secretNames } from '../params/prepare';
import { checkedBy } from '../state/checks';
import type { Source } from '../state/source';
import { publicRunId } from '../state/state';
import { addressFields, type UnitAddress, unitKey } from '../state/unit';
import { traceHeaders } from '../trace/trace-ids';
import type { Endings } from './endings';

/** Begins attempts: resolves their parameters, records their start, and enqueues those that are effects. */
export class Attempts {
  readonly #context: RunContext;
  readonly #pauses: Pauses;
  readonly #endings: Endings;
  readonly #effects: EffectsInFlight;

  constructor(context: RunContext, pauses: Pauses, endings: Endings, effects: EffectsInFlight) {
    this.#context = context;
    this.#pauses = pauses;
    this.#endings = endings;
    this.#effects = effects;
  }

  /**
   * Begins the next attempt of a unit, as soon as its secrets have arrived. At a breakpoint the unit is paused instead.
   * @returns the parameters of an attempt that has started and whose action is a control: the caller continues with it
   */
  begin(address: UnitAddress): Prepared | undefined {
    if (this.#pauses.pauseBefore(address)) return undefined;
    const source = this.#context.source(address);
    let prepared: Prepared | undefined;
    try {
      prepared = this.#prepare(address, source);
    } catch (error) {
      if (this.#context.awaitsValue(error, address)) return undefined;
      this.#failAtStart(address, source, this.#context.failureOf(error));
      return undefined;
    }
    if (!prepared) return undefined;
    const { memoryUse, revealed } = this.#context;
    for (const secret of prepared.secrets) revealed.add(address, secret);
    const inputs = mask(prepared.inputs, revealed.hidden(address));
    const refusal =
      memoryUse.refuseAttempts(1) ?? this.#context.take(address, 'The input of this step', inputs);
    if (refusal) {
      this.#failAtStart(address, source, refusal);
      return undefined;
    }
    this.#recordStart(address, prepared.definition.type, inputs);
    const { definition } = prepared;
    if (definition.kind === 'control') return prepared;
    this.#enqueue(address, source, { prepared, definition });
    return undefined;
  }

  /** Fails a step whose condition cannot be evaluated. No retry: an attempt would begin without a condition. */
  failBeforeStart(address: UnitAddress, error: Failure): void {
    const { action, params } = this.#context.source(address);
    this.#recordStart(address, action, params);
    this.#endings.failOrPause(address, error);
  }

  /** Records an attempt that fails before it can begin, with its parameters as written. */
  #failAtStart(address: UnitAddress, { action, params }: Source, failure: Failure): void {
    this.#recordStart(address, action, params);
    this.#endings.settleFailure(address, failure);
  }

  /** The parameters of an attempt; undefined while its secrets are being fetched. @throws ActionError */
  #prepare(address: UnitAddress, source: Source): Prepared | undefined {
    const secrets = this.#context.revealed.get(address, secretNames(source.params));
    if (!secrets) return undefined;
    const { now, state } = this.#context;
    // After a pause the attempt gets the values that the pause showed.
    const shown = this.#context.unit(address).decided?.pause;
    const at = shown ? new Date(shown.since) : now;
    return this.#context.prepare(address, source, secrets, at, shown?.signals ?? state.signals);
  }

  #recordStart(address: UnitAddress, action: string, inputs: Json): void {
    const attempt = this.#context.unit(address).attempts.length + 1;
    const fields = { ...addressFields(address), attempt };
    const { memoryUse, state } = this.#context;
    memoryUse.startAttempt(checkedBy(state, address));
    const { release = 1 } = this.#context.catalogue.find(action) ?? {};
    const released = release > 1 ? { release } : {};
    this.#context.record({ type: 'step_started', ...fields, action, ...released, inputs: { value: inputs } });
  }

  #enqueue(
    address: UnitAddress,
    source: Source,
    { prepared, definition }: Pick<EffectStart, 'prepared' | 'definition'>,
  ): void {
    const refusal = this.#context.memoryUse.startEffect(unitKey(address), prepared.inputs);
    if (refusal) {
      this.#endings.settleFailure(address, refusal);
      return;
    }
    const attempt = this.#context.unit(address).attempts.length;
    const runId = publicRunId(this.#context.state);
    this.#effects.enqueue({
      address,
      definition,
      prepared,
      attempt,
      owner: { runId, ...address, attempt },
      idempotencyKey: `${runId}/${unitKey(address)}`,
      traceHeaders: traceHeaders({ runId, trace: this.#context.state.trace }, address, attempt),
      timeoutSeconds: source.step.timeoutSeconds,
    });
  }
}

import { ActionError, toFailure } from '../../errors';
import type { Json } from '../../json';
import type { SandboxProgram } from '../../ports';
import type { RunContext } from '../context/run-context';
import type { Subsystem } from '../context/subsystem';
import { publicRunId } from '../state/state';
import { type UnitAddress, unitKey } from '../state/unit';
import type { Endings } from '../units/endings';

/** Programs that controls have started in the sandbox. The outcome of a dropped program is ignored. */
export class Computations implements Subsystem {
  readonly #context: RunContext;
  readonly #endings: Endings;
  readonly #underWay = new Map<string, AbortController>();
  readonly #results = new Map<string, Json>();

  constructor(context: RunContext, endings: Endings) {
    this.#context = context;
    this.#endings = endings;
  }

  get activity(): 'deciding' | undefined {
    return this.#underWay.size > 0 ? 'deciding' : undefined;
  }

  isUnderWay(address: UnitAddress): boolean {
    return this.#underWay.has(unitKey(address));
  }

  /** The result of the program; undefined before its end. */
  result(address: UnitAddress): Json | undefined {
    return this.#results.get(unitKey(address));
  }

  /** Starts a program for a unit. */
  start(address: UnitAddress, program: SandboxProgram): void {
    const { state, options } = this.#context;
    const controller = new AbortController();
    this.#underWay.set(unitKey(address), controller);
    const caller = { pipelineId: state.pipelineId, runId: publicRunId(state) };
    options.world.sandbox(program, controller.signal, caller).then(
      (result) => this.#completed(address, controller, result),
      (error: unknown) => this.#failed(address, controller, error),
    );
  }

  unitEnded(address: UnitAddress): void {
    this.drop(address);
  }

  /** Ends the computation of a unit and drops its result. */
  drop(address: UnitAddress): void {
    const key = unitKey(address);
    const controller = this.#underWay.get(key);
    this.#underWay.delete(key);
    this.#results.delete(key);
    controller?.abort(new ActionError('cancelled', 'The step has ended.'));
  }

  abandon(): void {
    for (const controller of this.#underWay.values()) {
      controller.abort(new ActionError('cancelled', 'The worker releases this run.'));
    }
    this.#underWay.clear();
  }

  #completed(address: UnitAddress, controller: AbortController, result: Json): void {
    if (!this.#settle(address, controller)) return;
    this.#results.set(unitKey(address), result);
    this.#context.turns.proceedLater(address);
  }

  #failed(address: UnitAddress, controller: AbortController, error: unknown): void {
    if (!this.#settle(address, controller)) return;
    this.#endings.settleFailure(address, toFailure(error));
    this.#context.turns.signal();
  }

  /** @returns false when the program was dropped */
  #settle(address: UnitAddress, controller: AbortController): boolean {
    const key = unitKey(address);
    return this.#underWay.get(key) === controller && this.#underWay.delete(key);
  }
}

import { ActionError } from '../../errors';
import type { Json } from '../../json';
import type { Sandbox, SandboxCaller, SandboxProgram } from '../../ports';
import { type UnitAddress, unitKey } from '../state/unit';

export interface ComputationListener {
  readonly done: (address: UnitAddress) => void;
  readonly failed: (address: UnitAddress, error: unknown) => void;
}

/** Programs that controls have started, in the sandbox until they report. The outcome of a dropped program is ignored. */
export class Computations {
  readonly #sandbox: Sandbox;
  readonly #listener: ComputationListener;
  readonly #caller: () => SandboxCaller;
  readonly #underWay = new Map<string, AbortController>();
  readonly #results = new Map<string, Json>();

  constructor(sandbox: Sandbox, caller: () => SandboxCaller, listener: ComputationListener) {
    this.#sandbox = sandbox;
    this.#caller = caller;
    this.#listener = listener;
  }

  get isBusy(): boolean {
    return this.#underWay.size > 0;
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
    const controller = new AbortController();
    this.#underWay.set(unitKey(address), controller);
    this.#sandbox(program, controller.signal, this.#caller()).then(
      (result) =>
        this.#ended(address, controller, () => {
          this.#results.set(unitKey(address), result);
          this.#listener.done(address);
        }),
      (error: unknown) => this.#ended(address, controller, () => this.#listener.failed(address, error)),
    );
  }

  /** Ends the computation of a unit and drops its result. */
  drop(address: UnitAddress): void {
    const key = unitKey(address);
    const controller = this.#underWay.get(key);
    this.#underWay.delete(key);
    this.#results.delete(key);
    controller?.abort(new ActionError('cancelled', 'The step has ended.'));
  }

  dropAll(): void {
    for (const controller of this.#underWay.values()) {
      controller.abort(new ActionError('cancelled', 'The worker lets go of this run.'));
    }
    this.#underWay.clear();
  }

  #ended(address: UnitAddress, controller: AbortController, report: () => void): void {
    const key = unitKey(address);
    if (this.#underWay.get(key) !== controller) return;
    this.#underWay.delete(key);
    report();
  }
}

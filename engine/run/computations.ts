import { ActionError } from '../errors';
import type { Json } from '../json';
import type { Sandbox, SandboxCaller, SandboxProgram } from '../ports';
import { type UnitAddress, unitKey } from './unit';

/** Who is told how a computation ended. */
export interface ComputationEars {
  readonly done: (address: UnitAddress) => void;
  readonly failed: (address: UnitAddress, error: unknown) => void;
}

/** Programs that controls have asked for: in the sandbox until they report. One that was dropped is heard no more. */
export class Computations {
  readonly #sandbox: Sandbox;
  readonly #ears: ComputationEars;
  readonly #caller: () => SandboxCaller;
  readonly #underWay = new Map<string, AbortController>();
  readonly #results = new Map<string, Json>();

  constructor(sandbox: Sandbox, caller: () => SandboxCaller, ears: ComputationEars) {
    this.#sandbox = sandbox;
    this.#caller = caller;
    this.#ears = ears;
  }

  /** Something is being computed. */
  get isBusy(): boolean {
    return this.#underWay.size > 0;
  }

  isUnderWay(address: UnitAddress): boolean {
    return this.#underWay.has(unitKey(address));
  }

  /** What the program gave; undefined before. */
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
          this.#ears.done(address);
        }),
      (error: unknown) => this.#ended(address, controller, () => this.#ears.failed(address, error)),
    );
  }

  /** Ends what is computed for a unit and forgets what was. */
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

  #ended(address: UnitAddress, controller: AbortController, tell: () => void): void {
    const key = unitKey(address);
    if (this.#underWay.get(key) !== controller) return;
    this.#underWay.delete(key);
    tell();
  }
}

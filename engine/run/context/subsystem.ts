import type { AttemptOutcome } from '../effects/effect-executor';
import type { StepStatus, UnitState } from '../state/state';
import type { UnitAddress } from '../state/unit';

/** A part of a run with state or work of its own beyond the journal. The runner calls each method on all subsystems. */
export interface Subsystem {
  /**
   * Work in progress that will signal its end. `executing`: an attempt, which may take long. `deciding`: a computation
   * that must end before the next event.
   */
  readonly activity?: 'executing' | 'deciding' | undefined;
  /** Takes the work that waits until the journal is durable. The returned function starts it. */
  takeStarts?(): () => void;
  /** Takes over a step as an earlier runner left it. */
  recover?(address: UnitAddress, unit: UnitState): void;
  /** An event about a unit was recorded. */
  unitChanged?(address: UnitAddress, status: StepStatus): void;
  /** A unit has ended: drops its state, and aborts its work. */
  unitEnded?(address: UnitAddress): void;
  /** An attempt that was executed has an outcome. */
  attemptSettled?(address: UnitAddress, attempt: number, outcome: AttemptOutcome): void;
  /** The run was paused or resumed. */
  holdChanged?(): void;
  /** Something outside the process may have changed. */
  recheck?(): void;
  /** Aborts all work; its outcomes are ignored. */
  abandon?(): void;
}

/** Whether a subsystem has work in progress. */
export function isBusy(subsystems: readonly Subsystem[]): boolean {
  return subsystems.some(({ activity }) => activity !== undefined);
}

/** Whether a subsystem has a computation in progress that must end before the next event. */
export function isDeciding(subsystems: readonly Subsystem[]): boolean {
  return subsystems.some(({ activity }) => activity === 'deciding');
}

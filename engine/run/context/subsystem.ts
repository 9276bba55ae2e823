import type { AttemptOutcome } from '../effects/effect-executor';
import type { StepStatus, UnitState } from '../state/state';
import type { UnitAddress } from '../state/unit';

/** A part of a run with state or work of its own besides the journal. The runner calls each verb on all of them. */
export interface Subsystem {
  /**
   * Work in progress that will report back: an attempt that is `executing` may take long, what is `deciding` comes before
   * the next event.
   */
  readonly activity?: 'executing' | 'deciding' | undefined;
  /** Takes the work that waits until the journal is durable; the function starts it. */
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
  /** Something outside of the process may have changed. */
  recheck?(): void;
  /** Aborts all work; its outcomes are ignored. */
  abandon?(): void;
}

/** Whether something is in progress that will report back. */
export function isBusy(subsystems: readonly Subsystem[]): boolean {
  return subsystems.some(({ activity }) => activity !== undefined);
}

/** Whether something is in progress that decides what comes next. */
export function isDeciding(subsystems: readonly Subsystem[]): boolean {
  return subsystems.some(({ activity }) => activity === 'deciding');
}

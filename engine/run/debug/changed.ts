import type { AnsweredPause, UnitState } from '../state/state';

/** Whether a person changed, during a pause, what a unit got or how it ended: itself or an iteration. */
export function wasChanged(unit: UnitState): boolean {
  if (unit.answered.some(changes)) return true;
  return [...(unit.iterations?.units.values() ?? [])].some(wasChanged);
}

/** Continuing changes nothing, nor does another attempt with the same inputs. */
function changes({ decision, inputs, pause, message }: AnsweredPause): boolean {
  if (inputs !== undefined || decision === 'output' || decision === 'skip') return true;
  return decision === 'fail' && (pause.moment === 'before' || message !== undefined);
}

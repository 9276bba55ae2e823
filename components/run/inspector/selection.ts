import type { RunDefinition } from '@/components/run-state/definition';
import {
  type ActionDescriptor,
  type AttemptState,
  type IterationsState,
  type JsonObject,
  normalizeParams,
  type UnitState,
} from '@/engine';

/** A loop around the shown unit. */
export interface LoopLevel {
  /** Indexes of the outer loops; empty for the step's own loop. */
  readonly path: readonly number[];
  readonly iterations: IterationsState;
  /** The shown iteration of this loop; undefined when the loop itself is shown. */
  readonly chosen: number | undefined;
}

/** The unit that the inspector shows, with its attempt, action and parameters. */
export interface UnitSelection {
  readonly step: string;
  readonly iteration: readonly number[];
  /** Undefined before its first event. */
  readonly unit: UnitState | undefined;
  /** The shown attempt: the chosen one, otherwise the newest. */
  readonly attempt: AttemptState | undefined;
  readonly descriptor: ActionDescriptor | undefined;
  /** Action type from the journal, otherwise from the definition. */
  readonly action: string;
  /** Parameters as written. */
  readonly templates: JsonObject;
  /** Largest number of attempts, including the first. */
  readonly maxAttempts: number;
  readonly loops: readonly LoopLevel[];
}

/** Finds the unit at a step and a path of iterations, and the shown attempt. */
export function selectUnit(from: {
  step: string;
  iteration: readonly number[];
  attempt: number | undefined;
  root: UnitState | undefined;
  definition: RunDefinition | undefined;
}): UnitSelection {
  const { step, iteration, root, definition } = from;
  const planned = definition?.graph.steps.get(step);
  const loops = loopLevels(root, iteration);
  const parent = iteration.length > 0 ? loops[iteration.length - 1]?.iterations : undefined;
  const unit = iteration.reduce<UnitState | undefined>((at, index) => at?.iterations?.units.get(index), root);
  const action = unit?.action ?? parent?.action ?? planned?.step.action ?? '';
  const descriptor = definition?.descriptors.find(action);
  const templates = parent ? normalizeParams(parent.params, descriptor).params : (planned?.step.params ?? {});
  return {
    step,
    iteration,
    unit,
    attempt: chooseAttempt(unit, from.attempt),
    descriptor,
    action,
    templates,
    maxAttempts: Math.max(planned?.step.retry?.max_attempts ?? 1, unit?.attempts.length ?? 0),
    loops,
  };
}

function chooseAttempt(unit: UnitState | undefined, chosen: number | undefined): AttemptState | undefined {
  return unit?.attempts.find((attempt) => attempt.attempt === chosen) ?? unit?.attempts.at(-1);
}

function loopLevels(root: UnitState | undefined, iteration: readonly number[]): LoopLevel[] {
  const levels: LoopLevel[] = [];
  let unit = root;
  for (let depth = 0; unit?.iterations; depth += 1) {
    const chosen = iteration[depth];
    levels.push({ path: iteration.slice(0, depth), iterations: unit.iterations, chosen });
    if (chosen === undefined) break;
    unit = unit.iterations.units.get(chosen);
  }
  return levels;
}

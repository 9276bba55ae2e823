import { ChunkedLoops } from './chunks/chunked-loops';
import type { RunContext } from './context/run-context';
import { Computations } from './controls/computations';
import { Controls } from './controls/controls';
import { Decisions } from './debug/decisions';
import { Pauses } from './debug/pauses';
import { EffectsInFlight } from './effects/in-flight';
import { Idleness } from './lifecycle/idleness';
import { Stops } from './lifecycle/stops';
import { TimeLimit } from './lifecycle/time-limit';
import { Schedule } from './schedule/schedule';
import { Attempts } from './units/attempts';
import { Endings } from './units/endings';
import { UnitDriver } from './units/unit-driver';

/** The parts of a run that the runner calls itself. */
export interface RunParts {
  readonly pauses: Pauses;
  readonly decisions: Decisions;
  readonly controls: Controls;
  readonly driver: UnitDriver;
  readonly schedule: Schedule;
  readonly stops: Stops;
  readonly limit: TimeLimit;
  readonly idleness: Idleness;
}

/** Makes the parts of a run, and lists its subsystems in the context. */
export function assemble(context: RunContext): RunParts {
  const pauses = new Pauses(context);
  const endings = new Endings(context, pauses);
  const effects = new EffectsInFlight(context);
  const chunks = new ChunkedLoops(context, endings);
  const computations = new Computations(context, endings);
  const attempts = new Attempts(context, pauses, endings, effects);
  const controls = new Controls(context, { endings, attempts, chunks, computations });
  const decisions = new Decisions(context, endings);
  const driver = new UnitDriver(context, { endings, effects, attempts, controls, decisions });
  const schedule = new Schedule(context, driver, attempts);
  const stops = new Stops(context, endings);
  const limit = new TimeLimit(context, stops);
  const { revealed, values, subsystems } = context;
  subsystems.push(revealed, values, effects, chunks, computations, controls, driver, schedule);
  return {
    pauses,
    decisions,
    controls,
    driver,
    schedule,
    stops,
    limit,
    idleness: new Idleness(context, schedule, limit),
  };
}

import { type RunState, type UnitAddress, type UnitState, unitKey, waitingUnits } from '@/engine';
import type { PauseDecision } from '@/engine/run/debug/answer';
import { type Breakpoint, breakpointPlace } from '@/engine/run/debug/breakpoint';
import type { PauseState } from '@/engine/run/state/state';

/** A unit that is paused at a breakpoint. */
export interface OpenPause extends UnitAddress {
  readonly pause: PauseState;
}

const NONE: readonly OpenPause[] = [];

/** The units of a run that are paused at breakpoints, in the order in which they were. */
export function openPauses(run: RunState): readonly OpenPause[] {
  if (run.pauses === 0) return NONE;
  const open: OpenPause[] = [];
  for (const { step, iteration } of waitingUnits(run)) {
    const unit = iteration.reduce<UnitState | undefined>(
      (at, index) => at?.iterations?.units.get(index),
      run.steps.get(step),
    );
    if (unit?.pause) open.push({ step, iteration, pause: unit.pause });
  }
  return open.sort((a, b) => a.pause.seq - b.pause.seq);
}

/** Unique within a run: a unit may pause again. */
export function pauseKey({ pause, ...address }: OpenPause): string {
  return `${unitKey(address)} ${pause.seq}`;
}

/** Ids of the breakpoints at which a run is paused. */
export function pausedBreakpoints(run: RunState): ReadonlySet<string> {
  return new Set(openPauses(run).flatMap(({ pause }) => pause.breakpoint?.id ?? []));
}

/** Where a unit is paused: `Paused before announce`, `Paused on failure of score, iteration 3`. */
export function pauseTitle(
  { step, iteration, moment }: UnitAddress & Pick<PauseState, 'moment'>,
  title: string = step,
): string {
  const place = iteration.length === 0 ? '' : `, iteration ${iteration.map((index) => index + 1).join('.')}`;
  return `${moment === 'before' ? 'Paused before' : 'Paused on failure of'} ${title}${place}`;
}

/** What a pause is due to, in the state of a unit or in an event. */
export interface PauseCauses {
  readonly cause: PauseState['cause'];
  readonly breakpoint?: Breakpoint | undefined;
}

/** Why a unit is paused: `breakpoint on edge fast → announce`. */
export function pauseReason({ cause, breakpoint }: PauseCauses): string {
  if (breakpoint === undefined) return CAUSES[cause];
  return `${CAUSES[cause]} ${'step' in breakpoint.at ? 'at' : 'on edge'} ${breakpointPlace(breakpoint.at)}`;
}

const CAUSES: Readonly<Record<PauseState['cause'], string>> = {
  breakpoint: 'breakpoint',
  step: 'step through the run',
  failure: 'pause on any failure',
};

const DECIDED: Readonly<Record<PauseDecision, string>> = {
  continue: 'Continued',
  step: 'Stepped',
  retry: 'Retried',
  output: 'Continued with an entered output',
  skip: 'Skipped',
  fail: 'Failed by a person',
};

/** What a person decided, in the state of a unit or in an event. */
export interface Decision {
  readonly decision: PauseDecision;
  /** Edited inputs. */
  readonly inputs?: unknown;
}

/** What a person decided about a pause. */
export function decisionText({ decision, inputs }: Decision): string {
  return inputs === undefined ? DECIDED[decision] : `${DECIDED[decision]} with edited inputs`;
}

import {
  type AwaitedSignal,
  awaitedSignals,
  conditionsOf,
  type Descriptors,
  findUnit,
  isJsonObject,
  type RunState,
  type UnitAddress,
  type UnitState,
  waitingUnits,
} from '@/engine';

/** Something that a run waits for and only a person can provide. */
export type Question = UnitAddress &
  (
    | { readonly kind: 'signals'; readonly awaited: readonly AwaitedSignal[] }
    /** The outcome of an interrupted attempt. */
    | { readonly kind: 'interrupted' }
  );

/** The first few questions of a run, in the order of its steps; one more than `most` when there are more. */
export function openQuestions(run: RunState, descriptors: Descriptors | undefined, most: number): Question[] {
  const questions: Question[] = [];
  for (const address of waitingUnits(run)) {
    const unit = findUnit(run, address);
    const question = unit && questionOf(address, unit, descriptors);
    if (question) questions.push(question);
    if (questions.length > most) break;
  }
  return questions;
}

function questionOf(
  address: UnitAddress,
  unit: UnitState,
  descriptors: Descriptors | undefined,
): Question | undefined {
  if (unit.wait?.reason === 'unknown_effect') return { ...address, kind: 'interrupted' };
  const awaited = signalsAwaitedBy(unit, descriptors);
  return awaited.length > 0 ? { ...address, kind: 'signals', awaited } : undefined;
}

/** The signals that the conditions of a waiting unit read, from the inputs of its newest attempt. */
export function signalsAwaitedBy(unit: UnitState, descriptors: Descriptors | undefined): AwaitedSignal[] {
  const inputs = unit.attempts.at(-1)?.inputs;
  if (
    unit.status !== 'waiting' ||
    unit.pause ||
    !inputs ||
    !('value' in inputs) ||
    !isJsonObject(inputs.value)
  )
    return [];
  const conditions = conditionsOf(inputs.value, descriptors?.find(unit.action ?? ''));
  return conditions.flatMap(awaitedSignals);
}

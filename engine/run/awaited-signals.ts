import type { ActionDescriptor } from '../catalogue';
import { ExpressionError, parseExpression, references } from '../expression';
import type { JsonObject } from '../json';
import type { Signals, UnitState } from './state';

/**
 * Whether a signal has come since a unit began to wait which one of its conditions reads: then it need not sit out its
 * timer. Told from the journal alone, so that a runner which takes over sees it too.
 */
export function hasNewSignal({ wait }: UnitState, signals: Signals, conditions: readonly string[]): boolean {
  const before = wait?.signals;
  if (before === undefined || before === signals) return false;
  const isNew = (name: string) => before[name] !== signals[name];
  return conditions.some((text) => {
    const names = signalsRead(text);
    return names === 'any' || names.some(isNew);
  });
}

/** The parameters of an action that are expressions, as they were written. */
export function conditionsOf(params: JsonObject, descriptor: ActionDescriptor | undefined): string[] {
  const fields = descriptor?.params.properties ?? {};
  return Object.entries(params).flatMap(([name, value]) =>
    typeof value === 'string' && fields[name]?.reads === 'expression' ? [value] : [],
  );
}

/** Names of the signals that an expression reads; `any` when it works out a name. None when it cannot be read itself. */
function signalsRead(text: string): readonly string[] | 'any' {
  try {
    const read = references(parseExpression(text)).filter(({ root }) => root === 'signals');
    if (read.some(({ path }) => path.length === 0)) return 'any';
    return read.map(({ path }) => String(path[0]));
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

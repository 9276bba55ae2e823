import { callableNames, findFunction, functionNames, signature } from './functions';
import { closest } from './suggest';
import { ExpressionError, type Range } from './types';

/** Names of functions in other languages, and the names here. */
const FOREIGN_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['includes', 'contains'],
  ['toLowerCase', 'lower'],
  ['toUpperCase', 'upper'],
  ['len', 'size'],
  ['count', 'size'],
  ['str', 'string'],
  ['toString', 'string'],
  ['number', 'double'],
  ['parseInt', 'int'],
  ['boolean', 'bool'],
  ['coalesce', 'default'],
  ['exists', 'has'],
  ['regex', 'matches'],
  ['match', 'matches'],
  ['tojson', 'json'],
]);

/** The error for a call of an unknown function, or of one that cannot be called as a method. */
export function unknownFunction(name: string, range: Range, isMethod: boolean): ExpressionError {
  const known = findFunction(name);
  if (known)
    return new ExpressionError(`${name} is not called on a value.`, range, `Write ${signature(known)}.`);
  const near = FOREIGN_FUNCTIONS.get(name) ?? closest(name, callableNames());
  const hint = near ? `Did you mean ${near}?` : `Functions: ${functionNames().join(', ')}.`;
  return new ExpressionError(`Unknown ${isMethod ? 'method' : 'function'} ${name}.`, range, hint);
}

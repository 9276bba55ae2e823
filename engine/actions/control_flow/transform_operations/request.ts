import type { ControlContext } from '../../../action';
import { ActionError } from '../../../errors';
import type { Json } from '../../../json';

/** What an operation is given. */
export interface Request {
  readonly operation: string;
  readonly input: Json;
  readonly field: string | string[] | undefined;
  readonly template: string | undefined;
  readonly condition: string | undefined;
  readonly function: string | undefined;
  readonly initial: Json | undefined;
  readonly ctx: ControlContext;
}

/** One operation of `transform`. @throws ActionError `invalid_params` when the input is not what it works on */
export type Operation = (request: Request) => Json;

/** A refusal that says what an operation needs and what it was given. */
export function refuse(message: string, param: keyof Request = 'input'): ActionError {
  return new ActionError('invalid_params', message, { path: `params.${param}` });
}

/** What a value is, in a sentence. */
export function nameOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}

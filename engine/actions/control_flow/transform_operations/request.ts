import type { ControlContext } from '../../../action';
import { ActionError } from '../../../errors';
import type { Json } from '../../../json';

/** The input of an operation. */
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

/** One operation of `transform`. @throws ActionError `invalid_params` when the input has the wrong type */
export type Operation = (request: Request) => Json;

/** The error that names what an operation needs and what it received. */
export function refuse(message: string, param: keyof Request = 'input'): ActionError {
  return new ActionError('invalid_params', message, { path: `params.${param}` });
}

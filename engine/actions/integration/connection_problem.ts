import { ActionError } from '../../errors';

/** A problem with a connection string. The message contains nothing of it. */
export function wrong(what: string): ActionError {
  return new ActionError('invalid_params', `The connection string ${what}.`, { path: 'params.connection' });
}

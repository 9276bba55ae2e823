import { ActionError } from '@/engine';

/** The error for an unknown model id. */
export function unknownModel(id: string): ActionError {
  return new ActionError(
    'invalid_params',
    `The model ${id} does not exist. Check the id on the models page.`,
    {
      code: 'no_such_model',
      path: 'params.model_id',
    },
  );
}

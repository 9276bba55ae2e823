import { ActionError } from '@/engine';

/** The failure of a step that names a model which never existed. */
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

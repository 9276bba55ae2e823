import { isOwnMark, MARK_HEADER } from '../../adapters/http/mark';
import { Forbidden } from '../../services/errors';
import type { RequestCheck } from './check';

/**
 * Refuses requests of this installation's own pipelines.
 * @param instance the id of this installation
 */
export function refuseOwnPipelines(instance: string): RequestCheck {
  return ({ headers }) => {
    if (!isOwnMark(headers[MARK_HEADER]?.toString() ?? null, instance)) return;
    throw new Forbidden(
      'Pipelines may not call Pipewright itself. To run a pipeline after another one, add a trigger to it.',
    );
  };
}

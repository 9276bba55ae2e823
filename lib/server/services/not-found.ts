import { NotFound } from './errors';

/** The refusal for a pipeline, trigger, secret, cluster or model that does not exist. @param name the id, or the name of a secret */
export function doesNotExist(
  kind: 'pipeline' | 'trigger' | 'secret' | 'cluster' | 'model',
  name: string,
): NotFound {
  return new NotFound(
    `The ${kind} ${name} does not exist. It may have been deleted: check the list of ${kind}s.`,
  );
}

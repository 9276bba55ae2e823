import { NotFound } from './errors';

/** The refusal for a pipeline, trigger, secret, cluster, model or deployment that does not exist. @param name the id, or the name of a secret or deployment */
export function doesNotExist(
  kind: 'pipeline' | 'trigger' | 'secret' | 'cluster' | 'model' | 'deployment' | 'saved search',
  name: string,
): NotFound {
  return new NotFound(
    `The ${kind} ${name} does not exist. It may have been deleted: check the list of ${kind === 'saved search' ? `${kind}e` : kind}s.`,
  );
}

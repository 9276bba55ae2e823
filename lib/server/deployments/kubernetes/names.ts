import { createHash } from 'node:crypto';

/** Marks objects of a deployment: its value is the id, by which they are selected. */
export const DEPLOYMENT_LABEL = 'pipewright/deployment-id';
/** Number of the release that a pod has. */
export const RELEASE_LABEL = 'pipewright/release';
/** Hash of what an object was made from. */
export const HASH_ANNOTATION = 'pipewright/hash';

/** Length of the readable part: 63 less the prefix, the hash, and what Kubernetes adds to names of pods. */
const READABLE = 30;

/** What names a deployment in a cluster. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Name of the objects of a deployment: the same at each attempt, and another one for a later deployment of the same name.
 * It begins with a letter, as names of services must.
 */
export function objectName({ id, name }: Named): string {
  const readable = name.slice(0, READABLE).replace(/-$/, '');
  return `pipewright-${readable}-${hashOf(id).slice(0, 8)}`;
}

/** Labels of all objects of a deployment. */
export function labelsOf({ id, name }: Named): Record<string, string> {
  return {
    'app.kubernetes.io/managed-by': 'pipewright',
    'app.kubernetes.io/instance': name,
    ...selectorOf({ id }),
  };
}

/** Labels that select the pods of a deployment. */
export function selectorOf({ id }: Pick<Named, 'id'>): Record<string, string> {
  return { [DEPLOYMENT_LABEL]: id };
}

/** A hash of a text or of an object, in hex. */
export function hashOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return createHash('sha256').update(text).digest('hex');
}

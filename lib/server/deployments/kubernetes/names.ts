import { createHash } from 'node:crypto';

/** Label of all objects of a deployment. Its value is the deployment id. */
export const DEPLOYMENT_LABEL = 'pipewright/deployment-id';
/** Label of all objects that an installation created, but not of pods. Its value is the id of the installation. */
export const INSTALLATION_LABEL = 'pipewright/installation';
/** Label with the release number of a pod. */
export const RELEASE_LABEL = 'pipewright/release';
/** Annotation with the hash of what an object was generated from. */
export const HASH_ANNOTATION = 'pipewright/hash';

/** Length of the readable part: 63 minus the prefix, the hash, and the suffix that Kubernetes adds to pod names. */
const READABLE = 30;

/** The identity of a deployment in a cluster. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Name of the objects of a deployment. Stable between attempts, and different for a later deployment of the same name.
 * Begins with a letter, which Kubernetes requires for services.
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

/** A hash of a JSON value, in hex. */
export function hashOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return createHash('sha256').update(text).digest('hex');
}

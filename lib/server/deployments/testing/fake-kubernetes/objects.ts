import { randomUUID } from 'node:crypto';
import { ApiFailure, type ApiObject, type Resource } from './object';
import { setDefaults, validate } from './rules';

type Key = string;

/** The objects of a server with their resource versions. */
export class Objects {
  readonly #objects = new Map<Key, ApiObject>();
  readonly #changed: () => void;
  #version = 1000;

  /** @param changed called after every write */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  list(kind: string, namespace?: string, labels: Readonly<Record<string, string>> = {}): ApiObject[] {
    return [...this.#objects.values()].filter(
      (object) =>
        object.kind === kind &&
        (namespace === undefined || object.metadata.namespace === namespace) &&
        Object.entries(labels).every(([name, value]) => object.metadata.labels?.[name] === value),
    );
  }

  find(kind: string, namespace: string | undefined, name: string): ApiObject | undefined {
    return this.#objects.get(keyOf(kind, namespace, name));
  }

  /** @throws ApiFailure 404 */
  get(resource: Resource, namespace: string | undefined, name: string): ApiObject {
    const found = this.find(resource.kind, namespace, name);
    if (found) return found;
    throw new ApiFailure(404, 'NotFound', `${resource.plural} "${name}" not found`);
  }

  /** @throws ApiFailure 409, 422 */
  create(
    { kind, plural, apiVersions }: Resource,
    namespace: string | undefined,
    given: ApiObject,
  ): ApiObject {
    const object = structuredClone(given);
    object.metadata = {
      ...object.metadata,
      ...(namespace === undefined ? {} : { namespace }),
      uid: randomUUID(),
      generation: 1,
      creationTimestamp: stamp(),
    };
    object.kind = kind;
    object.apiVersion = given.apiVersion ?? apiVersions[0] ?? '';
    setDefaults(kind, object);
    validate(kind, object, undefined);
    const key = keyOf(kind, namespace, object.metadata.name);
    if (this.#objects.has(key)) {
      throw new ApiFailure(409, 'AlreadyExists', `${plural} "${object.metadata.name}" already exists`);
    }
    return this.#put(key, object);
  }

  /** Replaces an object. A change of its spec increases its generation. @throws ApiFailure 404, 409, 422 */
  replace(resource: Resource, before: ApiObject, next: ApiObject, part: 'all' | 'status' = 'all'): ApiObject {
    const { kind, plural } = resource;
    const { name, namespace, resourceVersion, uid } = before.metadata;
    const given = next.metadata?.resourceVersion;
    if (given !== undefined && given !== resourceVersion) {
      throw new ApiFailure(
        409,
        'Conflict',
        `Operation cannot be fulfilled on ${plural} "${name}": the object has been modified; please apply your changes to the latest version and try again`,
      );
    }
    if (next.metadata?.uid !== undefined && next.metadata.uid !== uid) {
      throw new ApiFailure(
        409,
        'Conflict',
        `the UID in the precondition of ${plural} "${name}" does not match`,
      );
    }
    const object: ApiObject =
      part === 'status'
        ? { ...structuredClone(before), status: structuredClone(next.status) }
        : { ...structuredClone(next), status: before.status, kind, apiVersion: before.apiVersion ?? '' };
    const { generation = 1 } = before.metadata;
    const isSame = JSON.stringify(object.spec) === JSON.stringify(before.spec);
    object.metadata = {
      ...object.metadata,
      name,
      ...(uid === undefined ? {} : { uid }),
      generation: isSame ? generation : generation + 1,
    };
    if (part === 'all') {
      setDefaults(kind, object);
      validate(kind, object, before);
    }
    return this.#put(keyOf(kind, namespace, name), object);
  }

  /** Removes an object; a pod after its grace period. @returns the remaining object */
  delete(object: ApiObject, graceSeconds: number | undefined): ApiObject {
    const { kind = '', metadata } = object;
    const key = keyOf(kind, metadata.namespace, metadata.name);
    const hasGrace = kind === 'Pod' && object.spec?.nodeName && graceSeconds !== 0;
    if (hasGrace) {
      if (metadata.deletionTimestamp) return object;
      return this.#put(key, { ...object, metadata: { ...metadata, deletionTimestamp: stamp() } });
    }
    this.#objects.delete(key);
    this.#changed();
    return object;
  }

  #put(key: Key, object: ApiObject): ApiObject {
    this.#version += 1;
    object.metadata.resourceVersion = String(this.#version);
    this.#objects.set(key, object);
    this.#changed();
    return object;
  }
}

function keyOf(kind: string, namespace: string | undefined, name: string): Key {
  return `${kind}/${namespace ?? ''}/${name}`;
}

/** The current time in the format of the API: whole seconds. */
export function stamp(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Applies a JSON merge patch (RFC 7386). */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const merged: Record<string, unknown> = isRecord(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], value);
  }
  return merged;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type { z } from 'zod';
import type { ActionDefinition } from '../action';
import type { ActionDescriptor, Catalogue } from '../catalogue';
import { ActionError } from '../errors';
import { ExpressionError, ResolveError, resolveValue, type Scope, templateReferences } from '../expression';
import type { Json, JsonObject } from '../json';
import { normalizeParams } from '../pipeline/normalize';
import type { Secrets } from '../ports';
import { MASK } from './mask';

/** Parameters ready for an action, and their twin for the journal. */
export interface Prepared {
  readonly definition: ActionDefinition;
  readonly params: z.output<z.ZodObject>;
  /** Resolved as far as templates go, secrets masked. */
  readonly inputs: JsonObject;
}

/** Names of the secrets that parameters refer to. */
export function secretNames(params: JsonObject): string[] {
  const names = new Set<string>();
  try {
    for (const { reference } of templateReferences(params)) {
      const name = reference.root === 'secrets' ? reference.path[0] : undefined;
      if (typeof name === 'string') names.add(name);
    }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
  }
  return [...names];
}

/** Fetches secrets by name. @throws ActionError `invalid_params` naming the one that does not exist */
export async function revealSecrets(
  names: readonly string[],
  secrets: Secrets,
): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = await secrets.reveal(name);
    if (value === undefined) {
      throw new ActionError(
        'invalid_params',
        `There is no secret called ${name}. Add it, or correct the reference.`,
      );
    }
    values[name] = value;
  }
  return values;
}

/**
 * Resolves and checks the parameters of one attempt.
 * @throws ActionError `expression_error` or `invalid_params`, with the path of the parameter
 */
export function prepare(options: {
  readonly catalogue: Catalogue;
  readonly action: string;
  readonly params: JsonObject;
  readonly scope: (secrets: Record<string, Json>) => Scope;
  readonly secrets: Readonly<Record<string, string>>;
}): Prepared {
  const { catalogue, action, scope, secrets } = options;
  const definition = catalogue.find(action);
  const descriptor = catalogue.descriptors.find(action);
  if (!definition || !descriptor) throw new ActionError('invalid_params', `No action is called ${action}.`);
  const { params: written } = normalizeParams(options.params, descriptor);
  const resolved = resolveParams(written, descriptor, scope({ ...secrets }));
  const hasSecrets = Object.keys(secrets).length > 0;
  const masked = Object.fromEntries(Object.keys(secrets).map((name) => [name, MASK]));
  const inputs = hasSecrets ? resolveParams(written, descriptor, scope(masked)) : resolved;
  const parsed = definition.params.safeParse(resolved);
  if (parsed.success) return { definition, params: parsed.data, inputs };
  const issue = parsed.error.issues[0];
  const path = ['params', ...(issue?.path ?? [])].join('.');
  throw new ActionError(
    'invalid_params',
    `${path} of ${definition.type} is not right: ${issue?.message ?? 'invalid'}.`,
    {
      path,
    },
  );
}

function resolveParams(written: JsonObject, descriptor: ActionDescriptor, scope: Scope): JsonObject {
  const resolved: JsonObject = {};
  for (const [name, value] of Object.entries(written)) {
    const reads = descriptor.params.properties?.[name]?.reads ?? 'template';
    resolved[name] = reads === 'template' ? resolveOne(value, name, scope) : value;
  }
  return resolved;
}

function resolveOne(value: Json, name: string, scope: Scope): Json {
  try {
    return resolveValue(value, scope);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const below = error instanceof ResolveError ? error.path : [];
    const path = ['params', name, ...below].join('.');
    throw new ActionError('expression_error', `${path}: ${error.message}`, { path, cause: error });
  }
}

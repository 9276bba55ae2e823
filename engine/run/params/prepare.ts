import type { z } from 'zod';
import type { ActionDefinition } from '../../action';
import type { ActionDescriptor, Catalogue } from '../../catalogue';
import { ActionError } from '../../errors';
import { ExpressionError, type Scope, templateReferences } from '../../expression';
import type { Json, JsonObject } from '../../json';
import { checkValue } from '../../pipeline/check-value';
import { normalizeParams } from '../../pipeline/normalize';
import type { BoundText, RevealedSecret, Secrets } from '../../ports';
import { firstProblem, pathText, problemText } from '../../schema-problem';
import { hiddenTexts, maskLine } from '../masking/mask';
import { type Edit, resolveEdited } from './edited-params';
import { resolveParams } from './resolve-params';
import { showBound, writtenSecrets } from './shown-params';

/** Parameters for an action, and what the journal stores of them. */
export interface Prepared {
  readonly definition: ActionDefinition;
  readonly params: z.output<z.ZodObject>;
  /** The resolved parameters that are read as `bound`, by name. */
  readonly bound: Readonly<Record<string, BoundText>>;
  /** The secrets among them, including text written literally in a parameter for secrets. */
  readonly secrets: readonly RevealedSecret[];
  /** Parameters with templates resolved and secrets masked. */
  readonly inputs: JsonObject;
}

const knownNames = new WeakMap<JsonObject, readonly string[]>();

/** Names of the secrets that parameters refer to. Cached by identity: all iterations of a loop share one object. */
export function secretNames(params: JsonObject): readonly string[] {
  const known = knownNames.get(params);
  if (known) return known;
  const names = namesIn(params);
  knownNames.set(params, names);
  return names;
}

function namesIn(params: JsonObject): string[] {
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
export async function revealSecrets(names: readonly string[], secrets: Secrets): Promise<RevealedSecret[]> {
  const revealed: RevealedSecret[] = [];
  for (const name of names) {
    const secret = await secrets.reveal(name);
    if (secret === undefined) {
      throw new ActionError(
        'invalid_params',
        `The secret ${name} does not exist. Add it in Settings, or correct the name.`,
      );
    }
    revealed.push(secret);
  }
  return revealed;
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
  readonly secrets: readonly RevealedSecret[];
  /** What a person edited during a pause. */
  readonly edit?: Edit | undefined;
}): Prepared {
  const { catalogue, action, scope, secrets, edit } = options;
  const definition = catalogue.find(action);
  const descriptor = catalogue.descriptors.find(action);
  if (!definition || !descriptor) throw new ActionError('invalid_params', `Unknown action ${action}.`);
  const { params: written } = normalizeParams(options.params, descriptor);
  const values = Object.fromEntries(secrets.map(({ name, value }) => [name, value]));
  const reading = { scope: scope(values), secrets };
  const { params, bound, shown, derived } = edit
    ? resolveEdited(written, descriptor, reading, edit)
    : resolveParams(written, descriptor, reading);
  const parsed = definition.params.safeParse(params);
  if (parsed.success) {
    const inputs = { ...shown.params, ...mapValues(shown.bound, showBound) };
    const known = [...secrets, ...derived, ...writtenSecrets(params, descriptor)];
    return { definition, params: parsed.data, bound, secrets: known, inputs };
  }
  const { path: inside, issue } = firstProblem(parsed.error);
  const path = ['params', ...inside].join('.');
  const message =
    describeProblem(params, descriptor, inside[0]) ??
    problemText(`${pathText(['params', ...inside], '')} of ${definition.type}`, issue);
  // Masked here: values made from secrets are known only here.
  throw new ActionError('invalid_params', maskLine(message, hiddenTexts([...secrets, ...derived])), { path });
}

/** Longest message about a parameter, in characters: it may repeat the value, which may have any length. */
const MAX_MESSAGE = 500;

/**
 * The message about a parameter as the editor shows it; undefined when the schema accepts the value and only the action
 * refuses it.
 */
function describeProblem(
  params: JsonObject,
  descriptor: ActionDescriptor,
  name: PropertyKey | undefined,
): string | undefined {
  const schema = typeof name === 'string' ? descriptor.params.properties?.[name] : undefined;
  const value = typeof name === 'string' ? params[name] : undefined;
  if (schema === undefined || value === undefined) return undefined;
  const [problem] = checkValue(schema, value, `params.${String(name)}`);
  if (problem === undefined || problem.message.length > MAX_MESSAGE) return undefined;
  return problem.hint === undefined ? problem.message : `${problem.message} ${problem.hint}`;
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

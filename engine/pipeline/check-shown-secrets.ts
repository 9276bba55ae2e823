import type { ActionDescriptor, JsonSchema } from '../catalogue';
import { ExpressionError, isTemplate, parseTemplate, readsSecret } from '../expression';
import type { Json } from '../json';
import { addressPieces, isWholeSecret, type ShownPart, shownSecretPart } from './address-secrets';
import type { ParamsContext } from './params-context';

/**
 * Whether readers of the run see a parameter, so that it may not contain a secret. Visible are parameters marked so,
 * expressions, and all parameters of a control except those of the action that it repeats.
 */
export function isShown(descriptor: ActionDescriptor, name: string): boolean {
  const schema = descriptor.params.properties?.[name];
  if (schema === undefined) return false;
  if (schema.secrets === 'refused' || schema.reads === 'expression') return true;
  return descriptor.kind === 'control' && !isNested(descriptor, name);
}

/** Whether a parameter contains the parameters of another action, which are checked with that action. */
export function isNested(descriptor: ActionDescriptor, name: string): boolean {
  const schema = descriptor.params.properties?.[name];
  if (schema?.widget === 'action_params') return true;
  return Object.values(schema?.properties ?? {}).some(({ widget }) => widget === 'action_params');
}

/** Message and hint about a secret in a visible part of an address. */
export function shownPartProblem(
  part: ShownPart,
  form: 'web' | 'server',
): { readonly message: string; readonly hint: string } {
  return {
    message: `A secret here becomes part of the ${part} of the address, which is visible in DNS, servers and errors.`,
    hint:
      form === 'web'
        ? 'Store the whole address as a secret, or move the secret to a header, the path or the query.'
        : 'Store the whole address as a secret, or use the secret as the password, percent-encoded.',
  };
}

/** Refuses a secret in a visible part of an address. Values that are known only in a run are checked in the run. */
export function checkAddressSecrets(value: Json, schema: JsonSchema, path: string, ctx: ParamsContext): void {
  const { address: form } = schema;
  if (form === undefined || typeof value !== 'string' || !isTemplate(value)) return;
  const pieces = piecesOf(value);
  if (isWholeSecret(pieces)) return;
  const part = shownSecretPart(
    pieces.map((piece) =>
      piece.kind === 'text'
        ? { text: piece.text, isSecret: false }
        : { text: undefined, isSecret: readsSecret(piece.expression) },
    ),
    form,
  );
  if (part === undefined) return;
  ctx.report({ code: 'secret_exposed', severity: 'error', path, ...shownPartProblem(part, form) });
}

function piecesOf(text: string) {
  try {
    return addressPieces(parseTemplate(text));
  } catch (error) {
    // Reported as an expression that cannot be parsed.
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

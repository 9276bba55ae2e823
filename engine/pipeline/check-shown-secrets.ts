import type { ActionDescriptor, JsonSchema } from '../catalogue';
import { ExpressionError, isTemplate, parseTemplate, readsSecret } from '../expression';
import type { Json } from '../json';
import { addressPieces, isWholeSecret, type ShownPart, shownSecretPart } from './address-secrets';
import type { ParamsContext } from './params-context';

/**
 * Whether a parameter is shown to whoever reads the run, so that no secret may stand in it: those marked so, expressions,
 * and all of an action that only decides, but for the parameters of the action that it repeats.
 */
export function isShown(descriptor: ActionDescriptor, name: string): boolean {
  const schema = descriptor.params.properties?.[name];
  if (schema === undefined) return false;
  if (schema.secrets === 'refused' || schema.reads === 'expression') return true;
  return descriptor.kind === 'control' && !isNested(descriptor, name);
}

/** Parameters of another action are checked with that one. */
export function isNested(descriptor: ActionDescriptor, name: string): boolean {
  const schema = descriptor.params.properties?.[name];
  if (schema?.widget === 'action_params') return true;
  return Object.values(schema?.properties ?? {}).some(({ widget }) => widget === 'action_params');
}

/** What is wrong with a secret in an address, and what to do instead. */
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

/** Refuses a secret as a part of an address that is shown. What only a run can know is refused there. */
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

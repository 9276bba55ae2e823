import type { JsonSchema } from '../catalogue';
import { ExpressionError, parseTemplate } from '../expression';
import type { Json } from '../json';
import { addressPieces, isWholeSecret } from './address-secrets';
import type { ParamsContext } from './params-context';

/** Message and hint about a value of which only the name of its secret is stored. */
export function notOneSecret(name: string): { readonly message: string; readonly hint: string } {
  return {
    message: `${name} is not the value of one secret.`,
    hint: 'Only the name of the secret is stored: store the value as a secret, and write {{secrets.<name>}}.',
  };
}

/** Refuses text where one secret is required. Values that are known only in a run are checked in the run. */
export function checkWholeSecret(
  { value, schema, name, path }: { value: Json; schema: JsonSchema; name: string; path: string },
  ctx: ParamsContext,
): void {
  if (schema.secrets !== 'required' || typeof value !== 'string' || mayBeSecret(value)) return;
  ctx.report({ code: 'invalid_parameter', severity: 'error', path, ...notOneSecret(name) });
}

function mayBeSecret(text: string): boolean {
  try {
    return isWholeSecret(addressPieces(parseTemplate(text)));
  } catch (error) {
    // Reported as an expression that cannot be parsed.
    if (error instanceof ExpressionError) return true;
    throw error;
  }
}

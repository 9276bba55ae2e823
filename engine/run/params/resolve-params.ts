import type { ActionDescriptor, JsonSchema } from '../../catalogue';
import { ActionError } from '../../errors';
import {
  type Expression,
  ExpressionError,
  evaluateTemplate,
  isTemplate,
  Meter,
  parseExpression,
  parseTemplate,
  type ReadExpression,
  ResolveError,
  readsSecret,
  resolveBound,
  resolveWith,
  type Scope,
  templateReferences,
} from '../../expression';
import { valueText } from '../../expression/values';
import type { Json, JsonObject } from '../../json';
import { addressPieces, isWholeSecret, shownSecretPart } from '../../pipeline/address-secrets';
import { isShown, shownPartProblem } from '../../pipeline/check-shown-secrets';
import type { BoundText, RevealedSecret } from '../../ports';
import { derivedSecrets } from '../masking/derived-secrets';
import { MASK } from '../masking/mask';
import { showsPiece } from '../masking/mask-words';

/** Parameters of one attempt: as the action receives them, and as readers of the run may see them. */
export interface ResolvedParams {
  readonly params: JsonObject;
  /** The resolved parameters that are read as `bound`, by name. */
  readonly bound: Readonly<Record<string, BoundText>>;
  /** The same with secrets masked; a value that an expression made from a secret is masked as a whole. */
  readonly shown: Pick<ResolvedParams, 'params' | 'bound'>;
  /** Values that expressions made from secrets, to be hidden like them. */
  readonly derived: readonly RevealedSecret[];
}

/**
 * Resolves the templates of parameters.
 * @throws ActionError `expression_error`; `invalid_params` where a secret would be shown
 */
export function resolveParams(
  written: JsonObject,
  descriptor: ActionDescriptor,
  { scope, secrets }: { readonly scope: Scope; readonly secrets: readonly RevealedSecret[] },
): ResolvedParams {
  const values = new Map<Expression, Json>();
  const read = reading(values, scope, secrets);
  refuseShown(written, descriptor);
  const resolved = resolveAll(written, descriptor, read);
  if (secrets.length === 0) return { ...resolved, shown: resolved, derived: [] };
  for (const [name, value] of Object.entries(written)) {
    checkAddress(name, value, descriptor.params.properties?.[name], read);
  }
  const shown = resolveAll(written, descriptor, (expression) =>
    readsSecret(expression) ? MASK : read(expression),
  );
  return { ...resolved, shown, derived: derivedSecrets(values, secrets) };
}

/** Evaluates each expression once. */
function reading(
  values: Map<Expression, Json>,
  scope: Scope,
  secrets: readonly RevealedSecret[],
): ReadExpression {
  return (expression) => {
    const known = values.get(expression);
    if (known !== undefined) return known;
    const value = evaluateUnshown(expression, scope, secrets);
    values.set(expression, value);
    return value;
  };
}

/** Resolves the templates of parameters, with values read by `read`. @throws ActionError */
export function resolveAll(
  written: JsonObject,
  descriptor: ActionDescriptor,
  read: ReadExpression,
): Pick<ResolvedParams, 'params' | 'bound'> {
  const params: JsonObject = {};
  const bound: Record<string, BoundText> = {};
  const meter = new Meter();
  for (const [name, value] of Object.entries(written)) {
    const reads = descriptor.params.properties?.[name]?.reads ?? 'template';
    if (reads === 'template' && typeof value === 'string' && !isTemplate(value)) {
      params[name] = value;
      continue;
    }
    const isBound = reads === 'bound' && typeof value === 'string';
    if (isBound) bound[name] = located(name, () => resolveBound(value, read, meter));
    params[name] = reads === 'template' ? located(name, () => resolveWith(value, read, meter)) : value;
  }
  return { params, bound };
}

/** Evaluates an expression. An error that could reveal a secret does not repeat its value. */
function evaluateUnshown(expression: Expression, scope: Scope, secrets: readonly RevealedSecret[]): Json {
  try {
    return evaluateTemplate(expression, scope);
  } catch (error) {
    if (!(error instanceof ExpressionError) || !readsSecret(expression)) throw error;
    if (!secrets.some(({ value }) => showsPiece(error.message, value))) throw error;
    throw new ExpressionError(
      'The expression reads a secret and cannot be evaluated. The reason is hidden, because it could reveal a part of the secret.',
      error.range,
    );
  }
}

/** Refuses a secret in a parameter that is shown, as validation does: a run may start without validation. */
function refuseShown(written: JsonObject, descriptor: ActionDescriptor): void {
  for (const [name, value] of Object.entries(written)) {
    if (!isShown(descriptor, name) || !holdsSecret(value, descriptor.params.properties?.[name])) continue;
    const path = `params.${name}`;
    throw new ActionError(
      'invalid_params',
      `${path} reads a secret, which would be visible in the run. Use secrets only in parameters that are sent, for example headers.`,
      { path },
    );
  }
}

function holdsSecret(value: Json, schema: JsonSchema | undefined): boolean {
  if (templateReferences(value).some(({ reference }) => reference.root === 'secrets')) return true;
  if (schema?.reads !== 'expression' || typeof value !== 'string') return false;
  try {
    return readsSecret(parseExpression(value));
  } catch (error) {
    // The action reports what is wrong with it.
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}

/** Checked before any name is looked up. @throws ActionError when a secret became a visible part of an address */
function checkAddress(name: string, value: Json, schema: JsonSchema | undefined, read: ReadExpression): void {
  const form = schema?.address;
  if (form === undefined || typeof value !== 'string' || !isTemplate(value)) return;
  const pieces = addressPieces(parseTemplate(value));
  if (isWholeSecret(pieces)) return;
  const texts = pieces.map((piece) =>
    piece.kind === 'text'
      ? { text: piece.text, isSecret: false }
      : { text: valueText(read(piece.expression)) ?? '', isSecret: readsSecret(piece.expression) },
  );
  const part = shownSecretPart(texts, form);
  if (part === undefined) return;
  const path = `params.${name}`;
  const { message, hint } = shownPartProblem(part, form);
  throw new ActionError('invalid_params', `${path}: ${message} ${hint}`, { path });
}

/** Adds the path of the parameter to an error in an expression. */
function located<T>(name: string, resolve: () => T): T {
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const below = error instanceof ResolveError ? error.path : [];
    const path = ['params', name, ...below].join('.');
    throw new ActionError('expression_error', `${path}: ${error.message}`, { path, cause: error });
  }
}

import type { ActionDescriptor } from '../catalogue';
import { ExpressionError, isTemplate, parseExpression, parseTemplate, references } from '../expression';
import type { Json, JsonObject } from '../json';
import type { ParamsContext } from './params-context';

interface Given {
  readonly params: JsonObject;
  readonly spelling: Readonly<Record<string, string>>;
  readonly descriptor: ActionDescriptor;
}

/** Warns of a list, written or the default of a run parameter, that is longer than its limit beside it. */
export function checkListLength(
  { params, spelling, descriptor }: Given,
  path: string,
  ctx: ParamsContext,
): void {
  const properties = descriptor.params.properties ?? {};
  for (const [name, { limits, default: fallback }] of Object.entries(properties)) {
    if (limits === undefined) continue;
    const limit = params[name] ?? fallback;
    const list = knownList(params[limits], ctx);
    if (list === undefined || typeof limit !== 'number' || list.items.length <= limit) continue;
    const written = spelling[name] ?? name;
    ctx.report({
      code: 'list_too_long',
      severity: 'warning',
      path: `${path}.${spelling[limits] ?? limits}`,
      message: `${list.name} has ${list.items.length} items, but ${written} is ${limit}.`,
      hint: `Set ${written} to ${list.items.length}.`,
    });
  }
}

function knownList(
  value: Json | undefined,
  ctx: ParamsContext,
): { readonly name: string; readonly items: readonly Json[] } | undefined {
  if (Array.isArray(value)) return { name: 'The list', items: value };
  const name = typeof value === 'string' ? paramName(value) : undefined;
  const items = name === undefined ? undefined : ctx.types.names.params?.properties?.[name]?.default;
  return Array.isArray(items) ? { name: `The default of params.${name}`, items } : undefined;
}

/** The run parameter that an expression consists of, with or without braces. */
function paramName(text: string): string | undefined {
  try {
    const expression = isTemplate(text) ? parseTemplate(text).whole : parseExpression(text);
    if (expression?.root.kind !== 'member') return undefined;
    const [reference] = references(expression);
    const [name, ...rest] = reference?.path ?? [];
    return reference?.root === 'params' && rest.length === 0 && typeof name === 'string' ? name : undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

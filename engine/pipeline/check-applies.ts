import { isApplicable } from '../applies';
import type { ActionDescriptor } from '../catalogue';
import type { Json, JsonObject } from '../json';
import type { ParamsContext } from './params-context';

interface Given {
  readonly params: JsonObject;
  readonly spelling: Readonly<Record<string, string>>;
  readonly descriptor: ActionDescriptor;
}

/** Warns of parameters that have no effect, such as max_parallel while parallel is off. */
export function checkApplies(
  { params, spelling, descriptor }: Given,
  path: string,
  ctx: ParamsContext,
): void {
  const properties = descriptor.params.properties ?? {};
  for (const [name, schema] of Object.entries(properties)) {
    const { applies } = schema;
    if (applies === undefined || params[name] === undefined) continue;
    const current = params[applies.by] ?? properties[applies.by]?.default;
    if (current === undefined || isApplicable(schema, descriptor, params)) continue;
    const written = { name: spelling[name] ?? name, by: spelling[applies.by] ?? applies.by };
    ctx.report({
      code: 'unused_parameter',
      severity: 'warning',
      path: `${path}.${written.name}`,
      message: `${written.name} has no effect while ${written.by} is ${current}.`,
      hint: nextStep(written, applies.values),
    });
  }
}

function nextStep(
  { name, by }: { readonly name: string; readonly by: string },
  values: readonly Json[],
): string {
  const [only] = values;
  return values.length === 1 ? `Set ${by} to ${only}, or remove ${name}.` : `Remove ${name}.`;
}

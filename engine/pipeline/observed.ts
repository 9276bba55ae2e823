import type { JsonSchema, Observed } from '../catalogue';

/** Outputs that runs returned, by step id. */
export type ObservedOutputs = Readonly<Record<string, Observed>>;

/**
 * The outputs that a step may have read. A run that skipped the step tells nothing of what the step finds when it runs: it
 * was skipped because its sources were different.
 * @param skippedIn the newest run that skipped the step
 */
export function observedBy(observed: ObservedOutputs, skippedIn: number | undefined): ObservedOutputs {
  if (skippedIn === undefined) return observed;
  return Object.fromEntries(Object.entries(observed).filter(([, { run }]) => run !== skippedIn));
}

/**
 * Adds the shape of an output in a run to those parts of a schema that accept any JSON value; other parts do not
 * change.
 */
export function withObserved(declared: JsonSchema, seen: Observed | undefined): JsonSchema {
  if (seen === undefined) return declared;
  if (isAnything(declared)) return { ...declared, observed: seen };
  const only = onlyPresent(declared);
  if (only !== undefined) return { ...declared, anyOf: onlyObserved(declared, only, seen) };
  if (declared.properties !== undefined) return withObservedFields(declared, seen);
  if (declared.type === 'object') return { ...declared, observed: seen };
  if (declared.type !== 'array' || typeof seen.shape.items !== 'object') return declared;
  const items = typeof declared.items === 'object' ? declared.items : {};
  return { ...declared, items: withObserved(items, { run: seen.run, shape: seen.shape.items }) };
}

/** The alternative of a union that is not null; undefined when there are several, or no union. */
function onlyPresent({ anyOf = [] }: JsonSchema): JsonSchema | undefined {
  const present = anyOf.filter((each) => each.type !== 'null');
  return present.length === 1 ? present[0] : undefined;
}

/** The alternatives of a union, the given one as observed. A run that returned null tells nothing of it. */
function onlyObserved({ anyOf = [] }: JsonSchema, only: JsonSchema, seen: Observed): readonly JsonSchema[] {
  if (seen.shape.type === 'null') return anyOf;
  return anyOf.map((each) => (each === only ? withObserved(each, seen) : each));
}

/** Whether a schema accepts any JSON value. */
export function isAnything(schema: JsonSchema): boolean {
  const { type, anyOf, enum: values, properties } = schema;
  return [type, anyOf, values, properties, schema.const].every((each) => each === undefined);
}

function withObservedFields(declared: JsonSchema, { run, shape }: Observed): JsonSchema {
  const fields = Object.entries(declared.properties ?? {}).map(([name, field]) => {
    const given = Object.hasOwn(shape.properties ?? {}, name) ? shape.properties?.[name] : undefined;
    return [name, withObserved(field, given && { run, shape: given })] as const;
  });
  return { ...declared, properties: Object.fromEntries(fields) };
}

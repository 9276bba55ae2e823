import type { ActionDescriptor, Descriptors, JsonSchema } from '../../catalogue';
import { isTemplate } from '../../expression';
import type { JsonObject } from '../../json';
import type { ValuePath } from '../test/value-path';
import type { Hop } from './hop';
import { innerAction } from './inner-action';
import { EACH } from './value-place';

/** An action with its parameters as written: a step's own, or what a loop repeats. */
interface Performed {
  readonly descriptor: ActionDescriptor;
  readonly params: JsonObject;
  /** Number of loops around it. */
  readonly depth: number;
  /** Where its parameters are below those of the step. @default the step itself */
  readonly at?: ValuePath;
  /** Where its output is below that of the step. @default the step itself */
  readonly out?: ValuePath;
}

/** Loops inside loops that are followed. */
const MAX_DEPTH = 5;

/** The fields of an output that are parameters of the step, or computed from them. The action's schema says which. */
export function outputHops(step: string, performed: Performed, descriptors: Descriptors): Hop[] {
  const { descriptor } = performed;
  return Object.entries(descriptor.output.properties ?? {}).flatMap(([field, schema]) => [
    ...fieldHops(step, performed, field, schema),
    ...collectedHops(step, performed, { field, schema, descriptors }),
    ...setOutputHops(step, performed, { field, schema }),
  ]);
}

function fieldHops(step: string, performed: Performed, field: string, schema: JsonSchema): Hop[] {
  const { descriptor, params, at = [], out = [] } = performed;
  const names = schema.sameAs === undefined ? (schema.computedFrom ?? []) : [schema.sameAs];
  const read = names.filter(
    (name) => params[name] !== undefined || descriptor.params.properties?.[name]?.fallback !== undefined,
  );
  return read.map(
    (name): Hop => ({
      from: { of: 'input', step, path: [...at, name] },
      to: { of: 'output', step, path: [...out, field] },
      isSame: schema.sameAs !== undefined,
    }),
  );
}

/** The fields of the outputs that a loop lists. */
function collectedHops(
  step: string,
  performed: Performed,
  { field, schema, descriptors }: { field: string; schema: JsonSchema; descriptors: Descriptors },
): Hop[] {
  const { descriptor, params, at = [], out = [], depth } = performed;
  const { collects } = schema;
  if (collects === undefined || depth >= MAX_DEPTH) return [];
  const inner = innerAction(descriptor, params, collects, descriptors);
  if (!inner?.descriptor) return [];
  return outputHops(
    step,
    {
      descriptor: inner.descriptor,
      params: inner.params,
      depth: depth + 1,
      at: [...at, collects, EACH],
      out: [...out, field, EACH],
    },
    descriptors,
  );
}

/** An output of the run that a step sets. One whose name is computed may be any. */
function setOutputHops(
  step: string,
  { params, out = [] }: Performed,
  { field, schema }: { field: string; schema: JsonSchema },
): Hop[] {
  if (schema.setsOutput === undefined) return [];
  const name = params[schema.setsOutput];
  const isKnown = typeof name === 'string' && !isTemplate(name);
  return [
    {
      from: { of: 'output', step, path: [...out, field] },
      to: { of: 'run_output', step: undefined, path: isKnown ? [name] : [] },
      isSame: isKnown,
    },
  ];
}

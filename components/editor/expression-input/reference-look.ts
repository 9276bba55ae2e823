import { type Descriptors, type Graph, type JsonSchema, parseExpression, typeOf } from '@/engine';
import type { ReferenceLook } from './chips';
import type { ReferenceToken } from './tokens';
import type { ExpressionScope } from './type-scope';

const SHORT_TYPES: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'num',
  boolean: 'bool',
  array: 'list',
  object: 'obj',
};

export interface ReferenceLookInput {
  readonly reference: ReferenceToken;
  /** The reference as written. */
  readonly text: string;
  readonly graph: Graph;
  readonly descriptors: Descriptors;
  readonly scope: ExpressionScope;
}

/** What a chip shows of a reference: where it comes from, its type, whether it leads nowhere. */
export function referenceLook({
  reference,
  text,
  graph,
  descriptors,
  scope,
}: ReferenceLookInput): ReferenceLook {
  const step = reference.step === undefined ? undefined : graph.steps.get(reference.step);
  const category =
    step === undefined ? undefined : (step.descriptor ?? descriptors.find(step.step.action))?.category;
  const schema = schemaOf(text, scope);
  const type = shortType(schema);
  const title =
    step === undefined ? text : `${text} of ${step.step.name ?? step.descriptor?.title ?? step.id}`;
  return { category: category ?? 'param', type, broken: isBroken(reference, scope), title };
}

function isBroken(reference: ReferenceToken, scope: ExpressionScope): boolean {
  if (reference.root === 'steps')
    return reference.step === undefined || scope.step(reference.step) === undefined;
  const [name] = reference.path;
  if (reference.root !== 'params' || name === undefined) return false;
  return !Object.hasOwn(scope.names.params?.properties ?? {}, name);
}

function schemaOf(text: string, scope: ExpressionScope): JsonSchema {
  try {
    return typeOf(parseExpression(text), scope);
  } catch {
    // Half-typed references have no type yet.
    return {};
  }
}

/** The type in three or four letters, as chips show it. */
function shortType(schema: JsonSchema): string | undefined {
  const types =
    typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []).filter((type) => type !== 'null');
  const [only] = types;
  return types.length === 1 && only !== undefined ? SHORT_TYPES[only] : undefined;
}

import type { Completion, CompletionSection } from '@codemirror/autocomplete';
import { expressionPath, type JsonPath } from '@/components/json-tree/flatten';
import { type Graph, itemOf, type JsonSchema, knownFields, typeText } from '@/engine';
import { exampleAt, withExample } from './examples';
import type { ExpressionScope } from './expression-scope';

/** Largest number of observed keys of one value in the list; typing the dot lists all. */
const MAX_SEEN = 12;

export interface StepOutputsInput {
  readonly section: CompletionSection;
  readonly scope: ExpressionScope;
  readonly graph: Graph;
}

interface Field {
  readonly path: JsonPath;
  readonly type: JsonSchema;
}

/** The outputs of a step as complete references: declared fields, then observed fields below them. */
export function stepOutputs(id: string, { section, scope, graph }: StepOutputsInput): Completion[] {
  const schema: JsonSchema = scope.step(id) ?? {};
  const title = graph.steps.get(id)?.step.name ?? graph.steps.get(id)?.descriptor?.title;
  const base = `steps.${id}.output`;
  const output = scope.examples.steps[id]?.value;
  const completion = ({ path, type }: Field): Completion =>
    withExample(
      {
        label: labelOf(id, path),
        apply: expressionPath(base, path),
        detail: typeText(type),
        type: 'property',
        section,
        ...(type.description === undefined ? {} : { info: type.description }),
      },
      exampleAt(output, path),
    );
  const declared = knownFields(schema).map(([name, type]): Field => ({ path: [name], type }));
  const seen = declared.flatMap((field) => fieldsBelow(field));
  const whole: Completion = {
    label: id,
    apply: base,
    detail: title ?? 'output',
    type: 'variable',
    section,
  };
  return [...declared.map(completion), whole, ...seen.map(completion)];
}

/** Observed fields of a value, and those of the items of a list, as fields of its first item. */
function fieldsBelow(field: Field): Field[] {
  const own = field.type.observed === undefined ? [] : fieldsOf(field);
  return [...own, ...itemFields(field), ...own.flatMap(itemFields)];
}

function fieldsOf({ path, type }: Field): Field[] {
  return knownFields(type)
    .slice(0, MAX_SEEN)
    .map(([key, inner]) => ({ path: [...path, key], type: inner }));
}

function itemFields({ path, type }: Field): Field[] {
  return fieldsOf({ path: [...path, 0], type: itemOf(type) });
}

/** `get.items[0].name`, as chips show it. */
function labelOf(id: string, path: JsonPath): string {
  return id + path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
}

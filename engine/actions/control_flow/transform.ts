import { z } from 'zod';
import { type ControlContext, defineControl } from '../../action';
import { ActionError } from '../../errors';
import { anyJson, condition } from '../../fields';
import type { Json, JsonObject } from '../../json';
import { OPERATION_LABELS, OPERATIONS, operations } from './transform_operations';
import { computationOf } from './transform_operations/functions';
import type { Request } from './transform_operations/request';

const COMPUTED_FROM = ['input', 'field', 'template', 'condition', 'function', 'initial'];

const params = z.object({
  operation: z
    .enum(OPERATIONS)
    .meta({ labels: OPERATION_LABELS })
    .describe('Operation to apply to the input.'),
  input: anyJson()
    .meta({ secrets: 'refused', variant: 'a', usual: true, fallback: 'upstream' })
    .optional()
    .describe('Value to transform. Default: the output of the upstream step, when there is exactly one.'),
  field: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .meta({ widget: 'text', variant: 'b' })
    .optional()
    .describe('Dotted path into the input, or into each item of a list. With pick: several names.'),
  template: z
    .string()
    .meta({
      widget: 'multiline',
      reads: 'deferred',
      names: ['input', 'item', 'index'],
      secrets: 'refused',
      variant: 'a',
      usual: true,
      applies: { by: 'operation', values: ['template', 'map'] },
    })
    .optional()
    .describe('Template to render. It can read input and, with map, item and index.'),
  condition: condition()
    .meta({
      names: ['item', 'index', 'input'],
      secrets: 'refused',
      variant: 'added',
      usual: true,
      applies: { by: 'operation', values: ['filter'] },
    })
    .optional()
    .describe('With filter: condition for items to keep, for example item.size > 3.'),
  function: z
    .string()
    .min(1)
    .meta({
      widget: 'code',
      reads: 'verbatim',
      secrets: 'refused',
      variant: 'b',
      applies: { by: 'operation', values: ['map', 'filter', 'reduce'] },
    })
    .optional()
    .describe(
      'With map, filter and reduce: JavaScript function (item, index) => …; with reduce (acc, item, index) => …. ' +
        'Limits: no access to anything but its arguments, 1 s of CPU time (more for long lists) and 64 MB of memory.',
    ),
  initial: anyJson()
    .meta({ secrets: 'refused', variant: 'added', applies: { by: 'operation', values: ['reduce'] } })
    .optional()
    .describe('With reduce: initial value; a number unless a function is set.'),
});

/** Reshapes data between steps. docs/rules.md, section 7.2. */
export const transform = defineControl({
  type: 'transform',
  title: 'Transform',
  description: 'Reshape, filter or clean data for later steps.',
  icon: 'transform',
  sentence: '{operation}[ {field}][ of {input}]',
  category: 'control',
  params,
  requireFor: {
    by: 'operation',
    of: {
      template: ['template'],
      map: ['template', 'field', 'function'],
      filter: ['condition', 'field', 'function'],
      pick: ['field'],
    },
  },

  docs: {
    examples: [
      {
        title: 'One field of each item',
        step: {
          id: 'names',
          params: {
            operation: 'map',
            input: '{{steps.list.output.response_body.models}}',
            field: 'name',
          },
        },
      },
      {
        title: 'Items that match a condition',
        step: {
          id: 'large_ones',
          params: {
            operation: 'filter',
            input: '{{steps.list.output.response_body.models}}',
            condition: 'item.size > params.smallest',
          },
        },
      },
      {
        title: 'Template for each item',
        step: {
          id: 'lines',
          params: {
            operation: 'map',
            input: '{{steps.list.output.response_body.models}}',
            template: '{{index}}: {{item.name}}',
          },
        },
      },
      {
        title: 'Function for each item',
        step: {
          id: 'priced',
          params: {
            operation: 'map',
            input: '{{steps.list.output.response_body.models}}',
            function: '(item, index) => ({\n  place: index + 1,\n  name: item.name.trim(),\n})',
          },
        },
      },
      {
        title: 'Count per group with a function',
        step: {
          id: 'by_owner',
          params: {
            operation: 'reduce',
            input: '{{steps.list.output.response_body.models}}',
            function:
              '(counts, item) => {\n  counts[item.owner] = (counts[item.owner] ?? 0) + 1;\n  return counts;\n}',
            initial: {},
          },
        },
      },
    ],
    failures: {
      invalid_params:
        'the input does not fit the operation, input is missing and the step does not have exactly one upstream step, or function is not a JavaScript function.',
      expression_error:
        'a field is missing, template or condition cannot be evaluated, or the function throws or does not return JSON.',
      timeout:
        'the function exceeds its limit of CPU time: 1 s, plus 1 s for every 25,000 items, at most 5 s.',
    },
  },

  output: z.object({
    result: anyJson().meta({ computedFrom: COMPUTED_FROM }).describe('Result of the operation.'),
    count: z
      .int()
      .meta({ computedFrom: COMPUTED_FROM })
      .optional()
      .describe('Number of items, when the result is a list.'),
  }),

  decide(given, ctx) {
    const input = given.input === undefined ? onlyDependency(ctx) : given.input;
    ctx.read(input);
    const request: Request = {
      operation: given.operation,
      input,
      field: given.field,
      template: given.template,
      condition: given.condition,
      function: given.function,
      initial: given.initial,
      ctx,
    };
    const computation = computationOf(request);
    if (computation && ctx.computed === undefined) return { do: 'compute', program: computation.program };
    const result =
      computation && ctx.computed !== undefined
        ? computation.finish(ctx.computed)
        : operations[given.operation](request);
    const output: JsonObject = Array.isArray(result) ? { result, count: result.length } : { result };
    return { do: 'complete', output };
  },
});

function onlyDependency(ctx: ControlContext): Json {
  const [id, ...others] = ctx.dependencies;
  if (id === undefined) {
    throw noInput(
      'This step has no input and no upstream step. Set input, for example {{steps.<id>.output}}.',
    );
  }
  if (others.length > 0) {
    const names = ctx.dependencies.join(', ');
    throw noInput(`This step has no input and several upstream steps (${names}). Set input to select one.`);
  }
  const output = ctx.outcome(id)?.output;
  if (output === undefined)
    throw noInput(`This step reads the output of ${id}, which has no output. Set input.`);
  return output;
}

function noInput(message: string): ActionError {
  return new ActionError('invalid_params', message, { path: 'params.input' });
}

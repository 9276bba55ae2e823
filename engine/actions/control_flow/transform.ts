import { z } from 'zod';
import { type ControlContext, defineControl } from '../../action';
import { ActionError } from '../../errors';
import { anyJson, condition } from '../../fields';
import type { Json, JsonObject } from '../../json';
import { OPERATION_LABELS, OPERATIONS, operations } from './transform_operations';
import { computationOf } from './transform_operations/functions';
import type { Request } from './transform_operations/request';

const params = z.object({
  operation: z.enum(OPERATIONS).meta({ labels: OPERATION_LABELS }).describe('What to do with the input.'),
  input: anyJson()
    .meta({ secrets: 'refused', variant: 'a' })
    .optional()
    .describe('What is transformed; the output of the only step before this one when left out.'),
  field: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .meta({ widget: 'text', variant: 'b' })
    .optional()
    .describe('A dotted path into the input, or into each item of a list; several names with pick.'),
  template: z
    .string()
    .meta({
      widget: 'multiline',
      reads: 'deferred',
      names: ['input', 'item', 'index'],
      secrets: 'refused',
      variant: 'a',
    })
    .optional()
    .describe('Text rendered with input, and with map for each item and index.'),
  condition: condition()
    .meta({ names: ['item', 'index', 'input'], secrets: 'refused', variant: 'added' })
    .optional()
    .describe('With filter: the items to keep, such as item.size > 3.'),
  function: z
    .string()
    .min(1)
    .meta({ widget: 'code', reads: 'verbatim', secrets: 'refused', variant: 'b' })
    .optional()
    .describe(
      'With map, filter and reduce: a JavaScript function, (item, index) => …, and with reduce (acc, item, index) => …. ' +
        'It sees nothing but what it is given, and has 1 s, a little more for long lists, and 64 MB.',
    ),
  initial: anyJson()
    .meta({ secrets: 'refused', variant: 'added' })
    .optional()
    .describe('With reduce: what to start from; a number unless a function is given.'),
});

/** Reshapes data between steps. docs/rules.md, section 7.2. */
export const transform = defineControl({
  type: 'transform',
  title: 'Transform',
  description: 'Reshape, filter or clean data on its way to the next step.',
  icon: 'transform',
  sentence: '{operation}[ {field}][ of {input}]',
  category: 'control',
  params,

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
        title: 'Keep the items that are large enough',
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
        title: 'Text for each item',
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
        title: 'A function for each item',
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
        title: 'A function that counts by group',
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
        'the input does not suit the operation, none is given and not exactly one step comes before, or the function is not one.',
      expression_error:
        'a field that is asked for is missing, template or condition cannot be evaluated, or the function throws or gives no JSON.',
      timeout:
        'the function is still running after its time: 1 s, and 1 s more for every 25,000 items up to 5 s.',
    },
  },

  output: z.object({
    result: anyJson().describe('What came out.'),
    count: z.int().optional().describe('How many items, when it is a list.'),
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
    throw noInput('This step has no input and follows no step; set input, such as {{steps.<id>.output}}.');
  }
  if (others.length > 0) {
    const names = ctx.dependencies.join(', ');
    throw noInput(`This step has no input and follows several steps (${names}); set input to choose one.`);
  }
  const output = ctx.outcome(id)?.output;
  if (output === undefined) throw noInput(`This step takes the output of ${id}, which gave none; set input.`);
  return output;
}

function noInput(message: string): ActionError {
  return new ActionError('invalid_params', message, { path: 'params.input' });
}

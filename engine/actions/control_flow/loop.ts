import { z } from 'zod';
import { type ControlContext, type Decision, defineControl, type Outcome } from '../../action';
import { ActionError, failureSchema } from '../../errors';
import { type Json, json } from '../../json';
import { MAX_RESULTS_BYTES, megabytes } from '../../value-limits';

const params = z.object({
  items: z
    .union([z.string().min(1), z.array(json())])
    .meta({ widget: 'text', reads: 'expression' })
    .describe('List to iterate over, for example {{steps.fetch.output.response_body}}.'),
  action: z.string().min(1).meta({ widget: 'action' }).describe('Action to run for each item.'),
  action_params: z
    .record(z.string(), json())
    .default({})
    .meta({
      widget: 'action_params',
      reads: 'deferred',
      names: ['item', 'index'],
      variant: 'added',
      usual: true,
    })
    .describe('Parameters of the action. item and index refer to the current iteration.'),
  max_iterations: z
    .int()
    .min(1)
    .default(100)
    .meta({ limits: 'items' })
    .describe('Maximum number of items. The step fails before the first iteration when the list is longer.'),
  parallel: z.boolean().default(false).describe('Run iterations concurrently.'),
  max_parallel: z
    .int()
    .min(1)
    .default(8)
    .meta({ variant: 'added', applies: { by: 'parallel', values: [true] } })
    .describe('Maximum number of concurrent iterations, with parallel.'),
  on_item_failure: z
    .enum(['fail', 'continue'])
    .default('fail')
    .meta({ labels: { fail: 'Fail the step', continue: 'Continue with the others' }, variant: 'added' })
    .describe('What to do when an iteration fails.'),
});

/** Performs an action once for each item of a list. docs/rules.md, section 7.5. */
export const loop = defineControl({
  type: 'loop',
  title: 'Loop',
  description: 'Run an action for each item of a list.',
  icon: 'loop',
  sentence: 'For each of {items}: {action}',
  category: 'control',
  params,

  docs: {
    variants: { b: 'loop' },
    examples: [
      {
        title: 'One log line per item',
        step: {
          id: 'each',
          params: {
            items: ['north', 'south'],
            action: 'log',
            action_params: { message: 'Region {{item}} has index {{index}}' },
          },
        },
      },
      {
        title: 'Concurrent requests that continue when one fails',
        step: {
          id: 'warm_up',
          params: {
            items: '{{steps.list.output.response_body}}',
            action: 'http_request',
            action_params: { url: '{{params.base_url}}/models/{{item}}', expect_status: '2xx' },
            max_iterations: 500,
            parallel: true,
            max_parallel: 4,
            on_item_failure: 'continue',
          },
        },
      },
    ],
    failures: {
      invalid_params:
        'items is not a list, or the list is longer than max_iterations. No iteration was started.',
    },
    notes: [
      'When an iteration fails, the step fails with the same error, unless on_item_failure is continue.',
      'Every iteration is persisted: after a restart the loop continues with the first unfinished iteration.',
      'Loops over more than 1,000 items are distributed to the workers in chunks of 500 items or more. When an iteration fails such a loop, running iterations in other chunks are cancelled.',
      `The results of a loop are limited to ${megabytes(MAX_RESULTS_BYTES)} in total. The step fails when they exceed the limit.`,
    ],
  },

  output: z.object({
    results: z
      .array(json())
      .meta({ computedFrom: ['items'], collects: 'action_params' })
      .describe('Output of each iteration, in the order of the items; null where the iteration failed.'),
    count: z
      .int()
      .meta({ computedFrom: ['items'] })
      .describe('Number of items.'),
    failed: z.int().describe('Number of failed iterations.'),
    errors: z
      .array(
        z.object({
          index: z.int().describe('Index of the item, from 0.'),
          error: failureSchema.describe('Error of the iteration.'),
        }),
      )
      .optional()
      .describe('Errors of the failed iterations.'),
  }),

  maxOutputBytes: MAX_RESULTS_BYTES,

  decide(given, ctx) {
    if (ctx.iterations.length > 0) return conclude(given, ctx);
    const items = readItems(given.items, ctx);
    if (items.length > given.max_iterations) throw tooMany(items.length, given.max_iterations);
    if (items.length === 0) return { do: 'complete', output: { results: [], count: 0, failed: 0 } };
    return {
      do: 'iterate',
      items,
      action: given.action,
      params: given.action_params,
      parallel: given.parallel ? given.max_parallel : 1,
      stopOnFailure: given.on_item_failure === 'fail',
    };
  },
});

type Given = z.output<typeof params>;

function readItems(written: string | Json[], ctx: ControlContext): Json[] {
  const value = typeof written === 'string' ? ctx.evaluate(written) : ctx.render(written);
  if (Array.isArray(value)) return value;
  throw new ActionError(
    'invalid_params',
    `params.items is ${nameType(value)}, not a list. Use an expression that returns a list, for example steps.fetch.output.response_body.`,
    { path: 'params.items' },
  );
}

function nameType(value: Json): string {
  if (value === null) return 'nothing';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function tooMany(count: number, limit: number): ActionError {
  return new ActionError(
    'invalid_params',
    `The list has ${count} items, but max_iterations is ${limit}. No iteration was started. Raise max_iterations or shorten the list.`,
    { path: 'params.max_iterations' },
  );
}

/** Called again when every iteration has ended, or no more start because one failed. */
function conclude(given: Given, ctx: ControlContext): Decision {
  const errors = ctx.iterations.flatMap((outcome, at) =>
    outcome !== undefined && hasFailed(outcome)
      ? [{ index: ctx.range.first + at, error: errorOf(outcome) }]
      : [],
  );
  const [first] = errors;
  if (first !== undefined && given.on_item_failure === 'fail') {
    // Its path points into the action's own parameters, not into those of this step.
    const { path: _, ...error } = first.error;
    const message = `Iteration ${first.index + 1} of ${ctx.range.total} failed: ${error.message}`;
    return { do: 'fail', error: { ...error, message } };
  }
  if (ctx.iterations.includes(undefined)) {
    throw new ActionError('internal', 'The loop ended while iterations were still running.');
  }
  const results = ctx.iterations.map((outcome) =>
    outcome?.status === 'completed' ? (outcome.output ?? null) : null,
  );
  return {
    do: 'complete',
    output: {
      results,
      count: results.length,
      failed: errors.length,
      ...(errors.length === 0 ? {} : { errors }),
    },
  };
}

function hasFailed(outcome: Outcome): boolean {
  return outcome.status === 'failed' || outcome.status === 'cancelled';
}

function errorOf(outcome: Outcome) {
  return { ...(outcome.error ?? { kind: 'cancelled' as const, message: 'The iteration was cancelled.' }) };
}

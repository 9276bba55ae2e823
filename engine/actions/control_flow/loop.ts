import { z } from 'zod';
import { type ControlContext, type Decision, defineControl, type Outcome } from '../../action';
import { ActionError, failureSchema } from '../../errors';
import { type Json, json } from '../../json';
import { MAX_RESULTS_BYTES, megabytes } from '../../value-limits';

const params = z.object({
  items: z
    .union([z.string().min(1), z.array(json())])
    .meta({ widget: 'text', reads: 'expression' })
    .describe('The list to go through, such as {{steps.fetch.output.response_body}}.'),
  action: z.string().min(1).meta({ widget: 'action' }).describe('The action performed for each item.'),
  action_params: z
    .record(z.string(), json())
    .default({})
    .meta({ widget: 'action_params', reads: 'deferred', names: ['item', 'index'], variant: 'added' })
    .describe('Its parameters; item and index stand for the current one.'),
  max_iterations: z.int().min(1).default(100).describe('A longer list fails the step before it starts.'),
  parallel: z.boolean().default(false).describe('Perform several at once.'),
  max_parallel: z
    .int()
    .min(1)
    .default(8)
    .meta({ variant: 'added' })
    .describe('How many at once, when parallel.'),
  on_item_failure: z
    .enum(['fail', 'continue'])
    .default('fail')
    .meta({ labels: { fail: 'Fail the step', continue: 'Go on with the others' }, variant: 'added' })
    .describe('What to do when one of them fails.'),
});

/** Performs an action once for each item of a list. docs/rules.md, section 7.5. */
export const loop = defineControl({
  type: 'loop',
  title: 'Loop',
  description: 'Perform an action once for each item of a list.',
  icon: 'loop',
  sentence: 'For each of {items}: {action}',
  category: 'control',
  params,

  docs: {
    variants: { b: 'loop' },
    examples: [
      {
        title: 'One log line for each item',
        step: {
          id: 'each',
          params: {
            items: ['north', 'south'],
            action: 'log',
            action_params: { message: 'Region {{item}} is number {{index}}' },
          },
        },
      },
      {
        title: 'Several requests at once; one that fails does not stop the others',
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
      invalid_params: 'items is not a list, or longer than max_iterations; nothing was started then.',
    },
    notes: [
      'When an item fails, the step fails as its action did, unless on_item_failure is continue.',
      'Every iteration is kept: after a restart the loop goes on with the first one that had not ended.',
      'More than 1,000 items are shared between the workers of a server, in parts of 500 or more. When one item fails such a loop, iterations under way in other parts are cancelled.',
      `The results of a loop are at most ${megabytes(MAX_RESULTS_BYTES)} together. They are counted as iterations end; beyond that the step fails and starts no more.`,
    ],
  },

  output: z.object({
    results: z
      .array(json())
      .describe('What each item gave, in the order of the items; null where it failed.'),
    count: z.int().describe('How many items there were.'),
    failed: z.int().describe('How many of them failed.'),
    errors: z
      .array(
        z.object({
          index: z.int().describe('Which item, from 0.'),
          error: failureSchema.describe('Why it failed.'),
        }),
      )
      .optional()
      .describe('Why, for those that failed.'),
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
    `params.items gave ${nameType(value)}, not a list. Point it at a list, such as steps.fetch.output.response_body.`,
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
    `The list has ${count} items and max_iterations is ${limit}; nothing was started. Raise max_iterations or shorten the list.`,
    { path: 'params.max_iterations' },
  );
}

/** Called again when every iteration has ended, or none will start any more because one failed. */
function conclude(given: Given, ctx: ControlContext): Decision {
  const errors = ctx.iterations.flatMap((outcome, index) =>
    outcome !== undefined && hasFailed(outcome) ? [{ index, error: errorOf(outcome) }] : [],
  );
  const [first] = errors;
  if (first !== undefined && given.on_item_failure === 'fail') {
    // Its path points into the action's own parameters, not into those of this step.
    const { path: _, ...error } = first.error;
    const message = `Iteration ${first.index + 1} of ${ctx.iterations.length} failed: ${error.message}`;
    return { do: 'fail', error: { ...error, message } };
  }
  if (ctx.iterations.includes(undefined)) {
    throw new ActionError('internal', 'The loop was asked to conclude while iterations were still open.');
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
  return { ...(outcome.error ?? { kind: 'cancelled' as const, message: 'It was cancelled.' }) };
}

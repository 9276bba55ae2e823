import { z } from 'zod';
import { type ControlContext, type Decision, defineControl, type Outcome } from '../../action';
import { ActionError } from '../../errors';
import { condition, seconds } from '../../fields';
import { type Json, json } from '../../json';
import { inSeconds } from './seconds';

const params = z.object({
  condition: condition()
    .meta({ names: ['check', 'waited_seconds', 'polls'], secrets: 'refused' })
    .describe('What to wait for. It may read check, waited_seconds and polls.'),
  timeout_seconds: seconds().default(300).describe('Gives up after this long.'),
  poll_interval_seconds: seconds().min(0.1).default(5).describe('How long to wait between two looks.'),
  check: z
    .object({
      action: z.string().min(1).meta({ widget: 'action' }).describe('Type of the action.'),
      params: z
        .record(z.string(), json())
        .default({})
        .meta({ widget: 'action_params' })
        .describe('Its parameters. They may read polls, the number of this look.'),
    })
    .meta({ widget: 'json', reads: 'deferred', names: ['polls', 'item', 'index'], variant: 'added' })
    .optional()
    .describe('An action to perform at each look; the condition reads its answer as check.output.'),
});

/** Looks again and again until a condition is true. docs/rules.md, section 7.4. */
export const waitUntil = defineControl({
  type: 'wait_until',
  title: 'Wait until',
  description: 'Hold until a condition is true, looking again at intervals.',
  icon: 'wait_until',
  sentence: 'Until {condition}',
  category: 'control',
  params,

  docs: {
    variants: { a: 'wait_until' },
    examples: [
      {
        title: 'Until somebody approves',
        step: { id: 'approval', params: { condition: "default(signals.approved, '') == 'yes'" } },
      },
      {
        title: 'Until a service answers',
        step: {
          id: 'ready',
          params: {
            condition: 'check.output.status_code == 200',
            check: { action: 'http_request', params: { url: '{{params.base_url}}/health' } },
            poll_interval_seconds: 10,
            timeout_seconds: 600,
          },
        },
      },
    ],
    failures: { timeout: 'the condition was not true in time; the message says how often it looked.' },
    notes: [
      'A check that fails is not the end: the step looks again until its time is up.',
      'A signal that the condition reads makes it look at once. Approve in the view of a run sends one.',
      'In a loop, the check reads item and index of the loop; polls is the number of the look.',
      'Time while the run is paused does not count towards the timeout.',
    ],
  },

  output: z.object({
    waited_seconds: z.number().meta({ unit: 's' }).describe('How long it took.'),
    polls: z.int().describe('How many times it looked.'),
  }),

  decide(given, ctx) {
    const polls = ctx.waits + 1;
    const waited = inSeconds(ctx.elapsedSeconds);
    if (given.check !== undefined && ctx.iterations.length < polls) return perform(given.check, polls);

    const check = given.check === undefined ? undefined : lastCheck(ctx, polls);
    const names: Record<string, Json> = { waited_seconds: waited, polls };
    if (check !== undefined) names.check = readable(check);
    if (ctx.test(given.condition, names)) {
      return { do: 'complete', output: { waited_seconds: waited, polls } };
    }

    const left = given.timeout_seconds - (ctx.elapsedSeconds - ctx.heldSeconds);
    if (left <= 0) return timedOut({ given, waited, polls, check });
    return {
      do: 'wait',
      seconds: Math.min(given.poll_interval_seconds, left),
      reason: `Waiting until ${given.condition}`,
    };
  },
});

type Given = z.output<typeof params>;

/** One look: a single iteration. In a loop, `item` and `index` stay those of the loop. */
function perform(check: NonNullable<Given['check']>, poll: number): Decision {
  return {
    do: 'iterate',
    items: [poll],
    action: check.action,
    params: check.params,
    parallel: 1,
    stopOnFailure: false,
    as: 'polls',
  };
}

function lastCheck(ctx: ControlContext, polls: number): Outcome {
  const outcome = ctx.iterations[polls - 1];
  if (outcome === undefined) {
    throw new ActionError('internal', `Check ${polls} had not ended when its answer was asked for.`);
  }
  return outcome;
}

function readable({ status, output, error }: Outcome): Json {
  return { status, output: output ?? null, error: error === undefined ? null : { ...error } };
}

function timedOut(state: {
  given: Given;
  waited: number;
  polls: number;
  check: Outcome | undefined;
}): Decision {
  const { given, waited, polls, check } = state;
  const looks = polls === 1 ? '1 poll' : `${polls} polls`;
  const because = check?.error === undefined ? '' : ` The last check failed: ${check.error.message}`;
  const message = `Not true after ${waited} s and ${looks} (limit ${given.timeout_seconds} s): ${given.condition}.${because}`;
  return { do: 'fail', error: { kind: 'timeout', message } };
}

import { z } from 'zod';
import { type ControlContext, type Decision, defineControl, type LiveStep, type Outcome } from '../../action';
import { ActionError } from '../../errors';
import { condition, seconds } from '../../fields';
import { type Json, json } from '../../json';
import { inSeconds } from './seconds';

const params = z.object({
  condition: condition()
    .meta({ names: ['check', 'waited_seconds', 'polls'], secrets: 'refused' })
    .describe('Condition to wait for. It can read check, waited_seconds and polls.'),
  timeout_seconds: seconds().default(300).describe('Timeout. The step fails when it is exceeded.'),
  poll_interval_seconds: seconds().min(0.1).default(5).describe('Interval between two polls.'),
  check: z
    .object({
      action: z.string().min(1).meta({ widget: 'action' }).describe('Action type.'),
      params: z
        .record(z.string(), json())
        .default({})
        .meta({ widget: 'action_params' })
        .describe('Parameters of the action. They can read polls, the number of the current poll.'),
    })
    .meta({ widget: 'json', reads: 'deferred', names: ['polls', 'item', 'index'], variant: 'added' })
    .optional()
    .describe('Action to run on each poll. The condition reads its output as check.output.'),
});

/** Waits until a condition is true, and checks it at an interval. docs/rules.md, section 7.4. */
export const waitUntil = defineControl({
  type: 'wait_until',
  title: 'Wait until',
  description: 'Wait until a condition is true, checking at an interval.',
  icon: 'wait_until',
  sentence: 'Until {condition}',
  category: 'control',
  params,

  docs: {
    variants: { a: 'wait_until' },
    examples: [
      {
        title: 'Wait for an approval',
        step: { id: 'approval', params: { condition: "default(signals.approved, '') == 'yes'" } },
      },
      {
        title: 'Wait for a deployment that an earlier step created',
        step: { id: 'ready', params: { condition: "steps.deploy.output.status == 'active'" } },
      },
      {
        title: 'Wait for a healthy service',
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
    failures: {
      timeout: 'the condition was not true before the timeout. The message contains the number of polls.',
    },
    notes: [
      'Each poll reads current values of the deployments, models and clusters that the condition reads from outputs of deployment_create, deployment_status, model_add, cloud_model_add, model_status and cluster_health. The outputs of other steps do not change.',
      'When a check or one of these reads fails, the step polls again until the timeout.',
      'A signal that the condition reads triggers a poll immediately. The Approve button of a run sends such a signal.',
      'In a loop, the check can read item and index of the loop. polls is the number of the poll.',
      'Time during which the run is paused does not count towards the timeout.',
    ],
  },

  output: z.object({
    waited_seconds: z.number().meta({ unit: 's' }).describe('Time waited.'),
    polls: z.int().describe('Number of polls.'),
  }),

  decide(given, ctx) {
    const polls = ctx.waits + 1;
    const waited = inSeconds(ctx.elapsedSeconds);
    const live = ctx.liveSteps(given.condition);
    const checks = given.check === undefined ? live : [...live, given.check];
    const next = checks[checksDone(ctx, polls)];
    if (next !== undefined) return perform(next, polls);

    const outcomes = outcomesOf(ctx, checks.length);
    const unread = outcomes.slice(0, live.length).find(({ output }) => output === undefined);
    const check = given.check === undefined ? undefined : outcomes.at(-1);
    const names: Record<string, Json> = { waited_seconds: waited, polls };
    if (check !== undefined) names.check = readable(check);
    if (!unread && ctx.test(given.condition, names, currentOf(live, outcomes))) {
      return { do: 'complete', output: { waited_seconds: waited, polls } };
    }

    const left = given.timeout_seconds - (ctx.elapsedSeconds - ctx.pausedSeconds);
    if (left <= 0) return timedOut({ given, waited, polls, failed: unread ?? check });
    return {
      do: 'wait',
      seconds: Math.min(given.poll_interval_seconds, left),
      reason: `Waiting until ${given.condition}`,
    };
  },
});

type Given = z.output<typeof params>;

/** One check as a single iteration. In a loop, `item` and `index` stay those of the loop. */
function perform({ action, params }: NonNullable<Given['check']>, poll: number): Decision {
  return {
    do: 'iterate',
    items: [poll],
    action,
    params,
    parallel: 1,
    stopOnFailure: false,
    as: 'polls',
  };
}

/** How many checks of this poll are planned: their item is its number. */
function checksDone(ctx: ControlContext, poll: number): number {
  let done = 0;
  while (ctx.item(ctx.iterations.length - 1 - done) === poll) done += 1;
  return done;
}

/** The outcomes of the newest checks. */
function outcomesOf(ctx: ControlContext, count: number): Outcome[] {
  return ctx.iterations.slice(ctx.iterations.length - count).map((outcome, index) => {
    if (outcome === undefined) {
      throw new ActionError('internal', `Check ${index + 1} of this poll has no outcome yet.`);
    }
    return outcome;
  });
}

/** Present fields by step. */
function currentOf(live: readonly LiveStep[], outcomes: readonly Outcome[]): Record<string, Json> {
  return Object.fromEntries(live.map(({ step }, index) => [step, outcomes[index]?.output ?? null]));
}

function readable({ status, output, error }: Outcome): Json {
  return { status, output: output ?? null, error: error === undefined ? null : { ...error } };
}

function timedOut(state: {
  given: Given;
  waited: number;
  polls: number;
  /** The last check that may have failed. */
  failed: Outcome | undefined;
}): Decision {
  const { given, waited, polls, failed } = state;
  const looks = polls === 1 ? '1 poll' : `${polls} polls`;
  const because = failed?.error === undefined ? '' : ` The last check failed: ${failed.error.message}`;
  const message = `Not true after ${waited} s and ${looks} (limit ${given.timeout_seconds} s): ${given.condition}.${because}`;
  return { do: 'fail', error: { kind: 'timeout', message } };
}

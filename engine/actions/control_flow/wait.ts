import { z } from 'zod';
import { defineControl } from '../../action';
import { prose, seconds } from '../../fields';
import { inSeconds } from './seconds';

/** Waits with a durable timer that needs no memory and survives restarts. docs/rules.md, section 7.4. */
export const wait = defineControl({
  type: 'wait',
  title: 'Wait',
  description: 'Wait for a number of seconds.',
  icon: 'wait',
  sentence: 'Wait {duration} s[: {reason}]',
  category: 'control',

  docs: {
    variants: { b: 'wait' },
    examples: [
      { title: '30 seconds', step: { id: 'pause', params: { duration: 30 } } },
      {
        title: 'Duration from a param',
        step: {
          id: 'settle',
          params: { duration: '{{params.settle_seconds}}', reason: 'Waiting for the service to start' },
        },
      },
    ],
    notes: ['A wait uses no worker. The timer survives a restart.'],
  },

  params: z.object({
    duration: seconds().describe('Time to wait.'),
    reason: prose().meta({ secrets: 'refused' }).optional().describe('Reason, written to the log.'),
  }),

  output: z.object({
    waited_seconds: z.number().meta({ unit: 's' }).describe('Actual duration.'),
  }),

  decide({ duration, reason }, ctx) {
    const left = duration - ctx.elapsedSeconds;
    if (left <= 0) return { do: 'complete', output: { waited_seconds: inSeconds(ctx.elapsedSeconds) } };
    if (ctx.waits === 0 && reason !== undefined) ctx.log.info(`Waiting ${duration} s: ${reason}`);
    return { do: 'wait', seconds: left, reason: reason ?? `Waiting ${duration} s` };
  },
});

import { z } from 'zod';
import { defineControl } from '../../action';
import { prose, seconds } from '../../fields';
import { inSeconds } from './seconds';

/** Pauses for a while, as a durable timer that holds nothing and survives restarts. docs/rules.md, section 7.4. */
export const wait = defineControl({
  type: 'wait',
  title: 'Wait',
  description: 'Pause for a number of seconds.',
  icon: 'wait',
  sentence: 'Wait {duration} s[: {reason}]',
  category: 'control',

  docs: {
    variants: { b: 'wait' },
    examples: [
      { title: 'Half a minute', step: { id: 'pause', params: { duration: 30 } } },
      {
        title: 'As long as the run was told',
        step: {
          id: 'settle',
          params: { duration: '{{params.settle_seconds}}', reason: 'The service warms up' },
        },
      },
    ],
    notes: ['Nothing is held while it waits: a timer survives a restart and fires when it was due.'],
  },

  params: z.object({
    duration: seconds().describe('How long to pause.'),
    reason: prose().meta({ secrets: 'refused' }).optional().describe('Why, for the log.'),
  }),

  output: z.object({
    waited_seconds: z.number().meta({ unit: 's' }).describe('How long it really was.'),
  }),

  decide({ duration, reason }, ctx) {
    const left = duration - ctx.elapsedSeconds;
    if (left <= 0) return { do: 'complete', output: { waited_seconds: inSeconds(ctx.elapsedSeconds) } };
    if (ctx.waits === 0 && reason !== undefined) ctx.log.info(`Waiting ${duration} s: ${reason}`);
    return { do: 'wait', seconds: left, reason: reason ?? `Waiting ${duration} s` };
  },
});

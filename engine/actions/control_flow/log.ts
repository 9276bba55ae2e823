import { z } from 'zod';
import { defineControl } from '../../action';
import { LOG_LEVELS } from '../../action-context';
import { prose } from '../../fields';

/** Writes to the run's log. */
export const log = defineControl({
  type: 'log',
  title: 'Log',
  description: 'Write a message to the log of the run.',
  icon: 'log',
  sentence: 'Log {message}[ as {level}]',
  category: 'control',

  docs: {
    examples: [
      { title: 'With a message', step: { id: 'hello', params: { message: 'Run {{execution_id}} started' } } },
      {
        title: 'Only when a step failed',
        step: {
          id: 'tell',
          params: { message: 'Step failed: {{steps.create.error}}', level: 'error' },
          condition: "steps.create.status == 'failed'",
        },
      },
    ],
  },

  params: z.object({
    message: prose().meta({ secrets: 'refused' }).describe('Message to log.'),
    level: z
      .enum(LOG_LEVELS)
      .default('info')
      .meta({ labels: { debug: 'Debug', info: 'Info', warning: 'Warning', error: 'Error' } })
      .describe('Log level.'),
  }),

  output: z.object({
    message: z.string().meta({ sameAs: 'message' }).describe('Logged message.'),
    level: z.enum(LOG_LEVELS).meta({ sameAs: 'level' }).describe('Log level.'),
  }),

  decide({ message, level }, ctx) {
    ctx.log[level](message);
    return { do: 'complete', output: { message, level } };
  },
});

import { z } from 'zod';
import { defineControl, LOG_LEVELS } from '../../action';
import { prose } from '../../fields';

/** Writes to the run's log. */
export const log = defineControl({
  type: 'log',
  title: 'Log',
  description: 'Write a message to the run’s log.',
  icon: 'log',
  sentence: 'Log {message}[ as {level}]',
  category: 'control',

  docs: {
    examples: [
      { title: 'A message', step: { id: 'hello', params: { message: 'Run {{execution_id}} has begun' } } },
      {
        title: 'Told only when a step failed',
        step: {
          id: 'tell',
          params: { message: 'It failed: {{steps.create.error}}', level: 'error' },
          condition: "steps.create.status == 'failed'",
        },
      },
    ],
  },

  params: z.object({
    message: prose().meta({ secrets: 'refused' }).describe('What the log says.'),
    level: z
      .enum(LOG_LEVELS)
      .default('info')
      .meta({ labels: { debug: 'Debug', info: 'Info', warning: 'Warning', error: 'Error' } })
      .describe('How important it is.'),
  }),

  output: z.object({
    message: z.string().describe('What was logged.'),
    level: z.enum(LOG_LEVELS).describe('Its level.'),
  }),

  decide({ message, level }, ctx) {
    ctx.log[level](message);
    return { do: 'complete', output: { message, level } };
  },
});

import { z } from 'zod';
import { defineControl } from '../../action';
import { prose } from '../../fields';

/** Ends the pipeline with a message. docs/rules.md, section 7.6. */
export const fail = defineControl({
  type: 'fail',
  title: 'Fail',
  description: 'End the run as failed, with a message.',
  icon: 'fail',
  sentence: 'Fail[ with code {error_code}]: {message}',
  category: 'control',

  docs: {
    variants: { a: 'fail' },
    examples: [
      { title: 'With a message', step: { id: 'stop', params: { message: 'The model is too large' } } },
      {
        title: 'With an error code, when a check failed',
        step: {
          id: 'refuse',
          params: {
            message: 'The service returned {{steps.check.output.status_code}}',
            error_code: 'SERVICE_DOWN',
          },
          condition: 'steps.check.output.status_code >= 500',
        },
      },
    ],
    failures: { explicit_failure: 'always.' },
    notes: [
      'Ends the run: running steps are cancelled and pending steps are skipped, except steps that handle failures.',
    ],
  },
  terminal: true,

  params: z.object({
    message: prose().meta({ secrets: 'refused' }).describe('Error message shown in the run.'),
    error_code: prose()
      .meta({ widget: 'text', secrets: 'refused' })
      .optional()
      .describe('Error code, to group failures.'),
  }),

  output: z.object({}),

  decide({ message, error_code }) {
    const code = error_code === undefined ? {} : { code: error_code };
    return { do: 'fail', endsRun: true, error: { kind: 'explicit_failure', message, ...code } };
  },
});

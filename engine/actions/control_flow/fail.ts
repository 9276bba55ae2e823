import { z } from 'zod';
import { defineControl } from '../../action';
import { prose } from '../../fields';

/** Ends the pipeline with a message. Specification 4.1, Fail. */
export const fail = defineControl({
  type: 'fail',
  title: 'Fail',
  description: 'End the pipeline as failed, with a message.',
  icon: 'fail',
  sentence: 'Fail[ with code {error_code}]: {message}',
  category: 'control',
  terminal: true,

  params: z.object({
    message: prose().meta({ secrets: 'refused' }).describe('What went wrong, for whoever reads the run.'),
    error_code: prose()
      .meta({ widget: 'text', secrets: 'refused' })
      .optional()
      .describe('A short code to sort failures by.'),
  }),

  output: z.object({}),

  decide({ message, error_code }) {
    const code = error_code === undefined ? {} : { code: error_code };
    return { do: 'fail', endsRun: true, error: { kind: 'explicit_failure', message, ...code } };
  },
});

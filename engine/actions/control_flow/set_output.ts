import { z } from 'zod';
import { defineControl } from '../../action';
import { anyJson } from '../../fields';

/** Sets one output of the pipeline. */
export const setOutput = defineControl({
  type: 'set_output',
  title: 'Set output',
  description: 'Set an output of the run that people and other systems can read.',
  icon: 'set_output',
  sentence: 'Set {key} to {value}',
  category: 'control',

  docs: {
    variants: { a: 'set_output' },
    examples: [
      {
        title: 'Output of an earlier step',
        step: {
          id: 'result',
          params: { key: 'endpoint', value: '{{steps.create.output.response_body.url}}' },
        },
      },
      {
        title: 'Object',
        step: {
          id: 'summary',
          params: {
            key: 'summary',
            value: { run: '{{execution_id}}', status: '{{steps.create.output.status_code}}' },
          },
        },
      },
    ],
  },

  params: z.object({
    key: z
      .string()
      .min(1)
      .describe(
        'Name of the output in the results of the run, such as endpoint. If several steps set the same name, the last one applies.',
      ),
    value: anyJson().meta({ secrets: 'refused' }).describe('Value of the output: a template or JSON.'),
  }),

  output: z.object({
    key: z.string().meta({ sameAs: 'key' }).describe('Name of the output that was set.'),
    value: anyJson().meta({ sameAs: 'value', setsOutput: 'key' }).describe('Value that was set.'),
  }),

  decide({ key, value }) {
    return { do: 'complete', output: { key, value }, set: { key, value } };
  },
});

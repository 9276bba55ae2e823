import { type JsonSchema, PARAM_TYPES, type ParamDeclaration } from '@/engine';
import type { FormSchema } from '../form/fields';

const DEFAULTS: Readonly<Record<ParamDeclaration['type'], JsonSchema>> = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  array: { type: 'array' },
  object: { type: 'object' },
};

/** The form of one declared param: its default is edited as the type it has. */
export function declarationForm(declaration: ParamDeclaration): FormSchema {
  const type = declaration.type ?? 'string';
  const ofType = DEFAULTS[type] ?? {};
  const hasChoices = type === 'string' || type === 'integer' || type === 'number';
  return {
    spellings: {},
    params: {
      type: 'object',
      properties: {
        type: { type: 'string', enum: PARAM_TYPES, default: 'string' },
        required: { type: 'boolean', description: 'A run cannot start without it, unless it has a default.' },
        default: { ...ofType, title: 'Default', description: 'Used when a run does not give it.' },
        description: { type: 'string', widget: 'multiline', description: 'Shown where a run is started.' },
        ...(hasChoices ? { enum: { type: 'array', title: 'Allowed values', items: ofType } } : {}),
      },
    },
  };
}

/** The form of the pipeline's settings. */
export const SETTINGS_FORM: FormSchema = {
  spellings: {},
  params: {
    type: 'object',
    properties: {
      timeout_seconds: {
        title: 'Time limit of a run',
        type: 'number',
        widget: 'seconds',
        unit: 's',
        description: 'A run that takes longer fails.',
      },
      max_parallel_steps: {
        title: 'Steps at once',
        type: 'integer',
        minimum: 1,
        default: 10,
        description: 'At most this many steps of one run at the same time.',
      },
      concurrency: {
        title: 'Runs at once',
        type: 'integer',
        minimum: 0,
        default: 0,
        description: 'At most this many runs of this pipeline at the same time; 0 is no limit.',
      },
      priority: {
        title: 'Priority',
        type: 'integer',
        minimum: 0,
        maximum: 100,
        default: 0,
        description: 'From 0 to 100: of runs that wait, those with a higher priority begin first.',
      },
      keep_days: {
        title: 'Keep runs for',
        type: 'integer',
        minimum: 1,
        maximum: 36_500,
        unit: 'days',
        description: 'Runs are deleted this many days after their end. Empty: as the server is set up.',
      },
      keep_runs: {
        title: 'Keep the newest',
        type: 'integer',
        minimum: 1,
        maximum: 10_000_000,
        unit: 'runs',
        description: 'Older runs are deleted once they have ended. Empty: as the server is set up.',
      },
      on_interrupt: {
        title: 'After a crash in the middle',
        type: 'string',
        enum: ['retry', 'ask', 'fail'],
        labels: { retry: 'Run the step again', ask: 'Ask a person', fail: 'Fail the step' },
        description: 'What happens to a step in flight that may not be repeated safely.',
      },
    },
  },
};

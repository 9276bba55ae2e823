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

/** The form of one declared param. Its default is edited in its type. */
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
        required: {
          type: 'boolean',
          description: 'A value is required to start a run, unless there is a default.',
        },
        default: { ...ofType, title: 'Default', description: 'Used when a run sets no value.' },
        description: { type: 'string', widget: 'multiline', description: 'Shown in the run form.' },
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
        title: 'Run timeout',
        type: 'number',
        widget: 'seconds',
        unit: 's',
        description: 'The run fails when the timeout is exceeded.',
      },
      max_parallel_steps: {
        title: 'Parallel steps',
        type: 'integer',
        minimum: 1,
        default: 10,
        description: 'Maximum number of steps of a run that run at the same time.',
      },
      concurrency: {
        title: 'Concurrency',
        type: 'integer',
        minimum: 0,
        default: 0,
        description: 'Maximum number of runs of this pipeline at the same time. 0: no limit.',
      },
      priority: {
        title: 'Priority',
        type: 'integer',
        minimum: 0,
        maximum: 100,
        default: 0,
        description: 'From 0 to 100. Queued runs with a higher priority start first.',
      },
      keep_days: {
        title: 'Keep runs for',
        type: 'integer',
        minimum: 1,
        maximum: 36_500,
        unit: 'days',
        description: 'Runs are deleted this many days after they finish. Default: the setting of the server.',
      },
      keep_runs: {
        title: 'Keep newest',
        type: 'integer',
        minimum: 1,
        maximum: 10_000_000,
        unit: 'runs',
        description: 'Older runs are deleted after they finish. Default: the setting of the server.',
      },
      on_interrupt: {
        title: 'If interrupted',
        type: 'string',
        enum: ['retry', 'ask', 'fail'],
        labels: { retry: 'Run step again', ask: 'Ask for a decision', fail: 'Fail step' },
        description: 'What happens to a running step after a crash, when repeating the step is not safe.',
      },
    },
  },
};

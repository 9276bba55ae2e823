import type { JsonSchema } from '@/engine';
import type { TriggerType } from '@/lib/contracts/triggers';

const TEXT: JsonSchema = { type: 'string' };

const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  additionalProperties: false,
});

const TRIGGERS: Readonly<Record<TriggerType, JsonSchema>> = {
  schedule: object({ due_at: TEXT }),
  webhook: object({
    body: {},
    headers: { type: 'object', additionalProperties: TEXT },
    query: { type: 'object', additionalProperties: {} },
    method: TEXT,
    received_at: TEXT,
  }),
  pipeline_finished: object({
    run: object({
      id: TEXT,
      number: { type: 'integer' },
      status: { type: 'string', enum: ['completed', 'failed', 'cancelled'] },
      outputs: { type: 'object', additionalProperties: {} },
      error: {},
    }),
    pipeline: object({ id: TEXT, name: TEXT }),
  }),
};

/** The schema of `trigger` in templates of a trigger's params. */
export function triggerSchema(type: TriggerType): JsonSchema {
  return TRIGGERS[type];
}

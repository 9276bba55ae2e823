import { z } from 'zod';
import type { Json } from '@/engine/json';
import { defineEndpoint } from '../endpoint';
import { observedOutputsSchema, pipelineShapesInput } from '../shapes';

/** What programs and pages ask about pipelines. */
export const pipelineEndpoints = {
  export: defineEndpoint({
    method: 'GET',
    path: '/api/v1/pipelines/:id/export',
    summary: 'Downloads the canonical text of a pipeline.',
    input: z.object({ id: z.string() }),
    answer: z.custom<Json>(),
    errors: ['not_found'],
  }),
  shapes: defineEndpoint({
    method: 'GET',
    path: '/api/v1/pipelines/:pipelineId/shapes',
    summary: 'Describes the outputs of the newest runs by step: types and keys, no values.',
    input: pipelineShapesInput,
    answer: observedOutputsSchema,
    errors: ['not_found'],
  }),
};

import { handle } from '@/lib/server';

/** What the newest runs of a pipeline gave, by step: kinds and keys, never values. */
export const GET = handle<{ id: string }>(({ app, params }) =>
  app.shapes.ofPipeline({ pipelineId: params.id }),
);

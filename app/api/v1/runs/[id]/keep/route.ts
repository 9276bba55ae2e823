import { handle } from '@/lib/server';

/** Keeps a run whatever its age. */
export const PUT = handle<{ id: string }>(({ app, params }) => app.runs.keep({ id: params.id, kept: true }));

/** Leaves a run to the rules of retention again. */
export const DELETE = handle<{ id: string }>(({ app, params }) =>
  app.runs.keep({ id: params.id, kept: false }),
);

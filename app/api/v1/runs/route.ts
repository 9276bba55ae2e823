import { listRunsInput } from '@/lib/contracts/runs';
import { handle, submitRun } from '@/lib/server';

export const dynamic = 'force-dynamic';

/** A page of runs, newest first: `?pipeline=&status=&before=&limit=`. */
export const GET = handle(({ app, query }) => app.runs.list(listRunsInput.parse(query)));

/** Starts a run: `{pipelineId, version?, params?, priority?}`. Under one `Idempotency-Key` it is made once. */
export const POST = handle(submitRun);

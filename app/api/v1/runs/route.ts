import { listRunsInput } from '@/lib/contracts/runs';
import { handle } from '@/lib/server';

export const dynamic = 'force-dynamic';

/** A page of runs, newest first: `?pipeline=&status=&before=&limit=`. */
export const GET = handle(({ app, query }) => app.runs.list(listRunsInput.parse(query)));

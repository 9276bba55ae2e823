import { countRunsInput } from '@/lib/contracts/runs';
import { handle } from '@/lib/server';

export const dynamic = 'force-dynamic';

/** How many runs there are of each standing, up to a thousand and one: `?pipeline=&kept=`. */
export const GET = handle(({ app, query }) => app.runs.count(countRunsInput.parse(query)));

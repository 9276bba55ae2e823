import type { z } from 'zod';
import type { listFilesInput, RunFiles } from '@/lib/contracts/files';
import { filesOfRun } from '../../store/files';
import { runHeads } from '../../store/runs';
import type { ServiceContext } from '../context';
import { noSuchRun } from '../runs/missing';

/**
 * Files of a run, oldest first.
 * @throws NotFound
 */
export async function listFiles(
  ctx: ServiceContext,
  { runId, after, limit }: z.output<typeof listFilesInput>,
): Promise<RunFiles> {
  const [head] = await runHeads(ctx.sql, [runId]);
  if (!head) throw noSuchRun(ctx, runId);
  // One more shows whether there is another page.
  const found = await filesOfRun(ctx.sql, { runId, after, limit: limit + 1 });
  const files = found.slice(0, limit);
  return { files, next: found.length > limit ? (files.at(-1)?.id ?? null) : null };
}

import type { z } from 'zod';
import type { listRunsInput, RunPage } from '@/lib/contracts/runs';
import { listRuns as list } from '../../store/runs';
import type { ServiceContext } from '../context';

/** A page of runs, newest first, of one pipeline or of all. */
export async function listRuns(ctx: ServiceContext, input: z.output<typeof listRunsInput>): Promise<RunPage> {
  const { pipeline, status, kept, before, limit } = input;
  return list(ctx.sql, {
    limit,
    kept,
    ...(pipeline === undefined ? {} : { pipeline }),
    ...(status === undefined ? {} : { status }),
    ...(before === undefined ? {} : { before }),
  });
}

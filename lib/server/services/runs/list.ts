import type { z } from 'zod';
import { parseSearch } from '@/lib/contracts/run-search/parse';
import type { RunSearch } from '@/lib/contracts/run-search/search';
import type { listRunsInput, RunPage } from '@/lib/contracts/runs';
import { listRuns as list } from '../../store/runs';
import type { ServiceContext } from '../context';
import { Invalid } from '../errors';

/**
 * A page of runs, newest first, of one pipeline or of all; with a search, only those that it finds.
 * @throws Invalid with the wrong part of the search as details
 */
export async function listRuns(ctx: ServiceContext, input: z.output<typeof listRunsInput>): Promise<RunPage> {
  const { pipeline, status, kept, search, before, limit } = input;
  return list(ctx.sql, {
    limit,
    kept,
    ...(pipeline === undefined ? {} : { pipeline }),
    ...(status === undefined ? {} : { status }),
    ...(search === undefined ? {} : { search: searchOf(ctx, search) }),
    ...(before === undefined ? {} : { before }),
  });
}

function searchOf(ctx: ServiceContext, text: string): RunSearch {
  const parsed = parseSearch(text, ctx.now().getTime());
  if (parsed.ok) return parsed.search;
  const { problem } = parsed;
  throw new Invalid(`${problem.message} (Character ${problem.at + 1} of the search.)`, { details: problem });
}

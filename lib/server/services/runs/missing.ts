import type { ServiceContext } from '../context';
import { NotFound } from '../errors';

const DAY_MS = 86_400_000;

/** UUID version 7 in hex: the first 48 bits are the creation time in ms. RFC 9562, section 5.7. */
const RUN_ID = /^run_([0-9a-f]{12})7[0-9a-f]{19}$/;

/** The refusal for a run that does not exist. Its id contains its creation time, which shows whether retention may have deleted it. */
export function noSuchRun(ctx: Pick<ServiceContext, 'now' | 'runsKeep'>, id: string): NotFound {
  const madeAt = instantOf(id);
  const now = ctx.now().getTime();
  if (madeAt === undefined || madeAt > now)
    return new NotFound(`The run ${id} does not exist. Check its id in the list of runs.`);
  const { days, count } = ctx.runsKeep;
  const made = `The run ${id} of ${new Date(madeAt).toISOString().slice(0, 10)}`;
  const rule = `runs are deleted ${days} days after their end, and when their pipeline has ${count} newer ones, unless the pipeline sets other limits or the runs are pinned`;
  if (now - madeAt > days * DAY_MS) return new NotFound(`${made} was deleted because of its age: ${rule}.`);
  return new NotFound(`${made} was not found. The run was deleted, or belongs to another server: ${rule}.`);
}

function instantOf(id: string): number | undefined {
  const hex = RUN_ID.exec(id)?.[1];
  return hex === undefined ? undefined : Number.parseInt(hex, 16);
}

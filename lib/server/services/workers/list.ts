import type { Workers } from '@/lib/contracts/workers';
import { backlogOf } from '../../store/outbox/send-state';
import { type ListedWorker, listWorkers, queueDepth, SILENT_AFTER_MS } from '../../store/workers';
import type { ServiceContext } from '../context';

/** Limit of listed runs of a worker. */
const RUNS_SHOWN = 16;

/** Every process that executes runs, and the queue. */
export async function listWorkersAndQueue({ sql, driver, storage }: ServiceContext): Promise<Workers> {
  const [workers, queue, reason, outbox] = await Promise.all([
    listWorkers(sql, RUNS_SHOWN),
    queueDepth(sql),
    storage.reason(),
    driver === 'restate' ? backlogOf(sql) : undefined,
  ]);
  return {
    workers: workers.map(({ draining, ...worker }) => ({
      ...worker,
      runs: [...worker.runs],
      state: stateOf(worker, draining),
    })),
    queue,
    reasons: reason ? [reason] : [],
    ...(outbox && { outbox }),
  };
}

function stateOf({ silentMs }: Omit<ListedWorker, 'draining'>, draining: boolean) {
  if (silentMs > SILENT_AFTER_MS) return 'silent';
  return draining ? 'draining' : 'working';
}

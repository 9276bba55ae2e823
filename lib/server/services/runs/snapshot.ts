import { runHeads } from '../../store/runs';
import { type Snapshot, Snapshots } from '../../store/snapshots';
import type { ServiceContext } from '../context';
import { noSuchRun } from './missing';

/** Makes the use case that answers a run's compact journal; what it has made it keeps for a while. */
export function createSnapshots(ctx: Pick<ServiceContext, 'sql' | 'now' | 'runsKeep'>) {
  const snapshots = new Snapshots(ctx.sql);
  /**
   * The events of a run after `after` in their shortest form: folding them gives the state that folding all of them
   * gives. @throws NotFound
   */
  return async function snapshotOf(input: { id: string; after: number }): Promise<Snapshot> {
    const [head] = await runHeads(ctx.sql, [input.id]);
    if (!head) throw noSuchRun(ctx, input.id);
    return snapshots.of(input.id, input.after, head.lastSeq);
  };
}

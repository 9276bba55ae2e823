import { runHeads } from '../../store/runs';
import { type Snapshot, Snapshots } from '../../store/snapshots';
import type { ServiceContext } from '../context';
import { noSuchRun } from './missing';

/** Creates the use case that returns a run's compact journal, with a cache. */
export function createSnapshots(ctx: Pick<ServiceContext, 'sql' | 'now' | 'runsKeep'>) {
  const snapshots = new Snapshots(ctx.sql);
  /**
   * The events of a run after `after` in compact form, which fold to the same state.
   * @throws NotFound
   */
  return async function snapshotOf(input: { id: string; after: number }): Promise<Snapshot> {
    const [head] = await runHeads(ctx.sql, [input.id]);
    if (!head) throw noSuchRun(ctx, input.id);
    return snapshots.of(input.id, input.after, head.lastSeq);
  };
}

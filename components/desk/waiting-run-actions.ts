import type { PendingChanges } from '@/components/editor/pending-changes';
import type { RunActions } from '@/components/run-state/run-context';

/** The commands of runs on a page: a re-run waits for changes of breakpoints, as runs and tries do. */
export function waitingRunActions(actions: RunActions, pending: PendingChanges): RunActions {
  return { ...actions, rerun: pending.before(actions.rerun) };
}

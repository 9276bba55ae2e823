'use client';

import { Spinner } from '@/components/ui/spinner';
import { lazyPart, useLazy } from '../code/use-lazy';
import styles from './triggers-panel.module.css';

const workspace = lazyPart<object>(async () => (await import('./triggers-workspace')).TriggersWorkspace);

/** The triggers of the pipeline; the code is loaded when the panel is first opened. */
export function TriggersPanel() {
  const Workspace = useLazy(workspace);
  if (Workspace !== undefined) return <Workspace />;
  return (
    <div className={styles.loading}>
      <Spinner label="Loading triggers" />
    </div>
  );
}

'use client';

import { Spinner } from '@/components/ui/spinner';
import { lazyPart, useLazy } from '../code/use-lazy';
import styles from './tests.module.css';

const workspace = lazyPart<object>(async () => (await import('./tests-workspace')).TestsWorkspace);

/** The tests of the pipeline; the code is loaded when the panel is first opened. */
export function TestsPanel() {
  const Workspace = useLazy(workspace);
  if (Workspace !== undefined) return <Workspace />;
  return (
    <div className={styles.loading}>
      <Spinner label="Loading tests" />
    </div>
  );
}

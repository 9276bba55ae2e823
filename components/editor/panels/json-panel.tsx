'use client';

import { Spinner } from '@/components/ui/spinner';
import { lazyPart, useLazy } from '../code/use-lazy';
import styles from './json-panel.module.css';

const workspace = lazyPart<object>(async () => (await import('./json-workspace')).JsonWorkspace);

/** The pipeline as JSON; the text editor is loaded when the panel is first opened. */
export function JsonPanel() {
  const Workspace = useLazy(workspace);
  if (Workspace !== undefined) return <Workspace />;
  return (
    <div className={styles.loading}>
      <Spinner label="Loading the JSON editor" />
    </div>
  );
}

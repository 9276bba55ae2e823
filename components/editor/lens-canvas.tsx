'use client';

import { useCallback } from 'react';
import { useLens } from '@/components/run/run-context';
import { Spinner } from '@/components/ui/spinner';
import styles from './editor.module.css';
import { PipelineView } from './pipeline-view';
import { useSession } from './use-editor';

export interface LensCanvasProps {
  onExit: () => void;
}

/** The definition that a run was started with, where the editor's canvas was. */
export function LensCanvas({ onExit }: LensCanvasProps) {
  const { memory } = useSession();
  const { definition, focus, setFocus } = useLens();
  const onSelectStep = useCallback((step: string | undefined) => setFocus({ step }), [setFocus]);
  if (definition === undefined) return <Spinner label="Loading the definition" className={styles.loading} />;
  return (
    <PipelineView
      document={definition.document}
      descriptors={definition.descriptors}
      selectedStep={focus.step}
      onSelectStep={onSelectStep}
      memory={memory}
      onExit={onExit}
    />
  );
}

'use client';

import Link from 'next/link';
import { useCallback } from 'react';
import { PipelineView } from '@/components/editor/pipeline-view';
import { AppShell } from '@/components/shell/app-shell';
import { TopBar } from '@/components/shell/top-bar';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { RunBanner } from './run-banner';
import { useLens } from './run-context';
import styles from './run-desk.module.css';
import { RunDock } from './run-dock';
import { RunInspector } from './run-inspector';
import { RunSummary } from './run-summary';
import { RunsPanel } from './runs-panel';

/** A run laid out like the editor: runs at the left, canvas and dock in the middle, what is looked at on the right. */
export function RunDesk() {
  const { detail, definition, focus, setFocus, openRun, runId } = useLens();
  const selectStep = useCallback((step: string | undefined) => setFocus({ step }), [setFocus]);
  return (
    <AppShell
      layout="canvas"
      top={
        <TopBar
          crumbs={[
            { label: 'Runs', href: '/runs' },
            ...(detail
              ? [
                  { label: detail.pipelineName, href: `/pipelines/${detail.pipelineId}` },
                  { label: `#${detail.number}` },
                ]
              : [{ label: 'Run' }]),
          ]}
          end={
            detail && (
              <Button icon="pencil" asChild>
                <Link href={`/pipelines/${detail.pipelineId}?run=${encodeURIComponent(runId)}`}>
                  Open in editor
                </Link>
              </Button>
            )
          }
        />
      }
    >
      <div className={styles.desk}>
        <div className={styles.left}>
          {detail && <RunsPanel pipelineId={detail.pipelineId} onOpen={openRun} />}
        </div>
        <div className={styles.middle}>
          <RunBanner />
          <div className={styles.canvas}>
            {definition ? (
              <PipelineView
                document={definition.document}
                descriptors={definition.descriptors}
                selectedStep={focus.step}
                onSelectStep={selectStep}
              />
            ) : (
              <Spinner label="Loading the definition" className={styles.loading} />
            )}
          </div>
          <RunDock />
        </div>
        <aside className={styles.right}>
          {focus.step === undefined ? <RunSummary /> : <RunInspector stepId={focus.step} />}
        </aside>
      </div>
    </AppShell>
  );
}

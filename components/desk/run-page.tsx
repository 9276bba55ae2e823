'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, type PointerEvent, useCallback, useState } from 'react';
import { LogsPanel } from '@/components/run/logs-panel';
import { RunBanner } from '@/components/run/run-banner';
import { RunInspector } from '@/components/run/run-inspector';
import { RunProvider } from '@/components/run/run-provider';
import { RunSummary } from '@/components/run/run-summary';
import { RunsPanel } from '@/components/run/runs-panel';
import { TimelinePanel } from '@/components/run/timeline-panel';
import { type RunFocus, runPath } from '@/components/run-state/permalink';
import { type RunActions, useLens } from '@/components/run-state/run-context';
import { AppShell } from '@/components/shell/app-shell';
import { TopBar } from '@/components/shell/top-bar';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Spinner } from '@/components/ui/spinner';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import type { ActionDescriptor } from '@/engine';
import type { RunDetail } from '@/lib/contracts/runs';
import { PipelineView } from './pipeline-view';
import styles from './run-page.module.css';

export interface RunViewProps {
  detail: RunDetail;
  descriptors: readonly ActionDescriptor[];
  actions: RunActions;
  /** What the address points at. */
  focus: RunFocus;
}

/** The page of one run: its pinned definition as a canvas, and everything that happened on it. */
export function RunView({ detail, descriptors, actions, focus }: RunViewProps) {
  const router = useRouter();
  const openRun = useCallback((runId: string) => router.push(runPath(runId)), [router]);
  return (
    <RunProvider
      runId={detail.id}
      detail={detail}
      descriptors={descriptors}
      actions={actions}
      focus={focus}
      onOpenRun={openRun}
    >
      <RunDesk />
    </RunProvider>
  );
}

/** A run laid out like the editor: runs at the left, canvas and dock in the middle, what is looked at on the right. */
function RunDesk() {
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

const FIRST_HEIGHT = 240;
const LEAST_HEIGHT = 120;
const KEY_STEP = 24;

/** The lower part of the run page: when things happened, and what was said meanwhile. */
function RunDock() {
  const [tab, setTab] = useState('timeline');
  const [open, setOpen] = useState(true);
  const [height, setHeight] = useState(FIRST_HEIGHT);

  function resize(next: number) {
    setHeight(Math.min(window.innerHeight * 0.7, Math.max(LEAST_HEIGHT, next)));
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    const grip = event.currentTarget;
    const from = event.clientY;
    const before = height;
    grip.setPointerCapture(event.pointerId);
    const onMove = (move: globalThis.PointerEvent) => resize(before + from - move.clientY);
    grip.addEventListener('pointermove', onMove);
    grip.addEventListener('lostpointercapture', () => grip.removeEventListener('pointermove', onMove), {
      once: true,
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowUp: KEY_STEP, ArrowDown: -KEY_STEP }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    resize(height + by);
  }

  return (
    <div className={styles.dock} style={open ? { height } : undefined}>
      {open && (
        // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is not a thematic break.
        <div
          role="separator"
          aria-orientation="horizontal"
          aria-label="Dock height"
          aria-valuenow={Math.round(height)}
          aria-valuemin={LEAST_HEIGHT}
          tabIndex={0}
          className={styles.grip}
          onPointerDown={onPointerDown}
          onKeyDown={onKeyDown}
        />
      )}
      <Tabs
        value={tab}
        onValueChange={(next) => {
          setTab(next);
          setOpen(true);
        }}
        className={styles.tabs}
      >
        <TabList
          label="Dock"
          size="sm"
          end={
            <IconButton
              size="sm"
              icon={open ? 'down' : 'outline'}
              label={open ? 'Close dock' : 'Open dock'}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            />
          }
        >
          <Tab value="timeline">Timeline</Tab>
          <Tab value="logs">Logs</Tab>
        </TabList>
        {open && (
          <>
            <TabPanel value="timeline" className={styles.panel}>
              <TimelinePanel />
            </TabPanel>
            <TabPanel value="logs" className={styles.panel}>
              <LogsPanel />
            </TabPanel>
          </>
        )}
      </Tabs>
    </div>
  );
}

'use client';

import Link from 'next/link';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { BreakpointCount } from '@/components/editor/breakpoints/breakpoint-count';
import { BreakpointServicesContext } from '@/components/editor/breakpoints/breakpoint-services';
import type { CommandContext } from '@/components/editor/commands/command';
import { createDeskState, type DeskState } from '@/components/editor/session';
import { EditorProvider } from '@/components/editor/use-editor';
import { RunBanner } from '@/components/run/run-banner';
import { RunProvider } from '@/components/run/run-provider';
import { readFocus, readInstant, runIdIn, runPath } from '@/components/run-state/permalink';
import { type RunActions, useLens } from '@/components/run-state/run-context';
import { runTitle } from '@/components/run-state/run-title';
import { fixPath, type StepFix } from '@/components/run-state/step-fix';
import { pageTitle } from '@/components/shell/page-title';
import { TopBar } from '@/components/shell/top-bar';
import { Button } from '@/components/ui/button';
import { useFirstScreen } from '@/components/ui/first-screen-provider';
import { useToast } from '@/components/ui/toast';
import type { ActionDescriptor, StepDigest } from '@/engine';
import type { RunDetail } from '@/lib/contracts/runs';
import { Desk } from './desk';
import { PanelToggles } from './panel-toggles';
import { useBreakpoints } from './use-breakpoints';
import { useRunSession } from './use-run-session';
import { waitingRunActions } from './waiting-run-actions';

export interface RunPageProps {
  /** The run that the page was opened with. */
  detail: RunDetail;
  /** How its steps ended, if it has. */
  endedSteps: readonly StepDigest[];
  descriptors: readonly ActionDescriptor[];
  actions: RunActions;
}

/**
 * The page of one run: its definition on the canvas, with its progress. Another run of the pipeline opens on the same
 * desk: only the URL changes.
 */
export function RunPage({ detail, endedSteps, descriptors, actions }: RunPageProps) {
  const { canvas } = useFirstScreen();
  const runId = runIdIn(usePathname()) ?? detail.id;
  const query = useSearchParams();
  const focus = useMemo(() => readFocus(new URLSearchParams(query)), [query]);
  const router = useRouter();
  const onEdit = useCallback(
    (fix: StepFix) => router.push(fixPath(detail.pipelineId, fix)),
    [router, detail.pipelineId],
  );
  const [desk] = useState(() => createDeskState(canvas));
  const runActions = useMemo(() => waitingRunActions(actions, desk.pending), [actions, desk]);
  const openRun = useCallback((id: string) => window.history.pushState(null, '', runPath(id)), []);
  return (
    <RunProvider
      runId={runId}
      detail={detail}
      endedSteps={endedSteps}
      descriptors={descriptors}
      actions={runActions}
      focus={focus}
      offsetMs={readInstant(new URLSearchParams(query))}
      onOpenRun={openRun}
      onEdit={onEdit}
    >
      <RunDesk pipelineId={detail.pipelineId} desk={desk} />
    </RunProvider>
  );
}

interface RunDeskProps {
  pipelineId: string;
  desk: DeskState;
}

/** The desk of a run, without an editor. */
function RunDesk({ pipelineId, desk }: RunDeskProps) {
  const lens = useLens();
  const notify = useToast();
  const session = useRunSession({ lens, pipelineId, desk });
  useTitle(lens.detail);
  const context = useMemo<CommandContext | undefined>(
    () => session && { session, lens: true, notify, startRun: () => {}, exitLens: () => {} },
    [session, notify],
  );
  const breakpoints = useBreakpoints({ pipelineId, desk, lens, actions: lens.actions?.breakpoints });
  if (session === undefined || context === undefined) return null;
  return (
    <EditorProvider value={session}>
      <BreakpointServicesContext value={breakpoints}>
        <Desk
          mode="read-only run"
          context={context}
          title={lens.detail === undefined ? 'Run' : runTitle(lens.detail)}
          top={<RunTopBar />}
          banner={<RunBanner key={lens.runId} />}
          isLoading={lens.definition === undefined}
          openRun={lens.openRun}
        />
      </BreakpointServicesContext>
    </EditorProvider>
  );
}

/** Names the run in the title of the tab. */
function useTitle(detail: RunDetail | undefined): void {
  // The title of the tab. The server sets it only for the run that the page was opened with.
  useEffect(() => {
    if (detail !== undefined) document.title = pageTitle(runTitle(detail));
  }, [detail]);
}

/** The breadcrumb of the run, with a link to the editor. */
function RunTopBar() {
  const { detail, runId } = useLens();
  const run = detail
    ? [
        { label: detail.pipelineName, href: `/pipelines/${detail.pipelineId}` },
        { label: `#${detail.number}` },
      ]
    : [{ label: 'Run' }];
  return (
    <TopBar
      crumbs={[{ label: 'Runs', href: '/runs' }, ...run]}
      end={
        <>
          <BreakpointCount />
          {detail && (
            <Button icon="pencil" asChild>
              <Link href={`/pipelines/${detail.pipelineId}?run=${encodeURIComponent(runId)}`}>
                Open in editor
              </Link>
            </Button>
          )}
          <PanelToggles />
        </>
      }
    />
  );
}

'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import type { CommandContext } from '@/components/editor/commands/command';
import { EditorProvider } from '@/components/editor/use-editor';
import { RunBanner } from '@/components/run/run-banner';
import { RunProvider } from '@/components/run/run-provider';
import { type RunFocus, runPath } from '@/components/run-state/permalink';
import { type RunActions, useLens } from '@/components/run-state/run-context';
import { TopBar } from '@/components/shell/top-bar';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/toast';
import type { ActionDescriptor } from '@/engine';
import type { RunDetail } from '@/lib/contracts/runs';
import { Desk } from './desk';
import { useRunSession } from './use-run-session';

export interface RunPageProps {
  detail: RunDetail;
  descriptors: readonly ActionDescriptor[];
  actions: RunActions;
  /** What the address points at. */
  focus: RunFocus;
}

/** The page of one run: its pinned definition as a canvas, and everything that happened on it. */
export function RunPage({ detail, descriptors, actions, focus }: RunPageProps) {
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
      <RunDesk pipelineId={detail.pipelineId} />
    </RunProvider>
  );
}

interface RunDeskProps {
  pipelineId: string;
}

/** The desk with a run that has no editor behind it. */
function RunDesk({ pipelineId }: RunDeskProps) {
  const lens = useLens();
  const notify = useToast();
  const session = useRunSession({ lens, pipelineId });
  const context = useMemo<CommandContext | undefined>(
    () => session && { session, lens: true, notify, startRun: () => {}, exitLens: () => {} },
    [session, notify],
  );
  if (session === undefined || context === undefined) return null;
  return (
    <EditorProvider value={session}>
      <Desk
        mode="read-only run"
        context={context}
        top={<RunTopBar />}
        banner={<RunBanner key={lens.runId} />}
        isLoading={lens.definition === undefined}
        openRun={lens.openRun}
      />
    </EditorProvider>
  );
}

/** The way to the run, and from it to the editor. */
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
        detail && (
          <Button icon="pencil" asChild>
            <Link href={`/pipelines/${detail.pipelineId}?run=${encodeURIComponent(runId)}`}>
              Open in editor
            </Link>
          </Button>
        )
      }
    />
  );
}

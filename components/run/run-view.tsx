'use client';

import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import type { ActionDescriptor } from '@/engine';
import type { RunDetail } from '@/lib/contracts/runs';
import { type RunFocus, runPath } from './permalink';
import type { RunActions } from './run-context';
import { RunDesk } from './run-desk';
import { RunProvider } from './run-provider';

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

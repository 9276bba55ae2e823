'use client';

import { HistoryPanel } from '@/components/editor/history/history-panel';
import { useDesk } from './desk-context';

/** The versions of the pipeline on the desk. */
export function HistoryTab() {
  const { openRun } = useDesk();
  return <HistoryPanel onOpenRun={openRun} />;
}

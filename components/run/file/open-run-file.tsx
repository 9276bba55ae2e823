'use client';

import { AppShell } from '@/components/shell/app-shell';
import { PageHeader } from '@/components/shell/page-header';
import { TopBar } from '@/components/shell/top-bar';
import type { RunFile } from '@/lib/contracts/run-file';
import { RunFileChooser } from './run-file-chooser';

export interface OpenRunFileProps {
  onOpen: (file: RunFile) => void;
}

/** The page that chooses a run file. */
export function OpenRunFile({ onOpen }: OpenRunFileProps) {
  return (
    <AppShell top={<TopBar crumbs={[{ label: 'Runs', href: '/runs' }, { label: 'Run file' }]} />}>
      <PageHeader title="Open run file">
        A run that was downloaded from this or another Pipewright. It is shown read-only and stays in this
        browser.
      </PageHeader>
      <RunFileChooser onOpen={onOpen} />
    </AppShell>
  );
}

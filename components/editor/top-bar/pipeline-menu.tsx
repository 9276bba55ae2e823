'use client';

import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import { historyPath } from '@/components/run-state/permalink';
import { formatCount } from '@/components/ui/format';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { patch } from '@/components/ui/observable';
import { useToast } from '@/components/ui/toast';
import { formatPipeline, importPipeline } from '@/engine';
import type { CreateResult } from '@/lib/contracts/pipelines';
import { EMPTY_SELECTION } from '../model/selection';
import { useSession } from '../use-editor';
import { fileName } from './file-name';

export interface PipelineMenuProps {
  duplicate: (id: string) => Promise<CreateResult>;
  /** Saves unsaved edits. */
  flush: () => Promise<unknown>;
  /** Whether a run is shown, so that the document cannot be replaced. */
  lens: boolean;
}

/** The menu of commands for the whole pipeline. */
export function PipelineMenu({ duplicate, flush, lens }: PipelineMenuProps) {
  const session = useSession();
  const notify = useToast();
  const router = useRouter();
  const file = useRef<HTMLInputElement>(null);

  const importFile = async (chosen: File) => {
    const read = importPipeline(await chosen.text());
    if (!read.ok) {
      notify({ title: `${chosen.name} is not a pipeline.`, detail: read.problem.message, status: 'failed' });
      return;
    }
    session.store.edit(`Import ${chosen.name}`, () => read.document, { select: EMPTY_SELECTION });
    requestAnimationFrame(() => session.view.get()?.fit());
    notify({
      title: `Imported ${chosen.name}: ${formatCount(read.document.steps.length, 'step')}.`,
      action: { label: 'Undo', onSelect: session.store.undo },
    });
  };

  const exportFile = () => {
    const { document } = session.store.getState();
    const address = URL.createObjectURL(new Blob([formatPipeline(document)], { type: 'application/json' }));
    const link = window.document.createElement('a');
    link.href = address;
    link.download = `${fileName(document.name ?? 'pipeline')}.json`;
    link.click();
    URL.revokeObjectURL(address);
  };

  const copyPipeline = async () => {
    await flush();
    const result = await duplicate(session.pipelineId);
    if (result.ok) router.push(`/pipelines/${result.id}`);
    else
      notify({ title: 'The pipeline was not duplicated.', detail: result.error.message, status: 'failed' });
  };

  const openSettings = () => {
    session.store.select(EMPTY_SELECTION);
    session.panels.get()?.focusInspector();
  };

  return (
    <>
      <Menu align="end" trigger={<IconButton icon="more" label="Pipeline menu" />}>
        <MenuItem icon="gear" onSelect={openSettings} disabled={lens}>
          Settings and run parameters
        </MenuItem>
        <MenuItem
          icon="history"
          shortcut="Ctrl+S"
          disabled={lens}
          onSelect={() => patch(session.interaction, { dialog: 'version' })}
        >
          Save version…
        </MenuItem>
        <MenuItem icon="runs" onSelect={() => router.push(historyPath(session.pipelineId))}>
          History of runs
        </MenuItem>
        <MenuItem icon="copy" onSelect={() => void copyPipeline()}>
          Duplicate pipeline
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon="ext"
          onSelect={() => file.current?.click()}
          disabled={lens}
          detail="Replaces this pipeline. Undo restores it"
        >
          Import JSON…
        </MenuItem>
        <MenuItem icon="download" onSelect={exportFile}>
          Export JSON
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon="terminal"
          shortcut="?"
          onSelect={() => patch(session.interaction, { dialog: 'shortcuts' })}
        >
          Keyboard shortcuts
        </MenuItem>
      </Menu>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="JSON file to import"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen !== undefined) void importFile(chosen);
        }}
      />
    </>
  );
}

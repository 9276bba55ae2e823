'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { useNow } from '@/components/ui/use-time';
import type { PipelineSummary } from '@/lib/contracts/pipelines';
import { PageHeader } from '../shell/page-header';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { IconButton } from '../ui/icon-button';
import { Input } from '../ui/input';
import { Kbd } from '../ui/kbd';
import { useToast } from '../ui/toast';
import { useShortcuts } from '../ui/use-shortcuts';
import { DeleteDialog } from './delete-dialog';
import { filterPipelines } from './filter';
import { FirstMinutes } from './first-minutes';
import { ImportDialog } from './import-dialog';
import { NewPipelineButton } from './new-pipeline-button';
import type { PipelineActions } from './pipeline-actions';
import styles from './pipeline-list.module.css';
import { PipelineTable } from './pipeline-table';
import { PipelinesEmpty } from './pipelines-empty';
import { RenameDialog } from './rename-dialog';
import { type StarterChoice, StarterGallery } from './starter-gallery';
import { isUnfinished } from './strip';
import { describePipelines } from './summary';
import { usePipelineCommands } from './use-pipeline-commands';

export interface PipelineListProps {
  pipelines: readonly PipelineSummary[];
  starters: readonly StarterChoice[];
  actions: PipelineActions;
  /** When the server rendered the page: ISO 8601. */
  now: string;
}

type Asking = { readonly about: 'rename' | 'delete'; readonly pipeline: PipelineSummary } | undefined;

/** All pipelines, with the commands that do not open one. */
export function PipelineList({ pipelines, starters, actions, now: serverNow }: PipelineListProps) {
  const now = new Date(useNow('slow', serverNow));
  const toast = useToast();
  const commands = usePipelineCommands(actions);
  const [query, setQuery] = useState('');
  const [asking, setAsking] = useState<Asking>();
  const [isImporting, setIsImporting] = useState(false);
  const filterBox = useRef<HTMLInputElement>(null);
  useRefreshWhile(pipelines.some((pipeline) => pipeline.recentRuns.some(isUnfinished)));

  async function start(starter?: StarterChoice) {
    if (commands.isBusy) return;
    const refusal = await commands.create(starter ? { text: starter.text } : {});
    if (refusal) toast({ status: 'failed', title: 'The pipeline was not created', detail: refusal.message });
  }

  async function run(starter: StarterChoice) {
    if (commands.isBusy) return;
    const refusal = await commands.createAndRun({ text: starter.text });
    if (refusal) toast({ status: 'failed', title: 'The pipeline was not created', detail: refusal.message });
  }

  async function duplicate({ id, name }: PipelineSummary) {
    const refusal = await commands.duplicate(id, name);
    if (refusal) toast({ status: 'failed', title: `“${name}” was not duplicated`, detail: refusal.message });
  }

  useShortcuts({ n: () => void start(), '/': () => filterBox.current?.focus() });

  const shown = filterPipelines(pipelines, query);
  const close = () => setAsking(undefined);
  const dialogs = (
    <>
      <ImportDialog open={isImporting} onOpenChange={setIsImporting} create={commands.create} />
      {asking?.about === 'rename' && (
        <RenameDialog
          pipeline={asking.pipeline}
          onClose={close}
          rename={(name) => commands.rename(asking.pipeline.id, name)}
        />
      )}
      {asking?.about === 'delete' && (
        <DeleteDialog
          pipeline={asking.pipeline}
          onClose={close}
          remove={() => commands.remove(asking.pipeline.id, asking.pipeline.name)}
        />
      )}
    </>
  );

  if (pipelines.length === 0) {
    return (
      <>
        <PipelinesEmpty
          starters={starters}
          onStart={start}
          onRun={run}
          onNew={() => void start()}
          onImport={() => setIsImporting(true)}
          busy={commands.isBusy}
        />
        {dialogs}
      </>
    );
  }

  return (
    <>
      <PageHeader
        title="Pipelines"
        actions={
          <>
            <Input
              ref={filterBox}
              type="search"
              size="sm"
              soft
              icon="search"
              placeholder="Filter"
              aria-label="Filter pipelines"
              className={styles.filter}
              value={query}
              trailing={
                query === '' ? (
                  <Kbd>/</Kbd>
                ) : (
                  <IconButton
                    icon="x"
                    iconSize={14}
                    size="sm"
                    label="Clear filter"
                    onClick={() => setQuery('')}
                  />
                )
              }
              onChange={(event) => setQuery(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') setQuery('');
              }}
            />
            <Button onClick={() => setIsImporting(true)}>Import JSON</Button>
            <NewPipelineButton
              starters={starters}
              onNew={(starter) => void start(starter)}
              busy={commands.isBusy}
            />
          </>
        }
      >
        {describePipelines(pipelines)}
      </PageHeader>
      {shown.length > 0 ? (
        <PipelineTable
          pipelines={shown}
          now={now}
          onRename={(pipeline) => setAsking({ about: 'rename', pipeline })}
          onDuplicate={(pipeline) => void duplicate(pipeline)}
          onDelete={(pipeline) => setAsking({ about: 'delete', pipeline })}
        />
      ) : (
        <EmptyState
          icon="search"
          title={`No pipelines match “${query.trim()}”`}
          actions={<Button onClick={() => setQuery('')}>Show all {pipelines.length}</Button>}
        >
          The filter searches names and descriptions.
        </EmptyState>
      )}
      {query.trim() === '' && (
        <section aria-labelledby="starters" className={styles.starters}>
          <div className={styles.startersHead}>
            <h2 id="starters">Starters</h2>
            <p>Every starter runs as it is, without internet. Open any step, change it and run again.</p>
          </div>
          <div className={styles.startersBody}>
            <StarterGallery starters={starters} onChoose={start} onRun={run} />
            <FirstMinutes pipelines={pipelines} />
          </div>
        </section>
      )}
      {dialogs}
    </>
  );
}

/** Loads the page's data again at an interval while a run is active and the tab is visible. */
function useRefreshWhile(isLive: boolean, everyMs = 4000): void {
  const router = useRouter();

  // A browser timer, and the visibility of the tab.
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') router.refresh();
    };
    document.addEventListener('visibilitychange', refresh);
    const timer = isLive ? setInterval(refresh, everyMs) : undefined;
    return () => {
      document.removeEventListener('visibilitychange', refresh);
      clearInterval(timer);
    };
  }, [isLive, everyMs, router]);
}

'use client';

import { useRef, useState } from 'react';
import { useNow } from '@/components/ui/use-time';
import type { PipelineSummary } from '@/lib/contracts/pipelines';
import { PageHeader } from '../shell/page-header';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { useToast } from '../ui/toast';
import { useShortcuts } from '../ui/use-shortcuts';
import { DeleteDialog } from './delete-dialog';
import { FirstMinutes } from './first-minutes';
import { ImportDialog } from './import-dialog';
import { EVERYTHING, isNarrowed, type ListChoice } from './list-choice';
import { ListFilters } from './list-filters';
import { NewPipelineButton } from './new-pipeline-button';
import { OrganiseDialog } from './organise-dialog';
import type { PipelineActions } from './pipeline-actions';
import styles from './pipeline-list.module.css';
import { PipelineTable } from './pipeline-table';
import { PipelinesEmpty } from './pipelines-empty';
import { RenameDialog } from './rename-dialog';
import { SearchBox } from './search-box';
import type { StarterChoice } from './starter-choice';
import { StarterGallery } from './starter-gallery';
import { describePipelines } from './summary';
import { usePipelineCommands } from './use-pipeline-commands';
import { type FirstPipelines, useListAddress, usePipelinePages } from './use-pipeline-pages';

export interface PipelineListProps {
  /** The first page and the counts for the choice in the URL. */
  first: FirstPipelines;
  choice: ListChoice;
  starters: readonly StarterChoice[];
  actions: PipelineActions;
  /** When the server rendered the page: ISO 8601. */
  now: string;
}

type Asking =
  | { readonly about: 'rename' | 'organise' | 'delete'; readonly pipeline: PipelineSummary }
  | undefined;

/** All pipelines, with the commands that do not open one. */
export function PipelineList({
  first,
  choice: firstChoice,
  starters,
  actions,
  now: serverNow,
}: PipelineListProps) {
  const now = new Date(useNow('slow', serverNow));
  const toast = useToast();
  const commands = usePipelineCommands(actions);
  const [choice, setChoice] = useState(firstChoice);
  const [asking, setAsking] = useState<Asking>();
  const [isImporting, setIsImporting] = useState(false);
  const searchBox = useRef<HTMLInputElement>(null);
  const {
    list,
    pipelines,
    counts = first.counts,
  } = usePipelinePages(choice, choice === firstChoice ? first : undefined);
  useListAddress(choice);

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

  async function pin({ id, name, pinned }: PipelineSummary) {
    const refusal = await commands.organise({ id, pinned: !pinned });
    const title = pinned ? `“${name}” was not unpinned` : `“${name}” was not pinned`;
    if (refusal) toast({ status: 'failed', title, detail: refusal.message });
  }

  useShortcuts({ n: () => void start(), '/': () => searchBox.current?.focus() });

  const choose = (part: Partial<ListChoice>) => setChoice((current) => ({ ...current, ...part }));
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
      {asking?.about === 'organise' && (
        <OrganiseDialog
          pipeline={asking.pipeline}
          counts={counts}
          onClose={close}
          organise={(labels) => commands.organise({ id: asking.pipeline.id, ...labels })}
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

  if (counts.total === 0) {
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
            <SearchBox ref={searchBox} query={choice.query} onQuery={(query) => choose({ query })} />
            <Button onClick={() => setIsImporting(true)}>Import JSON</Button>
            <NewPipelineButton
              starters={starters}
              onNew={(starter) => void start(starter)}
              busy={commands.isBusy}
            />
          </>
        }
      >
        {describePipelines(counts, pipelines)}
      </PageHeader>
      <ListFilters choice={choice} onChoose={choose} counts={counts} />
      {list.error && (
        <p role="alert" className={styles.problem}>
          Pipelines could not be loaded. {list.error.message}{' '}
          <Button size="sm" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {pipelines.length > 0 && (
        <PipelineTable
          pipelines={pipelines}
          now={now}
          onChoose={choose}
          onRename={(pipeline) => setAsking({ about: 'rename', pipeline })}
          onDuplicate={(pipeline) => void duplicate(pipeline)}
          onOrganise={(pipeline) => setAsking({ about: 'organise', pipeline })}
          onPin={(pipeline) => void pin(pipeline)}
          onDelete={(pipeline) => setAsking({ about: 'delete', pipeline })}
        />
      )}
      {pipelines.length === 0 && list.isSuccess && (
        <NoMatch
          choice={choice}
          total={counts.total}
          onReset={() => choose({ ...EVERYTHING, sort: choice.sort })}
        />
      )}
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
      {!isNarrowed(choice) && (
        <section aria-labelledby="starters" className={styles.starters}>
          <div className={styles.startersHead}>
            <h2 id="starters">Starters</h2>
            <p>Every starter runs as is, without internet access. Open any step, change it and run again.</p>
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

interface NoMatchProps {
  choice: ListChoice;
  total: number;
  onReset: () => void;
}

/** Why no pipeline is listed, and how to see all again. */
function NoMatch({ choice, total, onReset }: NoMatchProps) {
  const query = choice.query.trim();
  const isOnlySearched = !isNarrowed({ ...choice, query: '' });
  return (
    <EmptyState
      icon="search"
      title={query === '' ? 'No matching pipelines' : `No pipelines match “${query}”`}
      actions={<Button onClick={onReset}>Show all {total}</Button>}
    >
      {isOnlySearched ? 'The filter searches names and descriptions.' : 'No pipeline matches all filters.'}
    </EmptyState>
  );
}

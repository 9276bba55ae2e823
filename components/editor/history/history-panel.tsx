'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { callApi } from '@/client/api';
import { keyOf } from '@/client/queries';
import { displayStatus, isOpen } from '@/components/run-state/status';
import { Button } from '@/components/ui/button';
import { formatCount, formatMoment } from '@/components/ui/format';
import { patch } from '@/components/ui/observable';
import { Spinner } from '@/components/ui/spinner';
import { STATUS_LOOKS, StatusGlyph } from '@/components/ui/status';
import { Tag } from '@/components/ui/tag';
import { useNow } from '@/components/ui/use-time';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import type { RunMark, VersionSummary } from '@/lib/contracts/pipelines';
import { useEditor, useInteraction, useSession } from '../use-editor';
import styles from './history-panel.module.css';
import { changesText, originText } from './version-words';

/** Polling interval while a listed run is active, in ms. */
const LIVE_MS = 4000;

export interface HistoryPanelProps {
  /** Opens a run. */
  onOpenRun: (runId: string) => void;
}

function hasOpenRun({ versions }: { readonly versions: readonly VersionSummary[] }): boolean {
  return versions.some(({ recentRuns }) => recentRuns.some(({ status }) => isOpen(status)));
}

/** The draft and the versions of the pipeline, newest first. */
export function HistoryPanel({ onOpenRun }: HistoryPanelProps) {
  const session = useSession();
  const id = session.pipelineId;
  const held = useEditor((state) => state.save);
  const shown = useInteraction((interaction) => interaction.version);
  const query = useInfiniteQuery({
    // A new version changes the list.
    queryKey: [...keyOf(pipelineEndpoints.versions, { id }), held.version],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        pipelineEndpoints.versions,
        { id, ...(pageParam === undefined ? {} : { before: pageParam }) },
        signal,
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (before) => before,
    // Versions list their runs, which may have begun while the panel was closed, and end while it is open.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.pages.some(hasOpenRun) ? LIVE_MS : false),
  });
  const versions = query.data?.pages.flatMap((page) => page.versions) ?? [];
  const show = (version: number | undefined) => patch(session.interaction, { version });
  return (
    <div className={styles.panel}>
      <div className={styles.bar}>
        <Button
          size="sm"
          icon="history"
          title="Save version (Ctrl+S)"
          onClick={() => patch(session.interaction, { dialog: 'version' })}
        >
          Save version…
        </Button>
      </div>
      <button
        type="button"
        className={styles.row}
        aria-current={shown === undefined}
        onClick={() => show(undefined)}
      >
        <span className={styles.first}>
          <b className={styles.title}>Draft</b>
          {held.edited && <Tag icon="pencil">edited</Tag>}
        </span>
        <span className={styles.second}>
          {held.edited ? `Differs from v${held.version}` : `Same as v${held.version}`}
        </span>
      </button>
      {query.isPending && <Spinner label="Loading versions" />}
      {query.error && (
        <p className={styles.note} role="alert">
          The versions could not be loaded. {query.error.message}
        </p>
      )}
      <ol className={styles.list} aria-label="Versions">
        {versions.map((version) => (
          <VersionRow
            key={version.version}
            version={version}
            isShown={shown === version.version}
            onShow={() => show(version.version)}
            onOpenRun={onOpenRun}
          />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          size="sm"
          variant="quiet"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show older versions
        </Button>
      )}
    </div>
  );
}

interface VersionRowProps {
  version: VersionSummary;
  isShown: boolean;
  onShow: () => void;
  onOpenRun: (runId: string) => void;
}

function VersionRow({ version, isShown, onShow, onOpenRun }: VersionRowProps) {
  const now = useNow('slow');
  const { name, origin, savedAt, changes, stepCount, recentRuns, runCount } = version;
  return (
    <li>
      <button type="button" className={styles.row} aria-current={isShown} onClick={onShow}>
        <span className={styles.first}>
          <b className={styles.title}>{name ?? `Version ${version.version}`}</b>
          {name !== null && <span className={styles.number}>v{version.version}</span>}
          <span className={styles.time}>{formatMoment(savedAt, new Date(now))}</span>
        </span>
        <span className={styles.second}>
          {originText(origin)} · {changes === null ? formatCount(stepCount, 'step') : changesText(changes)}
        </span>
      </button>
      {runCount > 0 && (
        <div className={styles.runs}>
          {recentRuns.map((run) => (
            <RunLink key={run.id} run={run} onOpen={() => onOpenRun(run.id)} />
          ))}
          {runCount > recentRuns.length && (
            <span className={styles.more}>{formatCount(runCount - recentRuns.length, 'older run')}</span>
          )}
        </div>
      )}
    </li>
  );
}

function RunLink({ run, onOpen }: { run: RunMark; onOpen: () => void }) {
  const status = displayStatus(run);
  return (
    <button
      type="button"
      className={styles.run}
      data-status={status}
      aria-label={`Run ${run.number}, ${STATUS_LOOKS[status].word}`}
      onClick={onOpen}
    >
      <StatusGlyph status={status} size={12} />#{run.number}
    </button>
  );
}

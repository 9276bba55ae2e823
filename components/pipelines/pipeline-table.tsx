'use client';

import Link from 'next/link';
import { urlOf } from '@/client/api';
import { displayStatus } from '@/components/run-state/status';
import { formatAgo, formatCount, formatDuration } from '@/components/ui/format';
import { warningsText } from '@/engine/run/state/run-warnings';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import type { PipelineSummary, RunMark } from '@/lib/contracts/pipelines';
import { Icon } from '../ui/icon';
import { IconButton } from '../ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu';
import { STATUS_LOOKS, StatusBadge } from '../ui/status';
import { Tag } from '../ui/tag';
import { VisuallyHidden } from '../ui/visually-hidden';
import type { ListChoice } from './list-choice';
import { PipelineLabels } from './pipeline-labels';
import styles from './pipeline-row.module.css';
import runStripStyles from './run-strip.module.css';
import { barsOf, describeStrip, durationOf, isUnfinished, medianDuration, STRIP_LENGTH } from './strip';

export interface PipelineTableProps {
  pipelines: readonly PipelineSummary[];
  now: Date;
  onRename: (pipeline: PipelineSummary) => void;
  onDuplicate: (pipeline: PipelineSummary) => void;
  onOrganise: (pipeline: PipelineSummary) => void;
  onPin: (pipeline: PipelineSummary) => void;
  onDelete: (pipeline: PipelineSummary) => void;
  /** Filters the list. */
  onChoose: (part: Partial<ListChoice>) => void;
}

/** The rows with their column heads. The heads are hidden from screen readers: every cell has a label. */
export function PipelineTable({ pipelines, now, onChoose, ...commands }: PipelineTableProps) {
  return (
    <>
      <div className={styles.head} aria-hidden>
        <span>Name</span>
        <span>Last 24 runs</span>
        <span>Last run</span>
        <span>Edited</span>
        <span>p50</span>
        <span />
      </div>
      <ul aria-label="Pipelines">
        {pipelines.map((pipeline) => (
          <PipelineRow
            key={pipeline.id}
            pipeline={pipeline}
            now={now}
            onChoose={onChoose}
            onRename={() => commands.onRename(pipeline)}
            onDuplicate={() => commands.onDuplicate(pipeline)}
            onOrganise={() => commands.onOrganise(pipeline)}
            onPin={() => commands.onPin(pipeline)}
            onDelete={() => commands.onDelete(pipeline)}
          />
        ))}
      </ul>
    </>
  );
}

interface PipelineRowProps {
  pipeline: PipelineSummary;
  now: Date;
  onChoose: (part: Partial<ListChoice>) => void;
  onRename: () => void;
  onDuplicate: () => void;
  onOrganise: () => void;
  onPin: () => void;
  onDelete: () => void;
}

/** One pipeline of the list. The whole row links to it; the strip, the last run and the menu have their own links. */
function PipelineRow({ pipeline, now, onChoose, ...commands }: PipelineRowProps) {
  const { id, name, description, version, stepCount, problemCount, recentRuns, updatedAt, pinned } = pipeline;
  const median = medianDuration(recentRuns);
  return (
    <li className={styles.row}>
      <div className={styles.cell}>
        <div className={styles.title}>
          <Link href={`/pipelines/${id}`} className={styles.name}>
            {name}
          </Link>
          {pinned && (
            <span className={styles.pinned} title="Pinned to the top">
              <Icon name="pin" size={12} />
              <VisuallyHidden>Pinned</VisuallyHidden>
            </span>
          )}
          <Tag title={`Version ${version}`}>v{version}</Tag>
          {problemCount > 0 && (
            <span className={styles.problems}>
              <StatusBadge status="stale" quiet>
                {formatCount(problemCount, 'problem')}
              </StatusBadge>
            </span>
          )}
        </div>
        <p className={styles.description}>
          <span className={styles.steps}>{formatCount(stepCount, 'step')}</span>
          <PipelineLabels pipeline={pipeline} onChoose={onChoose} />
          {description && <span className={styles.text}>{description}</span>}
        </p>
      </div>
      <div className={styles.strip}>
        <RunStrip runs={recentRuns} now={now} />
      </div>
      <LastRun pipeline={pipeline} now={now} />
      <div className={styles.updated}>
        <VisuallyHidden>Edited </VisuallyHidden>
        <time dateTime={updatedAt}>{formatAgo(new Date(updatedAt), now)}</time>
      </div>
      <div className={styles.median}>
        <VisuallyHidden>Median duration </VisuallyHidden>
        {median === undefined ? '–' : formatDuration(median)}
      </div>
      <RowMenu id={id} name={name} pinned={pinned} {...commands} />
    </li>
  );
}

type RowMenuProps = Pick<PipelineSummary, 'id' | 'name' | 'pinned'> &
  Pick<PipelineRowProps, 'onRename' | 'onDuplicate' | 'onOrganise' | 'onPin' | 'onDelete'>;

/** Commands for one pipeline. */
function RowMenu({ id, name, pinned, onRename, onDuplicate, onOrganise, onPin, onDelete }: RowMenuProps) {
  return (
    <Menu
      align="end"
      trigger={<IconButton icon="more" label={`More for ${name}`} size="sm" className={styles.above} />}
    >
      <MenuItem icon="pin" onSelect={onPin}>
        {pinned ? 'Unpin' : 'Pin to top'}
      </MenuItem>
      <MenuItem icon="folder" onSelect={onOrganise}>
        Folder and tags…
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon="pencil" onSelect={onRename}>
        Rename…
      </MenuItem>
      <MenuItem icon="copy" onSelect={onDuplicate}>
        Duplicate
      </MenuItem>
      <MenuItem icon="download" href={urlOf(pipelineEndpoints.export, { id })}>
        Export JSON
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon="trash" onSelect={onDelete}>
        Delete…
      </MenuItem>
    </Menu>
  );
}

interface LastRunProps {
  pipeline: PipelineSummary;
  now: Date;
}

/** The status of the newest run, with a link to it. */
function LastRun({ pipeline, now }: LastRunProps) {
  const [run] = pipeline.recentRuns;
  if (!run) {
    return (
      <div className={styles.cell}>
        <p className={styles.quiet}>Never</p>
      </div>
    );
  }
  const when = isUnfinished(run)
    ? formatDuration(durationOf(run, now))
    : formatAgo(new Date(run.createdAt), now);
  return (
    <div className={styles.cell}>
      <Link
        href={`/runs/${run.id}`}
        className={styles.above}
        title={run.warnings ? warningsText(run.warnings) : undefined}
      >
        <StatusBadge status={displayStatus(run)} quiet />
        <span className={styles.sub}>
          #{run.number}, <time dateTime={run.createdAt}>{when}</time>
        </span>
      </Link>
    </div>
  );
}

interface RunStripProps {
  /** Newest first. */
  runs: readonly RunMark[];
  now: Date;
}

/** The last runs as bars: height is duration, colour and shape are status. Each links to its run. */
function RunStrip({ runs, now }: RunStripProps) {
  const bars = barsOf(runs, now);
  return (
    <div className={runStripStyles.strip}>
      <VisuallyHidden>{describeStrip(runs)}</VisuallyHidden>
      {Array.from({ length: STRIP_LENGTH - bars.length }, (_, index) => (
        <span key={index} className={runStripStyles.none} />
      ))}
      {bars.map(({ run, height }) => (
        // Not in the tab order, since two dozen links in a row would be too many. The last run has a link of its own.
        <Link
          key={run.id}
          href={`/runs/${run.id}`}
          prefetch={false}
          tabIndex={-1}
          aria-hidden
          title={`#${run.number} ${STATUS_LOOKS[displayStatus(run)].word.toLowerCase()}, ${formatDuration(durationOf(run, now))}`}
          className={runStripStyles.slot}
        >
          <span
            data-status={displayStatus(run)}
            className={runStripStyles.bar}
            style={{ height: `${height / 16}rem` }}
          />
        </Link>
      ))}
    </div>
  );
}

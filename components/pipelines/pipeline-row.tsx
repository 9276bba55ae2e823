'use client';

import Link from 'next/link';
import { formatDuration } from '@/components/ui/format';
import type { PipelineSummary } from '@/lib/contracts/pipelines';
import { formatAgo, formatCount } from '../ui/format';
import { IconButton } from '../ui/icon-button';
import { Menu } from '../ui/menu';
import { MenuItem } from '../ui/menu-item';
import { MenuSeparator } from '../ui/menu-separator';
import { StatusBadge } from '../ui/status-badge';
import { Tag } from '../ui/tag';
import { VisuallyHidden } from '../ui/visually-hidden';
import { LastRun } from './last-run';
import styles from './pipeline-row.module.css';
import { RunStrip } from './run-strip';
import { medianDuration } from './strip';

export interface PipelineRowProps {
  pipeline: PipelineSummary;
  now: Date;
  onRename: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
}

/** One pipeline of the list. The whole row leads to it; the strip, the last run and the menu lead elsewhere. */
export function PipelineRow({ pipeline, now, onRename, onDuplicate, onDelete }: PipelineRowProps) {
  const { id, name, description, version, stepCount, problemCount, recentRuns, updatedAt } = pipeline;
  const median = medianDuration(recentRuns);
  return (
    <li className={styles.row}>
      <div className={styles.cell}>
        <div className={styles.title}>
          <Link href={`/pipelines/${id}`} className={styles.name}>
            {name}
          </Link>
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
      <Menu
        align="end"
        trigger={<IconButton icon="more" label={`More for ${name}`} size="sm" className={styles.above} />}
      >
        <MenuItem icon="pencil" onSelect={onRename}>
          Rename…
        </MenuItem>
        <MenuItem icon="copy" onSelect={onDuplicate}>
          Duplicate
        </MenuItem>
        <MenuItem icon="download" href={`/api/v1/pipelines/${id}/export`}>
          Export JSON
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="trash" onSelect={onDelete}>
          Delete…
        </MenuItem>
      </Menu>
    </li>
  );
}

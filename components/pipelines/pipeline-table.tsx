'use client';

import type { PipelineSummary } from '@/lib/contracts/pipelines';
import { PipelineRow } from './pipeline-row';
import styles from './pipeline-row.module.css';

export interface PipelineTableProps {
  pipelines: readonly PipelineSummary[];
  now: Date;
  onRename: (pipeline: PipelineSummary) => void;
  onDuplicate: (pipeline: PipelineSummary) => void;
  onDelete: (pipeline: PipelineSummary) => void;
}

/** The rows with their column heads. The heads are for the eye: every cell says what it is. */
export function PipelineTable({ pipelines, now, onRename, onDuplicate, onDelete }: PipelineTableProps) {
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
            onRename={() => onRename(pipeline)}
            onDuplicate={() => onDuplicate(pipeline)}
            onDelete={() => onDelete(pipeline)}
          />
        ))}
      </ul>
    </>
  );
}

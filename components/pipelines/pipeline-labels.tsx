import type { PipelineSummary } from '@/lib/contracts/pipelines';
import { Icon } from '../ui/icon';
import type { ListChoice } from './list-choice';
import styles from './pipeline-labels.module.css';

export interface PipelineLabelsProps {
  pipeline: Pick<PipelineSummary, 'folder' | 'tags'>;
  onChoose: (part: Partial<ListChoice>) => void;
}

/** Folder and tags of a pipeline; each filters the list. */
export function PipelineLabels({ pipeline: { folder, tags }, onChoose }: PipelineLabelsProps) {
  if (folder === null && tags.length === 0) return null;
  return (
    <span className={styles.labels}>
      {folder !== null && (
        <button
          type="button"
          className={styles.label}
          aria-label={`Show folder ${folder}`}
          onClick={() => onChoose({ folder })}
        >
          <Icon name="folder" size={12} />
          {folder}
        </button>
      )}
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          className={styles.label}
          aria-label={`Show tag ${tag}`}
          onClick={() => onChoose({ tag })}
        >
          #{tag}
        </button>
      ))}
    </span>
  );
}

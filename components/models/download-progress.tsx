import type { ModelSummary } from '@/lib/contracts/models';
import { formatBytes, formatDuration } from '../ui/format';
import { StatusGlyph } from '../ui/status';
import styles from './model-list.module.css';

export interface DownloadProgressProps {
  /** Of the model, for the label of the bar. */
  name: string;
  /** Bytes of all files; null while unknown. */
  size: number | null;
  progress: NonNullable<ModelSummary['progress']>;
}

/** How far a download is: percent, bytes, rate and time left, with a bar. */
export function DownloadProgress({ name, size, progress }: DownloadProgressProps) {
  const { received_bytes: received, bytes_per_second: rate, seconds_left: left } = progress;
  const percent =
    size === null || size === 0 ? undefined : Math.min(100, Math.floor((received * 100) / size));
  const facts = [
    formatBytes(received),
    ...(rate > 0 ? [`${formatBytes(rate)}/s`] : []),
    ...(left === null ? [] : [`${formatDuration(left * 1000)} left`]),
  ];
  return (
    <>
      <p className={styles.word}>
        <StatusGlyph status="running" />
        Downloading{percent === undefined ? '' : ` ${percent} %`}
        <span className={styles.figures}>{facts.join(' · ')}</span>
      </p>
      <progress className={styles.bar} aria-label={`Download of ${name}`} max={100} value={percent} />
    </>
  );
}

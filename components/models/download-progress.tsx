import type { ModelSummary } from '@/lib/contracts/models';
import { formatBytes, formatDuration } from '../ui/format';
import { StatusGlyph } from '../ui/status';
import styles from './model-list.module.css';

export interface DownloadProgressProps {
  /** Name of the model, for the label of the bar. */
  name: string;
  /** Bytes of all files; null while unknown. */
  size: number | null;
  progress: NonNullable<ModelSummary['progress']>;
}

/** The progress of a download, or of the upload of a file to the store: percent, bytes, rate and time left. */
export function DownloadProgress({ name, size, progress }: DownloadProgressProps) {
  const { bytes_per_second: rate, seconds_left: left, upload } = progress;
  const [done, all] = upload ? [upload.sent_bytes, upload.size_bytes] : [progress.received_bytes, size];
  const percent = all === null || all === 0 ? undefined : Math.min(100, Math.floor((done * 100) / all));
  const facts = [
    formatBytes(done),
    ...(rate > 0 ? [`${formatBytes(rate)}/s`] : []),
    ...(left === null ? [] : [`${formatDuration(left * 1000)} left`]),
  ];
  return (
    <>
      <p className={styles.word}>
        <StatusGlyph status="running" />
        {upload ? 'Uploading to the store' : 'Downloading'}
        {percent === undefined ? '' : ` ${percent} %`}
        <span className={styles.figures}>{facts.join(' · ')}</span>
      </p>
      <progress
        className={styles.bar}
        aria-label={`${upload ? 'Upload' : 'Download'} of ${name}`}
        max={100}
        value={percent}
      />
    </>
  );
}

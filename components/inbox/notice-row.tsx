import Link from 'next/link';
import type { Notice } from '@/lib/contracts/notices';
import { runPath } from '../run-state/permalink';
import { clsx } from '../ui/clsx';
import { formatAgo } from '../ui/format';
import { Icon, type IconName } from '../ui/icon';
import { IconButton } from '../ui/icon-button';
import type { Status } from '../ui/status';
import { Tag } from '../ui/tag';
import { VisuallyHidden } from '../ui/visually-hidden';
import styles from './notice-row.module.css';

export interface NoticeRowProps {
  notice: Notice;
  now: Date;
  onMark: (read: boolean) => void;
}

interface SeverityLook {
  readonly word: string;
  readonly icon: IconName;
  /** Gives the colour. */
  readonly status: Status;
}

const SEVERITIES: Readonly<Record<Notice['severity'], SeverityLook>> = {
  info: { word: 'Info', icon: 'info', status: 'running' },
  warning: { word: 'Warning', icon: 'warn', status: 'retrying' },
  error: { word: 'Error', icon: 'err', status: 'failed' },
};

/** One notice: its text, and the run and step that sent it. */
export function NoticeRow({ notice, now, onMark }: NoticeRowProps) {
  const { title, message, severity, priority, recipients, createdAt } = notice;
  const isUnread = notice.readAt === null;
  const look = SEVERITIES[severity];
  return (
    <li className={clsx(styles.row, isUnread && styles.unread)}>
      <span className={styles.severity} data-status={look.status} title={look.word}>
        <Icon name={look.icon} label={look.word} />
      </span>
      <div className={styles.text}>
        {title !== null && <h2 className={styles.title}>{title}</h2>}
        <p className={styles.message}>{message}</p>
        <p className={styles.facts}>
          <NoticeSource notice={notice} />
          {priority !== null && <Tag>Priority: {priority}</Tag>}
          {recipients.length > 0 && <span>To {recipients.join(', ')}</span>}
        </p>
      </div>
      <span className={styles.when}>
        {isUnread && (
          <span className={styles.new}>
            <VisuallyHidden>Status: </VisuallyHidden>Unread
          </span>
        )}
        <time dateTime={createdAt} title={createdAt}>
          {formatAgo(createdAt, now)}
        </time>
      </span>
      <IconButton
        icon={isUnread ? 'check' : 'undo'}
        size="sm"
        label={isUnread ? 'Mark as read' : 'Mark as unread'}
        onClick={() => onMark(isUnread)}
      />
    </li>
  );
}

/** Links to the pipeline, the run and the step. */
function NoticeSource({ notice: { pipeline, run, step, iteration } }: Pick<NoticeRowProps, 'notice'>) {
  const focus = { step, iteration, attempt: undefined };
  return (
    <>
      <Link href={`/pipelines/${pipeline.id}`}>{pipeline.name}</Link>
      <Link href={runPath(run.id)}>Run #{run.number}</Link>
      <Link href={runPath(run.id, focus)}>
        Step {step}
        {iteration.length > 0 && ` [${iteration.join('.')}]`}
      </Link>
    </>
  );
}

import Link from 'next/link';
import type { AuditEvent } from '@/lib/contracts/audit';
import { VisuallyHidden } from '../ui/visually-hidden';
import { hrefOf } from './audit-choice';
import styles from './audit-list.module.css';
import { ACTION_WORDS, ACTOR_WORDS, detailText, subjectHref } from './audit-words';

export interface AuditRowProps {
  event: AuditEvent;
}

/** One entry of the audit log. */
export function AuditRow({ event }: AuditRowProps) {
  const { at, actor, action, subject } = event;
  const href = subjectHref(event);
  return (
    <li className={styles.row}>
      <time dateTime={at} className={styles.when}>
        {at.slice(0, 19).replace('T', ' ')}
      </time>
      <span className={styles.actor}>
        <VisuallyHidden>By </VisuallyHidden>
        {ACTOR_WORDS[actor.kind]}
        {actor.name !== null && <ActorName actor={actor} />}
      </span>
      <span className={styles.action}>{ACTION_WORDS[action]}</span>
      <span className={styles.subject}>
        {href === undefined ? subject.name : <Link href={href}>{subject.name}</Link>}
        <span className={styles.quiet}>{detailText(event)}</span>
      </span>
      <Link href={hrefOf({ subject: subject.id })} className={styles.only}>
        Filter by this<VisuallyHidden>: {subject.name}</VisuallyHidden>
      </Link>
    </li>
  );
}

function ActorName({ actor }: Pick<AuditEvent, 'actor'>) {
  if (actor.kind === 'run' && actor.id !== null) return <Link href={`/runs/${actor.id}`}>{actor.name}</Link>;
  return <span className={styles.quiet}>{actor.name}</span>;
}

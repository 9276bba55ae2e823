import Link from 'next/link';
import { ACTOR_KINDS, AUDIT_ACTIONS, type AuditEvent, type AuditPage } from '@/lib/contracts/audit';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Input } from '../ui/input';
import { Select } from '../ui/select';
import { VisuallyHidden } from '../ui/visually-hidden';
import { type AuditChoice, hrefOf, isFiltered } from './audit-choice';
import styles from './audit-list.module.css';
import { ACTION_WORDS, ACTOR_WORDS, detailText, subjectHref } from './audit-words';
import { SettingsHeader } from './settings-header';

export interface AuditListProps {
  page: AuditPage;
  choice: AuditChoice;
}

/** A page of the audit log, newest first. */
export function AuditList({ page, choice }: AuditListProps) {
  const { events, next } = page;
  return (
    <>
      <SettingsHeader here="/settings/audit">
        All changes, run starts and secret reads. Entries cannot be changed or deleted.
      </SettingsHeader>
      <AuditFilters key={JSON.stringify(choice)} choice={choice} />
      {events.length === 0 ? (
        <NoEntries choice={choice} />
      ) : (
        <div className={styles.list}>
          <div className={styles.heads} aria-hidden>
            <span>Time (UTC)</span>
            <span>Actor</span>
            <span>Action</span>
            <span>Subject</span>
          </div>
          <ul aria-label="Audit log">
            {events.map((event) => (
              <AuditRow key={event.id} event={event} />
            ))}
          </ul>
        </div>
      )}
      <nav aria-label="Pages" className={styles.pages}>
        {choice.before !== undefined && <Link href={hrefOf({ ...choice, before: undefined })}>Newest</Link>}
        {next !== null && <Link href={hrefOf({ ...choice, before: next })}>Older</Link>}
      </nav>
    </>
  );
}

function NoEntries({ choice }: Pick<AuditListProps, 'choice'>) {
  if (!isFiltered(choice) && choice.before === undefined) {
    return (
      <EmptyState icon="key" title="No entries yet">
        Changes and run starts are recorded here.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="key"
      title="No matching entries"
      actions={<Link href="/settings/audit">Show all entries</Link>}
    >
      No entry matches the filters.
    </EmptyState>
  );
}

interface AuditRowProps {
  event: AuditEvent;
}

/** One entry of the audit log. */
function AuditRow({ event }: AuditRowProps) {
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

interface AuditFiltersProps {
  choice: AuditChoice;
}

/** Filters the audit log with a plain form, so that the filter is in the URL. */
function AuditFilters({ choice }: AuditFiltersProps) {
  return (
    <form action="/settings/audit" className={styles.filters} aria-label="Filter">
      <Select
        size="sm"
        soft
        name="actor"
        aria-label="Actor"
        defaultValue={choice.actor ?? ''}
        className={styles.choice}
      >
        <option value="">All actors</option>
        {ACTOR_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {ACTOR_WORDS[kind]}
          </option>
        ))}
      </Select>
      <Select
        size="sm"
        soft
        name="action"
        aria-label="Action"
        defaultValue={choice.action ?? ''}
        className={styles.choice}
      >
        <option value="">All actions</option>
        {AUDIT_ACTIONS.map((action) => (
          <option key={action} value={action}>
            {ACTION_WORDS[action]}
          </option>
        ))}
      </Select>
      <Input
        size="sm"
        soft
        name="subject"
        aria-label="Subject"
        placeholder="Secret name or ID"
        defaultValue={choice.subject ?? ''}
        className={styles.subjectFilter}
      />
      <span className={styles.day}>
        <label htmlFor="audit-from">From</label>
        <Input id="audit-from" size="sm" soft type="date" name="from" defaultValue={choice.from ?? ''} />
      </span>
      <span className={styles.day}>
        <label htmlFor="audit-to">To</label>
        <Input id="audit-to" size="sm" soft type="date" name="to" defaultValue={choice.to ?? ''} />
      </span>
      <Button size="sm" type="submit">
        Filter
      </Button>
    </form>
  );
}

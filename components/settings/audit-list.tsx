import Link from 'next/link';
import type { AuditPage } from '@/lib/contracts/audit';
import { EmptyState } from '../ui/empty-state';
import { type AuditChoice, hrefOf, isFiltered } from './audit-choice';
import { AuditFilters } from './audit-filters';
import styles from './audit-list.module.css';
import { AuditRow } from './audit-row';
import { SettingsHeader } from './settings-header';

export interface AuditListProps {
  page: AuditPage;
  choice: AuditChoice;
}

/** A page of the audit log: who did what, newest first. */
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

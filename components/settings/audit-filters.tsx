import { ACTOR_KINDS, AUDIT_ACTIONS } from '@/lib/contracts/audit';
import { Button } from '../ui/button';
import { Input } from '../ui/input';
import { Select } from '../ui/select';
import type { AuditChoice } from './audit-choice';
import styles from './audit-list.module.css';
import { ACTION_WORDS, ACTOR_WORDS } from './audit-words';

export interface AuditFiltersProps {
  choice: AuditChoice;
}

/** Narrows the audit log: a plain form, so that the choice stands in the address. */
export function AuditFilters({ choice }: AuditFiltersProps) {
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

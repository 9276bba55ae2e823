'use client';

import { Icon } from '@/components/ui/icon';
import type { Json } from '@/engine';
import styles from './field.module.css';
import type { FormField } from './fields';
import { hostNote } from './host-note';

export interface FieldNoteProps {
  field: FormField;
  value: Json | undefined;
}

/** What can be told of a value beyond right and wrong, whichever way it is written. */
export function FieldNote({ field, value }: FieldNoteProps) {
  const note = field.widget === 'url' && typeof value === 'string' ? hostNote(value) : undefined;
  if (note === undefined) return null;
  return (
    <p className={styles.note} data-warn={note.warn || undefined}>
      {note.warn && <Icon name="warn" size={14} label="warning" />}
      <span>{note.text}</span>
    </p>
  );
}

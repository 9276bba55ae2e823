'use client';

import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { Textarea } from '@/components/ui/textarea';
import type { TestProblems } from '../model/read-test';
import type { TestDraft } from '../model/test-draft';
import styles from './test-form.module.css';

/** Most rows that a section draws at first, and with each "Show more". */
export const PAGE = 50;

/** A section of the form: a part of the draft, and how it is changed. */
export interface TestSectionProps {
  draft: TestDraft;
  problems: TestProblems;
  onChange: (part: Partial<TestDraft>) => void;
  /** Id of the list of steps that the pipeline has. */
  steps: string;
}

export interface SectionProps {
  title: string;
  /** What the section is for. */
  hint: string;
  /** Text of the button that adds a row; without it rows cannot be added. */
  addLabel?: string;
  onAdd?: () => void;
  /** Rows that are not drawn yet. */
  hidden?: number;
  onShowMore?: () => void;
  children: ReactNode;
}

/** A titled part of the form of a test. */
export function FormSection({
  title,
  hint,
  addLabel,
  onAdd,
  hidden = 0,
  onShowMore,
  children,
}: SectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.sectionHead}>
        <h4 className={styles.sectionTitle}>{title}</h4>
        <p className={styles.hint}>{hint}</p>
      </div>
      {children}
      <div className={styles.sectionFoot}>
        {hidden > 0 && (
          <Button size="sm" variant="quiet" onClick={onShowMore}>
            Show {Math.min(PAGE, hidden)} of {hidden} more
          </Button>
        )}
        {addLabel && (
          <Button size="sm" icon="plus" onClick={onAdd}>
            {addLabel}
          </Button>
        )}
      </div>
    </section>
  );
}

export interface JsonValueFieldProps {
  label: string;
  /** Name of the field in the problems. */
  field: string;
  value: string;
  problems: TestProblems;
  onChange: (value: string) => void;
  hint?: string;
}

/** A value as JSON text. What is typed stays, also when it is not JSON. */
export function JsonValueField({ label, field, value, problems, onChange, hint }: JsonValueFieldProps) {
  const lines = value.split('\n').length;
  return (
    <Field label={label} type="JSON" hint={hint} error={problems[field]} className={styles.wide}>
      {(control) => (
        <Textarea
          {...control}
          mono
          rows={Math.max(1, Math.min(MAX_LINES, lines))}
          spellCheck={false}
          autoCapitalize="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Tallest text field before it scrolls, in lines. */
const MAX_LINES = 12;

export interface RemoveButtonProps {
  label: string;
  onRemove: () => void;
}

/** Removes a row. */
export function RemoveButton({ label, onRemove }: RemoveButtonProps) {
  return <IconButton icon="trash" size="sm" label={label} className={styles.remove} onClick={onRemove} />;
}

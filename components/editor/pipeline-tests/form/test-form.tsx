'use client';

import { useId } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useEditor } from '../../use-editor';
import { FixtureSection } from './fixture-section';
import { FormSection, JsonValueField, type TestSectionProps } from './form-parts';
import { SignalSection } from './signal-section';
import { StepEndSection } from './step-end-section';
import styles from './test-form.module.css';
import { ValueSection } from './value-section';

/** A test as a form. Values are JSON. */
export function TestForm({ draft, problems, onChange }: Omit<TestSectionProps, 'steps'>) {
  const steps = useId();
  const ids = useEditor(({ document }) => document.steps);
  const section = { draft, problems, onChange, steps };
  return (
    <div className={styles.form}>
      <datalist id={steps}>
        {ids.map(({ id }) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      <div className={styles.grid}>
        <Field label="Name" required error={problems.name}>
          {(control) => (
            <Input
              {...control}
              maxLength={200}
              value={draft.name}
              onChange={(event) => onChange({ name: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Starts at"
          hint="now() in expressions. Default: 2026-01-01T00:00:00Z"
          error={problems.now}
        >
          {(control) => (
            <Input
              {...control}
              mono
              placeholder="2026-01-01T00:00:00Z"
              value={draft.now}
              onChange={(event) => onChange({ now: event.target.value })}
            />
          )}
        </Field>
        <JsonValueField
          label="Run parameters"
          field="params"
          value={draft.params}
          problems={problems}
          onChange={(params) => onChange({ params })}
        />
      </div>
      <FixtureSection {...section} />
      {draft.signals.length > 0 && <SignalSection {...section} />}
      <FormSection title="Expected status" hint="How the run ends.">
        <Select
          aria-label="Expected status of the run"
          value={draft.status}
          className={styles.short}
          onChange={(event) => onChange({ status: event.target.value === 'failed' ? 'failed' : 'completed' })}
        >
          <option value="completed">Completed</option>
          <option value="failed">Failed</option>
        </Select>
      </FormSection>
      <StepEndSection {...section} />
      <ValueSection {...section} />
    </div>
  );
}

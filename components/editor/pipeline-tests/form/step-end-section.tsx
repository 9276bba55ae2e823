'use client';

import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { STATUS_LOOKS } from '@/components/ui/status';
import { EXPECTED_STEP_STATUSES } from '@/engine/run/test/schema';
import { nextKey, type StepEndDraft } from '../model/test-draft';
import { FormSection, RemoveButton, type TestSectionProps } from './form-parts';
import styles from './test-form.module.css';

/** How steps end. */
export function StepEndSection({ draft: { steps: ends }, problems, onChange, steps }: TestSectionProps) {
  const change = (key: number, part: Partial<StepEndDraft>) =>
    onChange({ steps: ends.map((each) => (each.key === key ? { ...each, ...part } : each)) });
  return (
    <FormSection
      title="Expected path"
      hint="How steps end. Steps without an expectation are not checked."
      addLabel="Add step"
      onAdd={() => onChange({ steps: [...ends, { key: nextKey(ends), step: '', status: 'completed' }] })}
    >
      <ul className={styles.ends} aria-label="Expected path">
        {ends.map(({ key, step, status }) => (
          <li key={key} className={styles.pair}>
            <Field label="Step" error={problems[`steps.${key}.step`]}>
              {(control) => (
                <Input
                  {...control}
                  mono
                  list={steps}
                  value={step}
                  onChange={(event) => change(key, { step: event.target.value })}
                />
              )}
            </Field>
            <Field label="Ends">
              {(control) => (
                <Select
                  {...control}
                  value={status}
                  onChange={(event) => change(key, { status: statusOf(event.target.value) })}
                >
                  {EXPECTED_STEP_STATUSES.map((each) => (
                    <option key={each} value={each}>
                      {STATUS_LOOKS[each].word}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <RemoveButton
              label={`Remove the expectation of ${step || 'a step'}`}
              onRemove={() => onChange({ steps: ends.filter((each) => each.key !== key) })}
            />
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

function statusOf(chosen: string): StepEndDraft['status'] {
  return EXPECTED_STEP_STATUSES.find((each) => each === chosen) ?? 'completed';
}

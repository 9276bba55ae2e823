'use client';

import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { SignalDraft } from '../model/test-draft';
import { FormSection, JsonValueField, RemoveButton, type TestSectionProps } from './form-parts';
import styles from './test-form.module.css';

/** The signals that the run receives. */
export function SignalSection({ draft: { signals }, problems, onChange }: Omit<TestSectionProps, 'steps'>) {
  const change = (key: number, part: Partial<SignalDraft>) =>
    onChange({ signals: signals.map((each) => (each.key === key ? { ...each, ...part } : each)) });
  return (
    <FormSection title="Signals" hint="Values that the run receives while it waits.">
      <ul className={styles.rows} aria-label="Signals">
        {signals.map(({ key, name, afterSeconds, value }) => (
          <li key={key} className={styles.row} data-open>
            <div className={styles.grid}>
              <Field label="Signal" error={problems[`signals.${key}.name`]}>
                {(control) => (
                  <Input
                    {...control}
                    mono
                    value={name}
                    onChange={(event) => change(key, { name: event.target.value })}
                  />
                )}
              </Field>
              <Field
                label="After"
                hint="Seconds after the start"
                error={problems[`signals.${key}.afterSeconds`]}
              >
                {(control) => (
                  <Input
                    {...control}
                    inputMode="decimal"
                    value={afterSeconds}
                    onChange={(event) => change(key, { afterSeconds: event.target.value })}
                  />
                )}
              </Field>
              <RemoveButton
                label={`Remove the signal ${name}`}
                onRemove={() => onChange({ signals: signals.filter((each) => each.key !== key) })}
              />
              <JsonValueField
                label="Value"
                field={`signals.${key}.value`}
                value={value}
                problems={problems}
                onChange={(next) => change(key, { value: next })}
              />
            </div>
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

'use client';

import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { TestProblems } from '../model/read-test';
import { MATCHES, nextKey, type ValueDraft } from '../model/test-draft';
import { FormSection, JsonValueField, PAGE, RemoveButton, type TestSectionProps } from './form-parts';
import styles from './test-form.module.css';

const MATCH_WORDS: Readonly<Record<ValueDraft['match'], string>> = {
  equal: 'equals',
  contains: 'contains',
  matches: 'matches a pattern',
  any: 'has any value',
};

/** Expected values of the outputs and of steps. */
export function ValueSection({ draft: { outputs }, problems, onChange }: Omit<TestSectionProps, 'steps'>) {
  const [shown, setShown] = useState(PAGE);
  const [added, setAdded] = useState<number>();
  const invalid = (key: number) => Object.keys(problems).some((field) => field.startsWith(`outputs.${key}.`));
  const rows = outputs.filter(({ key }, index) => index < shown || key === added || invalid(key));
  return (
    <FormSection
      title="Expected values"
      hint="Paths start with outputs. or steps.<id>.output."
      addLabel="Add value"
      onAdd={() => {
        const key = nextKey(outputs);
        setAdded(key);
        onChange({ outputs: [...outputs, { key, path: 'outputs.', match: 'equal', value: 'null' }] });
      }}
      hidden={outputs.length - rows.length}
      onShowMore={() => setShown(shown + PAGE)}
    >
      <ul className={styles.rows} aria-label="Expected values">
        {rows.map((row) => (
          <ValueRow
            key={row.key}
            row={row}
            problems={problems}
            onChange={(part) =>
              onChange({
                outputs: outputs.map((each) => (each.key === row.key ? { ...each, ...part } : each)),
              })
            }
            onRemove={() => onChange({ outputs: outputs.filter(({ key }) => key !== row.key) })}
          />
        ))}
      </ul>
    </FormSection>
  );
}

interface ValueRowProps {
  row: ValueDraft;
  problems: TestProblems;
  onChange: (part: Partial<ValueDraft>) => void;
  onRemove: () => void;
}

function ValueRow({ row: { key, path, match, value }, problems, onChange, onRemove }: ValueRowProps) {
  const at = `outputs.${key}`;
  return (
    <li className={styles.row} data-open>
      <div className={styles.grid}>
        <Field label="Path" error={problems[`${at}.path`]}>
          {(control) => (
            <Input
              {...control}
              mono
              value={path}
              onChange={(event) => onChange({ path: event.target.value })}
            />
          )}
        </Field>
        <Field label="Comparison">
          {(control) => (
            <Select
              {...control}
              value={match}
              onChange={(event) =>
                onChange({ match: MATCHES.find((each) => each === event.target.value) ?? 'equal' })
              }
            >
              {MATCHES.map((each) => (
                <option key={each} value={each}>
                  {MATCH_WORDS[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <RemoveButton label={`Remove the expectation of ${path}`} onRemove={onRemove} />
        {match === 'matches' && (
          <Field label="Pattern" hint="RE2 pattern" error={problems[`${at}.value`]} className={styles.wide}>
            {(control) => (
              <Input
                {...control}
                mono
                value={value}
                onChange={(event) => onChange({ value: event.target.value })}
              />
            )}
          </Field>
        )}
        {(match === 'equal' || match === 'contains') && (
          <JsonValueField
            label="Value"
            field={`${at}.value`}
            value={value}
            problems={problems}
            onChange={(next) => onChange({ value: next })}
          />
        )}
      </div>
    </li>
  );
}

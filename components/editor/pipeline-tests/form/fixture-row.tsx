'use client';

import { useId, useState } from 'react';
import { Field } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { TestProblems } from '../model/read-test';
import { FAILURE_TEXT, type FixtureDraft, OUTCOMES, type Outcome } from '../model/test-draft';
import { JsonValueField, RemoveButton } from './form-parts';
import styles from './test-form.module.css';

const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  output: 'Output',
  error: 'Failure',
  unfinished: 'Does not finish',
};

export interface FixtureRowProps {
  fixture: FixtureDraft;
  problems: TestProblems;
  /** Whether it was just added, so that it is opened. */
  isFirst: boolean;
  steps: string;
  onChange: (part: Partial<FixtureDraft>) => void;
  onRemove: () => void;
}

/** One fixture: a line, which opens as fields. One with a problem is open. */
export function FixtureRow({ fixture, problems, isFirst, steps, onChange, onRemove }: FixtureRowProps) {
  const id = useId();
  const [isOpened, setOpened] = useState(isFirst);
  const at = `fixtures.${fixture.key}`;
  const hasProblem = Object.keys(problems).some((field) => field.startsWith(`${at}.`));
  const isOpen = isOpened || hasProblem;
  const name = nameOf(fixture);
  return (
    <li className={styles.row} data-open={isOpen || undefined}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpened(!isOpen)}
        >
          <Icon name="right" size={14} className={styles.arrow} />
          <b>{name}</b>
          <span className={styles.kind}>{OUTCOME_WORDS[fixture.outcome]}</span>
          {!isOpen && <code className={styles.preview}>{fixture.value.slice(0, PREVIEW)}</code>}
          {hasProblem && <Icon name="err" size={14} label="has a problem" className={styles.faulty} />}
        </button>
        <RemoveButton label={`Remove the fixture of ${name}`} onRemove={onRemove} />
      </div>
      {isOpen && (
        <div id={id} className={styles.grid}>
          <FixtureFields {...{ fixture, problems, steps, at, onChange }} />
        </div>
      )}
    </li>
  );
}

/** Longest value beside a closed fixture, in characters. */
const PREVIEW = 120;

function nameOf({ step, iteration }: FixtureDraft): string {
  const named = step.trim() || 'a step';
  return iteration.trim() === '' ? named : `${named}[${iteration.trim()}]`;
}

interface FixtureFieldsProps extends Pick<FixtureRowProps, 'fixture' | 'problems' | 'steps' | 'onChange'> {
  /** Names its fields in the problems. */
  at: string;
}

function FixtureFields({ fixture, problems, steps, at, onChange }: FixtureFieldsProps) {
  const { outcome, recorded } = fixture;
  const texts = [
    { key: 'step', label: 'Step', hint: recorded.action, list: steps },
    { key: 'iteration', label: 'Iteration', hint: 'Default: all iterations' },
    { key: 'seconds', label: 'Duration', hint: 'Simulated seconds' },
  ] as const;
  return (
    <>
      {texts.map(({ key, label, hint, ...rest }) => (
        <Field key={key} label={label} hint={hint} error={problems[`${at}.${key}`]}>
          {(control) => (
            <Input
              {...control}
              {...rest}
              mono={key !== 'seconds'}
              inputMode={key === 'seconds' ? 'decimal' : undefined}
              value={fixture[key]}
              onChange={(event) => onChange({ [key]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Field label="Outcome">
        {(control) => (
          <Select
            {...control}
            value={outcome}
            onChange={(event) => onChange(withOutcome(fixture, event.target.value))}
          >
            {OUTCOMES.map((each) => (
              <option key={each} value={each}>
                {OUTCOME_WORDS[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {outcome !== 'unfinished' && (
        <JsonValueField
          label={OUTCOME_WORDS[outcome]}
          field={`${at}.value`}
          value={fixture.value}
          problems={problems}
          onChange={(value) => onChange({ value })}
        />
      )}
    </>
  );
}

/** A value that a person typed stays; only the placeholder of a new fixture is replaced. */
function withOutcome({ value }: FixtureDraft, chosen: string): Partial<FixtureDraft> {
  const outcome = OUTCOMES.find((each) => each === chosen) ?? 'output';
  if (outcome === 'error' && (value === '' || value === '{}')) return { outcome, value: FAILURE_TEXT };
  if (outcome === 'output' && (value === '' || value === FAILURE_TEXT)) return { outcome, value: '{}' };
  return { outcome };
}

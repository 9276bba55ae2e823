'use client';

import { useId } from 'react';
import styles from './rule-choice.module.css';

/** An option with its explanation. */
export interface Rule<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly about: string;
}

export interface RuleChoiceProps<V extends string> {
  title: string;
  value: V;
  rules: readonly Rule<V>[];
  onChange: (value: V) => void;
}

/** A choice of options with explanations. */
export function RuleChoice<V extends string>({ title, value, rules, onChange }: RuleChoiceProps<V>) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.title}>{title}</legend>
      {rules.map((rule) => (
        <label key={rule.value} className={styles.rule}>
          <input
            type="radio"
            name={name}
            value={rule.value}
            checked={rule.value === value}
            aria-describedby={`${name}-${rule.value}`}
            onChange={() => onChange(rule.value)}
          />
          <span>
            <b>{rule.label}</b>
            <span id={`${name}-${rule.value}`} className={styles.about}>
              {rule.about}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

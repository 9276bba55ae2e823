'use client';

import { useState } from 'react';
import { newFixture, nextKey } from '../model/test-draft';
import { FixtureRow } from './fixture-row';
import { FormSection, PAGE, type TestSectionProps } from './form-parts';
import styles from './test-form.module.css';

/** What takes the place of effects. A test of a long loop has many fixtures: they are drawn page by page. */
export function FixtureSection({ draft, problems, onChange, steps }: TestSectionProps) {
  const { fixtures } = draft;
  const [shown, setShown] = useState(PAGE);
  const [added, setAdded] = useState<number>();
  const invalid = (key: number) =>
    Object.keys(problems).some((field) => field.startsWith(`fixtures.${key}.`));
  const rows = fixtures.filter(({ key }, index) => index < shown || key === added || invalid(key));
  return (
    <FormSection
      title="Fixtures"
      hint="A fixture replaces an effect. A step that has an effect but no fixture fails."
      addLabel="Add fixture"
      onAdd={() => {
        const key = nextKey(fixtures);
        setAdded(key);
        onChange({ fixtures: [...fixtures, newFixture(key, '')] });
      }}
      hidden={fixtures.length - rows.length}
      onShowMore={() => setShown(shown + PAGE)}
    >
      <ul className={styles.rows} aria-label="Fixtures">
        {rows.map((fixture) => (
          <FixtureRow
            key={fixture.key}
            fixture={fixture}
            problems={problems}
            isFirst={fixture.key === added}
            steps={steps}
            onChange={(part) =>
              onChange({
                fixtures: fixtures.map((each) => (each.key === fixture.key ? { ...each, ...part } : each)),
              })
            }
            onRemove={() => onChange({ fixtures: fixtures.filter(({ key }) => key !== fixture.key) })}
          />
        ))}
      </ul>
    </FormSection>
  );
}

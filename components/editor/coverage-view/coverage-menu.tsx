'use client';

import { Button } from '@/components/ui/button';
import { Menu, MenuHeading, MenuRadio } from '@/components/ui/menu';
import { showCoverage } from '../commands/coverage';
import { COVERAGE_CHOICES } from '../model/coverage';
import { useObservable, useSession } from '../use-editor';
import styles from './coverage.module.css';
import { CoverageSummary } from './coverage-summary';

/** Chooses which coverage the canvas shows, and sums it up. */
export function CoverageMenu() {
  const session = useSession();
  const choice = useObservable(session.coverage, (value) => value);
  const label = COVERAGE_CHOICES.find(({ value }) => value === choice)?.label ?? '';
  return (
    <span className={styles.box}>
      <Menu
        side="top"
        trigger={
          <Button
            size="sm"
            variant="quiet"
            icon="test"
            aria-label={`Coverage: ${label.toLowerCase()}`}
            title="Coverage: which edges and branches tests or runs took"
          >
            {/* The summary beside the button needs the space. */}
            {choice === 'off' && 'Coverage'}
          </Button>
        }
      >
        <MenuHeading>Coverage on the canvas</MenuHeading>
        <MenuRadio
          value={choice}
          onValueChange={(value) => showCoverage(session, value)}
          choices={COVERAGE_CHOICES}
        />
      </Menu>
      <CoverageSummary />
    </span>
  );
}

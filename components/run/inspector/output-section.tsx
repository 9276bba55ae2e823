'use client';

import { BenchmarkLatencies } from '@/components/models/benchmark-latencies';
import { useLens } from '@/components/run-state/run-context';
import { unitKey } from '@/engine';
import { PayloadView } from '../payload-view';
import { OutputLinks } from './output-links';
import { outputReference } from './output-reference';
import styles from './output-section.module.css';
import { fieldsOf } from './payload-value';
import { PinOutputButton } from './pin-output-button';
import { Section } from './section';
import type { UnitSelection } from './selection';

export interface OutputSectionProps {
  selected: UnitSelection;
}

/** The output of the shown attempt. */
export function OutputSection({ selected }: OutputSectionProps) {
  const { detail, definition } = useLens();
  const { unit, attempt } = selected;
  const output = attempt ? attempt.output : unit?.output;
  const name = unitKey(selected);
  const reference = outputReference(selected, definition);
  return (
    <Section id="run-output" title="Output" end={output ? undefined : <span>{whyNone(selected)}</span>}>
      {unit?.branch && (
        <p className={styles.branch}>
          Branch taken: <code>{unit.branch.taken}</code>
          {unit.branch.notTaken.length > 0 && `, not taken: ${unit.branch.notTaken.join(', ')}`}
        </p>
      )}
      {output && selected.iteration.length === 0 && attempt?.status !== 'failed' && (
        <PinOutputButton stepId={selected.step} />
      )}
      {output && <BenchmarkLatencies output={fieldsOf(output)} />}
      {output && (
        <OutputLinks selected={selected}>
          <PayloadView
            payload={output}
            label={`Output of ${name}`}
            base={reference ?? 'output'}
            isReference={reference !== undefined}
            fileName={`run-${detail?.number ?? ''}-${name}-output.json`}
          />
        </OutputLinks>
      )}
    </Section>
  );
}

function whyNone({ unit, attempt }: UnitSelection): string {
  if (attempt?.status === 'failed') return `none: attempt ${attempt.attempt} failed`;
  if (attempt?.status === 'interrupted') return `none: attempt ${attempt.attempt} was interrupted`;
  if (attempt?.status === 'running') return 'none yet: still running';
  if (unit?.status === 'skipped') return 'none: the step was skipped';
  if (unit?.status === 'cancelled') return 'none: the step was cancelled';
  return 'none yet';
}

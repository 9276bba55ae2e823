'use client';

import { useMemo } from 'react';
import type { StepDocument, WorstCase } from '@/engine';
import { worstCaseOf } from '@/engine/run/time/worst-case';
import { selectGraph } from '../model/derived';
import { useDescriptors, useEditor } from '../use-editor';
import { focusField } from './focus-field';
import { formatSeconds } from './ruler';
import { Section } from './section';
import styles from './worst-case-section.module.css';

/** The worst case of the pipeline that is edited. */
function useWorstCase(): WorstCase {
  const descriptors = useDescriptors();
  const graph = useEditor(({ document }) => selectGraph(document, descriptors));
  return useMemo(() => worstCaseOf(graph, descriptors), [graph, descriptors]);
}

export interface StepWorstCaseProps {
  step: StepDocument;
}

/** The longest time that a step can take, and when it starts at the latest. */
export function StepWorstCaseSection({ step }: StepWorstCaseProps) {
  const worst = useWorstCase();
  const own = worst.steps.find((each) => each.step === step.id);
  if (own === undefined || own.seconds === 0) return null;
  return (
    <Section title="Worst case" hint={own.seconds === undefined ? 'unknown' : formatSeconds(own.seconds)}>
      <p className={styles.text}>
        {own.seconds === undefined
          ? 'Attempts of this step have no time limit. Set a timeout.'
          : 'All attempts fail at their timeouts, with the delays between them.'}{' '}
        {startText(own.startsAfter)}
        {own.isOnPath && ' The step is on the longest path of the run.'}
      </p>
    </Section>
  );
}

function startText(seconds: number | undefined): string {
  if (seconds === undefined) return 'An earlier step has no time limit.';
  if (seconds === 0) return 'Starts with the run.';
  return `Starts at most ${formatSeconds(seconds)} after the start of the run.`;
}

/** The longest time that a run of the pipeline can take, with the steps that decide it. */
export function WorstCaseSection() {
  const { totalSeconds, seconds, limitSeconds, path, unlimited } = useWorstCase();
  const isCut = limitSeconds !== undefined && (seconds === undefined || seconds > limitSeconds);
  return (
    <Section
      title="Worst case of a run"
      hint={totalSeconds === undefined ? 'unknown' : formatSeconds(totalSeconds)}
    >
      <p className={styles.text}>
        {isCut
          ? `The timeout of the run ends it after ${formatSeconds(limitSeconds)}.`
          : 'From timeouts, attempts and backoff, with a slot for every step that is ready.'}
        {seconds !== undefined && isCut && ` Its steps could take ${formatSeconds(seconds)}.`}
      </p>
      {path.length > 0 && <Steps label="Longest path" steps={path} separator=" → " />}
      {unlimited.length > 0 && <Steps label="Without a timeout" steps={unlimited} separator=", " />}
    </Section>
  );
}

interface StepsProps {
  label: string;
  steps: readonly string[];
  separator: string;
}

/** Steps that are listed; the others are counted. */
const MOST_STEPS = 12;

function Steps({ label, steps, separator }: StepsProps) {
  const more = steps.length - MOST_STEPS;
  return (
    <p className={styles.text}>
      {label}:{' '}
      {steps.slice(0, MOST_STEPS).map((step, index) => (
        <span key={step}>
          {index > 0 && separator}
          <button type="button" className={styles.step} onClick={() => focusField(step, 'timeout_seconds')}>
            {step}
          </button>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </p>
  );
}

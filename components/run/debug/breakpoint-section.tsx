import { decisionText, pauseReason } from '@/components/run-state/pauses';
import { Instant } from '@/components/run-state/times';
import { type AnsweredPause, type PauseState, unitKey } from '@/engine';
import { Section } from '../inspector/section';
import type { UnitSelection } from '../inspector/selection';
import { PayloadView } from '../payload-view';
import styles from './breakpoint-section.module.css';

export interface BreakpointSectionProps {
  selected: UnitSelection;
}

/** The pauses of a unit: why it paused, and what a person decided. Nothing for a unit that never did. */
export function BreakpointSection({ selected }: BreakpointSectionProps) {
  const { unit } = selected;
  const answered = unit?.answered ?? [];
  if (unit?.pause === undefined && answered.length === 0) return null;
  return (
    <Section id="run-breakpoint" title="Breakpoint">
      {unit?.pause && <PauseFacts pause={unit.pause} />}
      {answered.length > 0 && (
        <ol className={styles.decisions} aria-label="Decisions">
          {answered.map((each) => (
            <Decision key={each.pause.seq} answered={each} name={unitKey(selected)} />
          ))}
        </ol>
      )}
    </Section>
  );
}

/** Why the unit is paused. */
function PauseFacts({ pause }: { pause: PauseState }) {
  const { breakpoint, note, since, until, attempt, moment } = pause;
  return (
    <dl className={styles.facts}>
      <dt>Paused by</dt>
      <dd>{pauseReason(pause)}</dd>
      <dt>{moment === 'before' ? 'Before attempt' : 'After attempt'}</dt>
      <dd>{attempt}</dd>
      <dt>Since</dt>
      <dd>
        <Instant at={since} />
      </dd>
      {breakpoint?.condition !== undefined && (
        <>
          <dt>Condition</dt>
          <dd>
            <code>{breakpoint.condition}</code>
          </dd>
        </>
      )}
      {until !== undefined && (
        <>
          <dt>Time limit</dt>
          <dd>
            <Instant at={until} />: then the run is cancelled
          </dd>
        </>
      )}
      {note !== undefined && (
        <>
          <dt>Note</dt>
          <dd>{note}</dd>
        </>
      )}
    </dl>
  );
}

interface DecisionProps {
  answered: AnsweredPause;
  /** Of the unit. */
  name: string;
}

/** What a person decided about a pause, with what they entered. */
function Decision({ answered, name }: DecisionProps) {
  const { at, inputs, output, message, pause } = answered;
  return (
    <li>
      <p className={styles.decision}>
        <Instant at={at} /> {decisionText(answered)}{' '}
        <span className={styles.quiet}>({pauseReason(pause)})</span>
      </p>
      {message !== undefined && <p className={styles.quiet}>{message}</p>}
      {inputs && (
        <PayloadView
          payload={inputs}
          label={`Edited inputs of ${name}`}
          base=""
          fileName={`${name}-edited-inputs.json`}
        />
      )}
      {output && (
        <PayloadView
          payload={output}
          label={`Entered output of ${name}`}
          base=""
          fileName={`${name}-output.json`}
        />
      )}
    </li>
  );
}

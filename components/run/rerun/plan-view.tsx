'use client';

import { plannedStatus } from '@/components/run-state/status';
import { Checkbox } from '@/components/ui/checkbox';
import { formatCount } from '@/components/ui/format';
import { StatusGlyph } from '@/components/ui/status';
import { Tag } from '@/components/ui/tag';
import type { RerunDecision } from '@/engine';
import type { LedgerRecord, PlannedStepRecord, PlanRecord } from '@/lib/contracts/reruns';
import styles from './rerun.module.css';

const HEADINGS: readonly (readonly [RerunDecision, string])[] = [
  ['execute', 'Executes'],
  ['unknown', 'May execute'],
  ['reuse', 'Reused'],
  ['skip', 'Skipped'],
];

export interface PlanViewProps {
  /** With the number of the run whose results it reuses. */
  plan: PlanRecord & { readonly run: number | null };
  /** Steps whose destructive effects are allowed. */
  confirmed: ReadonlySet<string>;
  onConfirm: (step: string, isAllowed: boolean) => void;
}

/** What a planned run will do: its side effects, and every step with the reason. */
export function PlanView({ plan, confirmed, onConfirm }: PlanViewProps) {
  const groups = HEADINGS.map(([decision, title]) => ({
    title,
    steps: plan.steps.filter((each) => each.do === decision),
  })).filter(({ steps }) => steps.length > 0);
  return (
    <>
      <section aria-label="Side effects">
        <h3 className={styles.heading}>Side effects</h3>
        {plan.ledger.length === 0 && <p className={styles.hint}>None.</p>}
        <ul className={styles.ledger}>
          {plan.ledger.map((entry) => (
            <LedgerLine
              key={entry.step}
              entry={entry}
              run={plan.run}
              isAllowed={confirmed.has(entry.step)}
              onConfirm={onConfirm}
            />
          ))}
        </ul>
      </section>
      {groups.map(({ title, steps }) => (
        <section key={title} aria-label={title}>
          <h3 className={styles.heading}>
            {title} <span className={styles.count}>{formatCount(steps.length, 'step')}</span>
          </h3>
          <ul className={styles.steps}>
            {steps.map((each) => (
              <StepLine key={each.step} planned={each} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function StepLine({ planned }: { planned: PlannedStepRecord }) {
  const { step, text, iterations } = planned;
  return (
    <li className={styles.step}>
      <StatusGlyph status={plannedStatus(planned.do)} />
      <code>{step}</code>
      <span className={styles.hint}>
        {text}
        {iterations !== null && ` ${iterations.reused} of ${iterations.total} iterations are reused.`}
      </span>
    </li>
  );
}

interface LedgerLineProps {
  entry: LedgerRecord;
  run: number | null;
  isAllowed: boolean;
  onConfirm: (step: string, isAllowed: boolean) => void;
}

function LedgerLine({ entry, run, isAllowed, onConfirm }: LedgerLineProps) {
  const { step, text, effect, repeats, uncertain } = entry;
  const isDestructive = effect === 'destructive';
  const past = run === null ? '' : `${repeats ? 'Also' : 'Not'} done in #${run}.`;
  const note = `${past}${uncertain ? ' May not happen.' : ''}`;
  const line = (
    <>
      {text} <Tag>{step}</Tag>
    </>
  );
  return (
    <li
      className={styles.effect}
      data-status={isDestructive ? 'failed' : undefined}
      data-danger={isDestructive || undefined}
    >
      {isDestructive ? (
        <Checkbox checked={isAllowed} onCheckedChange={(next) => onConfirm(step, next)}>
          {line}
        </Checkbox>
      ) : (
        <p>{line}</p>
      )}
      <p className={styles.hint}>
        {isDestructive && 'Destructive. Tick to allow: this cannot be undone. '}
        {note}
      </p>
    </li>
  );
}

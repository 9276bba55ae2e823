'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { keyOf, readAgain, storeAnswer } from '@/client/queries';
import { type RerunDraft, type RerunPreview, useRerun } from '@/components/run-state/rerun-preview';
import { useLens } from '@/components/run-state/run-context';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/components/ui/format';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { Segmented } from '@/components/ui/segmented';
import { Spinner } from '@/components/ui/spinner';
import { rerunEndpoints } from '@/lib/contracts/endpoints/reruns';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import type { RerunPlanRecord } from '@/lib/contracts/reruns';
import type { RunDetail } from '@/lib/contracts/runs';
import { EditedInputs } from './edited-inputs';
import { PlanDiff } from './plan-diff';
import { PlanView } from './plan-view';
import { requestOf } from './request';
import styles from './rerun.module.css';
import { RerunParams } from './rerun-params';
import { ScopeChoice } from './scope-choice';
import { useReturnFocus } from './use-return-focus';

export interface RerunPanelProps {
  /** Takes the focus of the closed panel when what opened it is gone. It must stay the same function. */
  onFocusLost?: () => void;
}

/** Prepares a re-run of the shown run: what it executes, and what it will do. Nothing starts before "Re-run". */
export function RerunPanel({ onFocusLost }: RerunPanelProps) {
  const { detail } = useLens();
  const rerun = useRerun();
  if (!detail || !rerun?.draft) return null;
  return <OpenPanel detail={detail} rerun={rerun} draft={rerun.draft} onFocusLost={onFocusLost} />;
}

interface OpenPanelProps {
  detail: RunDetail;
  rerun: RerunPreview;
  draft: RerunDraft;
  onFocusLost: RerunPanelProps['onFocusLost'];
}

function OpenPanel({ detail, rerun, draft, onFocusLost }: OpenPanelProps) {
  const { definition } = useLens();
  const { step, plan, change } = rerun;
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const heading = useRef<HTMLHeadingElement>(null);
  // The focus of the page: keyboard and screen readers continue in the panel.
  useEffect(() => heading.current?.focus(), []);
  useReturnFocus(rerun.opener, onFocusLost);
  const written = definition?.document.steps.find(({ id }) => id === step)?.params ?? {};
  return (
    <section
      className={styles.panel}
      aria-labelledby="rerun-title"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        rerun.close();
      }}
    >
      <header className={styles.head}>
        <div>
          <h2 id="rerun-title" ref={heading} tabIndex={-1}>
            Re-run #{detail.number}
          </h2>
          <p className={styles.hint}>Starts a new run. Run #{detail.number} is unchanged.</p>
        </div>
        <IconButton icon="x" size="sm" label="Close re-run" onClick={rerun.close} />
      </header>
      <div className={styles.body}>
        <ScopeChoice
          value={draft.scope}
          step={step}
          number={detail.number}
          failedStep={detail.failedStep}
          onChange={(scope) => change({ scope })}
        />
        <section aria-label="Definition">
          <h3 className={styles.heading}>Definition</h3>
          <Segmented<RerunDraft['definition']>
            label="Definition"
            size="md"
            value={draft.definition}
            onValueChange={(next) => change({ definition: next, params: undefined })}
            segments={[
              { value: 'original', label: `As it ran, v${detail.version}` },
              { value: 'current', label: 'Current' },
            ]}
          />
        </section>
        <RerunParams
          key={draft.definition}
          detail={detail}
          draft={draft}
          onChange={(params) => change({ params })}
        />
        {step !== undefined && (
          <details className={styles.inputs}>
            <summary>Inputs of {step}</summary>
            <EditedInputs
              key={step}
              step={step}
              written={written}
              edited={draft.inputs[step]}
              onChange={(edited) => change({ inputs: withEdited(draft.inputs, step, edited) })}
            />
          </details>
        )}
        {rerun.refusal !== undefined && <Notice status="failed" title={rerun.refusal} alert />}
        {plan?.problem != null && <Notice status="warning" icon="warn" title={plan.problem} alert />}
        <PlanDiff request={requestOf(detail.id, draft, step)} number={detail.number} />
        {plan ? (
          <PlanView
            plan={plan}
            confirmed={confirmed}
            onConfirm={(id, isAllowed) => setConfirmed(withMember(confirmed, id, isAllowed))}
          />
        ) : (
          rerun.refusal === undefined && <Spinner label="Loading the preview" />
        )}
      </div>
      <PanelEnd detail={detail} rerun={rerun} confirmed={confirmed} />
    </section>
  );
}

interface PanelEndProps {
  detail: RunDetail;
  rerun: RerunPreview;
  confirmed: ReadonlySet<string>;
}

/** Starts the re-run as the preview shows it. */
function PanelEnd({ detail, rerun, confirmed }: PanelEndProps) {
  const { actions, openRun } = useLens();
  const queries = useQueryClient();
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { plan, draft, step } = rerun;
  const open =
    plan?.ledger.filter((each) => each.effect === 'destructive' && !confirmed.has(each.step)) ?? [];
  const isReady = plan?.problem === null && !rerun.isStale && open.length === 0 && actions !== undefined;

  async function start() {
    if (!isReady || isSending) return;
    setSending(true);
    const request = requestOf(detail.id, draft, step);
    const result = await actions
      .rerun({ ...request, confirmed: [...confirmed], plan: plan.key, breakpoints: true })
      .catch(() => undefined);
    setSending(false);
    if (result?.ok !== true) {
      setRefusal(
        result?.error.message ??
          'The server did not respond, so the run may have started. Check the runs of the pipeline before you try again.',
      );
      return;
    }
    storeAnswer(queries, { endpoint: runEndpoints.get, input: { id: result.id }, answer: result.detail });
    void readAgain(queries, keyOf(rerunEndpoints.family));
    rerun.close();
    openRun(result.id);
  }

  return (
    <footer className={styles.end}>
      {refusal !== undefined && <Notice status="failed" title={refusal} alert />}
      <p className={styles.hint}>{plan ? summaryOf(plan, open.length) : 'Loading the preview…'}</p>
      <div className={styles.buttons}>
        <Button
          variant="primary"
          icon="retrying"
          busy={isSending}
          disabled={!isReady}
          onClick={() => void start()}
        >
          {startText(plan)}
        </Button>
        <Button onClick={rerun.close}>Cancel</Button>
      </div>
    </footer>
  );
}

function startText(plan: RerunPlanRecord | undefined): string {
  const count = plan?.steps.filter((each) => each.do === 'execute').length ?? 0;
  return count === 0 ? 'Re-run' : `Re-run ${formatCount(count, 'step')}`;
}

function summaryOf({ steps, ledger }: RerunPlanRecord, open: number): string {
  if (open > 0) return `Tick ${formatCount(open, 'destructive effect')} to start the re-run.`;
  const reused = steps.filter((each) => each.do === 'reuse').length;
  const named = withCounts(ledger.map(({ text }) => text));
  const effects = named.slice(0, 3);
  const rest = named.length > 3 ? ` and ${named.length - 3} more` : '';
  const reuse = `Reuses ${formatCount(reused, 'step')}.`;
  return effects.length === 0 ? `${reuse} No side effects.` : `${reuse} ${effects.join(', ')}${rest}.`;
}

/** Each text once, with how often it occurs. */
function withCounts(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => (count === 1 ? text : `${text} (${count} times)`));
}

function withEdited(
  inputs: RerunDraft['inputs'],
  step: string,
  edited: RerunDraft['inputs'][string] | undefined,
): RerunDraft['inputs'] {
  const { [step]: _, ...others } = inputs;
  return edited ? { ...others, [step]: edited } : others;
}

function withMember(set: ReadonlySet<string>, member: string, isMember: boolean): ReadonlySet<string> {
  const others = [...set].filter((each) => each !== member);
  return new Set(isMember ? [...others, member] : others);
}

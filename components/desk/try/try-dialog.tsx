'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { queryFor } from '@/client/queries';
import { PlanView } from '@/components/run/rerun/plan-view';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { Segmented } from '@/components/ui/segmented';
import { Spinner } from '@/components/ui/spinner';
import { tryEndpoints } from '@/lib/contracts/endpoints/tries';
import type { StartTryInput, TryScope } from '@/lib/contracts/reruns';
import type { StartResult } from '@/lib/contracts/runs';
import { type EnteredTexts, namesOf, readValues } from './entered-values';
import styles from './try.module.css';
import type { TryRequest } from './use-try';
import { ValueFields } from './value-fields';

export interface TryDialogProps {
  request: TryRequest;
  /** The text with which a value begins: an example of an earlier run; empty without one. */
  exampleOf: (name: string) => string;
  start: (input: StartTryInput) => Promise<StartResult>;
  onClose: () => void;
}

const TITLES: Readonly<Record<TryScope, (step: string) => string>> = {
  only: (step) => `Run ${step}`,
  up_to: (step) => `Run up to ${step}`,
  from: (step) => `Run from ${step}`,
};

/** Asks for the values that a step reads and no run has, and shows what will happen. Nothing starts before "Run". */
export function TryDialog({ request, exampleOf, start, onClose }: TryDialogProps) {
  const formId = useId();
  const [texts, setTexts] = useState<EnteredTexts>({});
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [isOne, setIsOne] = useState(true);
  const { iteration, ...whole } = request;
  const asked = isOne ? request : whole;
  const first = useQuery({ ...queryFor(tryEndpoints.plan, asked), staleTime: Number.POSITIVE_INFINITY });
  const names = namesOf(first.data?.missing ?? [], texts);
  const { values, problems } = readValues(names, texts, exampleOf);
  const input = { ...asked, values };
  const {
    data: plan,
    error,
    isFetching,
    isPlaceholderData,
  } = useQuery({
    ...queryFor(tryEndpoints.plan, input),
    enabled: first.data !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  const open =
    plan?.ledger.filter((each) => each.effect === 'destructive' && !confirmed.has(each.step)) ?? [];
  const isReady = plan?.problem === null && !isFetching && !isPlaceholderData && !error && open.length === 0;

  async function submit() {
    if (!isReady || isSending || !plan) return;
    setSending(true);
    const result = await start({ ...input, confirmed: [...confirmed], plan: plan.key }).catch(
      () => undefined,
    );
    setSending(false);
    if (result?.ok !== true)
      setRefusal(result?.error.message ?? 'The step was not run: the server cannot be reached. Try again.');
  }

  const problem = refusal ?? error?.message ?? first.error?.message;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={TITLES[request.scope](request.step)}
      description={plan && sourceText(plan.run)}
      size="md"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            icon="play"
            type="submit"
            form={formId}
            busy={isSending}
            disabled={!isReady}
          >
            Run
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {problem !== undefined && <Notice status="failed" title={problem} alert />}
        {iteration !== undefined && (
          <Segmented
            label="Iterations"
            size="md"
            value={isOne ? 'one' : 'all'}
            onValueChange={(value) => setIsOne(value === 'one')}
            segments={[
              { value: 'one', label: `Iteration ${iteration + 1} only` },
              { value: 'all', label: 'All iterations' },
            ]}
          />
        )}
        {plan?.problem != null && <Notice status="warning" icon="warn" title={plan.problem} alert />}
        <ValueFields
          names={names}
          texts={texts}
          exampleOf={exampleOf}
          problems={problems}
          onChange={(name, text) => setTexts({ ...texts, [name]: text })}
        />
        {plan ? (
          <PlanView
            plan={plan}
            confirmed={confirmed}
            onConfirm={(id, isAllowed) =>
              setConfirmed(
                new Set(isAllowed ? [...confirmed, id] : [...confirmed].filter((each) => each !== id)),
              )
            }
          />
        ) : (
          problem === undefined && <Spinner label="Loading the preview" />
        )}
      </form>
    </Dialog>
  );
}

function sourceText(run: number | null): string {
  return run === null ? 'Uses no values of a run.' : `Uses values of run #${run}.`;
}

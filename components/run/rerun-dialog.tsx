'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { queryFor, storeAnswer } from '@/client/queries';
import { type Declarations, draftsFrom, keepKnown } from '@/components/params/param-drafts';
import { ParamFields } from '@/components/params/param-fields';
import { type RunActions, useLens } from '@/components/run-state/run-context';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Segmented } from '@/components/ui/segmented';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import type { RunDetail } from '@/lib/contracts/runs';
import { Refusal } from './form/refusal';
import { useParamForm } from './form/use-param-form';
import styles from './run-form.module.css';

export interface RerunDialogProps {
  onClose: () => void;
}

type Definition = 'original' | 'current';

/** Starts a new run that repeats this one, with the same or other params, and its definition or the current one. */
export function RerunDialog({ onClose }: RerunDialogProps) {
  const { detail, definition, actions, openRun } = useLens();
  const [chosen, setChosen] = useState<Definition>('original');
  const original = definition?.document.params ?? {};
  const current = useQuery({
    ...queryFor(pipelineEndpoints.params, { id: detail?.pipelineId ?? '' }),
    enabled: chosen === 'current' && detail !== undefined,
  });
  const declarations = chosen === 'original' ? original : current.data?.declared;
  if (!detail) return null;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Re-run #${detail.number}`}
      description="Starts a new run. This run is unchanged."
      size="md"
    >
      <div className={styles.choice}>
        <Segmented<Definition>
          label="Definition"
          size="md"
          value={chosen}
          onValueChange={setChosen}
          segments={[
            { value: 'original', label: `This run’s version, v${detail.version}` },
            { value: 'current', label: 'Latest version' },
          ]}
        />
        {chosen === 'current' && current.error && <p role="alert">{current.error.message}</p>}
        {chosen === 'current' && current.isPending && (
          <p className={styles.hint}>Loading the latest version…</p>
        )}
      </div>
      {declarations && (
        <RerunForm
          key={chosen}
          detail={detail}
          declarations={declarations}
          definition={chosen}
          actions={actions}
          onClose={onClose}
          onStarted={openRun}
        />
      )}
    </Dialog>
  );
}

interface RerunFormProps {
  detail: RunDetail;
  declarations: Declarations;
  definition: Definition;
  actions: RunActions | undefined;
  onClose: () => void;
  onStarted: (runId: string) => void;
}

function RerunForm({ detail, declarations, definition, actions, onClose, onStarted }: RerunFormProps) {
  const formId = useId();
  const queries = useQueryClient();
  const initial = useMemo(() => {
    const fresh = draftsFrom(declarations, detail.params);
    // A value that the current definition no longer allows falls back to its default.
    return keepKnown(declarations, draftsFrom(declarations, {}), fresh);
  }, [declarations, detail.params]);
  const form = useParamForm({
    declarations,
    initial: () => initial,
    send: async (params) => {
      if (!actions) throw new Error('Runs are read-only on this page.');
      const result = await actions.rerun({ id: detail.id, params, definition });
      if (result.ok)
        storeAnswer(queries, { endpoint: runEndpoints.get, input: { id: result.id }, answer: result.detail });
      return result;
    },
    onStarted: (run) => {
      onClose();
      onStarted(run.id);
    },
  });
  const count = Object.keys(declarations).length;
  return (
    <form
      id={formId}
      noValidate
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
        event.preventDefault();
        form.submit();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {form.refusal && <Refusal message={form.refusal} problems={form.problems.others} />}
      {count === 0 && <p className={styles.hint}>This pipeline has no run parameters.</p>}
      <ParamFields
        declarations={declarations}
        drafts={form.drafts}
        onChange={form.setDrafts}
        problems={form.problems.fields}
      />
      <div className={styles.buttons}>
        {count > 0 && form.drafts !== initial && (
          <Button variant="quiet" className={styles.reset} onClick={() => form.setDrafts(initial)}>
            Reset to the params of #{detail.number}
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
        <Button variant="primary" icon="retrying" type="submit" busy={form.isSending} disabled={!actions}>
          Re-run
        </Button>
      </div>
    </form>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { queryFor } from '@/client/queries';
import { Checkbox } from '@/components/ui/checkbox';
import { Combobox } from '@/components/ui/combobox';
import { Field } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import type { FormPartProps } from './form-parts';
import type { FinishedDraft } from './model/trigger-draft';
import styles from './trigger-dialog.module.css';
import { useTriggerServices } from './trigger-services';

export interface FinishedFieldsProps extends FormPartProps {
  draft: FinishedDraft;
  /** Name of the stored pipeline; null when it was deleted. */
  sourceName: string | null;
  onChange: (part: Partial<FinishedDraft>) => void;
}

const STATUSES = ['completed', 'failed', 'cancelled'] as const;
const WORDS = { completed: 'completed', failed: 'failed', cancelled: 'was cancelled' } as const;

/** Fields for the pipeline and the statuses that fire the trigger. */
export function FinishedFields({ draft, sourceName, onChange, problems, onTouch }: FinishedFieldsProps) {
  const { pipelineId } = useTriggerServices();
  const noteId = useId();
  const { data = [], error } = useQuery({
    ...queryFor(pipelineEndpoints.list, {}),
    select: ({ pipelines }) => pipelines,
  });
  const options = data.map(({ id, name }) => ({
    value: id,
    label: name,
    ...(id === pipelineId ? { detail: 'this one' } : {}),
  }));
  const isListed = draft.pipelineId === '' || data.some(({ id }) => id === draft.pipelineId);
  const stored = { value: draft.pipelineId, label: sourceName ?? 'Deleted pipeline' };
  const listError = error ? `Pipelines could not be loaded. ${error.message}` : undefined;
  const statusError = problems['config.statuses'];
  return (
    <section className={styles.part} aria-label="Event">
      <Field
        label="After a run of"
        required
        error={problems['config.pipeline_id'] ?? listError}
        hint={
          draft.pipelineId === pipelineId
            ? 'This pipeline starts itself. The server stops the chain after ten runs in a row.'
            : 'Applies to every run of the pipeline, however it was started.'
        }
      >
        {(control) => (
          <Combobox
            {...control}
            icon="flow"
            listLabel="Pipelines"
            placeholder="Search pipelines"
            value={draft.pipelineId}
            onValueChange={(id) => {
              onTouch('config.pipeline_id');
              onChange({ pipelineId: id });
            }}
            options={isListed ? options : [stored, ...options]}
          />
        )}
      </Field>
      <fieldset className={styles.checks} aria-describedby={statusError ? noteId : undefined}>
        <legend className={styles.legend}>Status</legend>
        {STATUSES.map((status) => (
          <Checkbox
            key={status}
            checked={draft.statuses.includes(status)}
            onCheckedChange={(on) => {
              onTouch('config.statuses');
              onChange({
                statuses: STATUSES.filter((each) => (each === status ? on : draft.statuses.includes(each))),
              });
            }}
          >
            {WORDS[status]}
          </Checkbox>
        ))}
        {statusError && (
          <p id={noteId} role="alert" data-status="failed" className={styles.error}>
            <Icon name="err" size={14} />
            {statusError}
          </p>
        )}
      </fieldset>
    </section>
  );
}
